#include "l2bench/build_info.hpp"

#include <string_view>

#include "l2bench_build_info.hpp"

namespace l2bench {

Tool this_build() {
  Tool tool;
  tool.version = build_info::version;
  tool.git_revision = build_info::git_revision;
  tool.compiler = build_info::compiler;
  if (!std::string_view(build_info::cuda).empty()) tool.cuda = build_info::cuda;
  return tool;
}

}  // namespace l2bench

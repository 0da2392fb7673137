#include "fuzz/allowing_errors.hpp"
#include "fuzz/targets.hpp"
#include "l2bench/spec_io.hpp"

namespace l2bench::fuzz {
namespace {

Spec spec_of_flag(const char* flag, const char* key, std::string_view text) {
  const FlagValue value{flag, key, {std::string(text)}};
  return parse_spec({.path = "", .text = "", .flags = {value}});
}

}  // namespace

void read_size(std::string_view text) {
  allowing_errors([&] {
    const Size size = parse_size(text);
    must(parse_size(to_string(size)) == size, "a size reads back to itself");
    resolve(size, 60 * MiB);
  });
  allowing_errors([&] { parse_size_range(text); });
  allowing_errors([&] { spec_of_flag("--shape", "shape", text); });
  allowing_errors([&] { spec_of_flag("--rows", "rows", text); });
  allowing_errors([&] { spec_of_flag("--timeout", "timeout_s", text); });
  allowing_errors([&] { spec_of_flag("--stop", "stop", text); });
  allowing_errors([&] { spec_of_flag("--tag", "tags", text); });
}

}  // namespace l2bench::fuzz

#include <algorithm>

#include "l2bench/input_file.hpp"
#include "l2bench/record.hpp"
#include "l2bench/sha256.hpp"

namespace l2bench {
namespace {

void add_file(std::vector<CodeFile>& files, const std::string& path, std::string_view what) {
  const bool known = std::any_of(files.begin(), files.end(), [&](const CodeFile& file) { return file.path == path; });
  if (path.empty() || known) return;
  files.push_back({path, sha256(read_input_file(path, what))});
}

}  // namespace

std::vector<CodeFile> code_files(const OwnCode& code) {
  std::vector<CodeFile> files;
  if (code.kernel) {
    add_file(files, code.kernel->call.file, "kernel");
    if (code.kernel->reference) add_file(files, code.kernel->reference->file, "reference kernel");
    for (const KernelBuffer& buffer : code.kernel->buffers) add_file(files, buffer.fill_file, "fill_file");
    for (const auto& [output, path] : code.kernel->expected) add_file(files, path, "file of expected values");
  }
  if (code.plugin) add_file(files, code.plugin->file, "plug-in");
  return files;
}

}  // namespace l2bench

#include "cli/program.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace l2bench::cli {
namespace {

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

Ended run(const std::vector<std::string>& arguments, const std::string& out) {
  const Folder folder;
  const std::string read_out = folder.file("out");
  std::string command = quoted(L2BENCH_PROGRAM);
  for (const std::string& argument : arguments) command += ' ' + quoted(argument);
  command += " >" + quoted(out.empty() ? read_out : out) + " 2>" + quoted(folder.file("err")) + " </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(read_out),
          read_file(folder.file("err"))};
}

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "l2bench-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream(file(name)) << text;
  return file(name);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace l2bench::cli

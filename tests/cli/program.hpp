#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace l2bench::cli {

struct Ended {
  int exit = -1;
  std::string out;
  std::string err;
};

/// Runs l2bench with `arguments` and waits for it. With `out`, standard output goes there and is not read.
Ended run(const std::vector<std::string>& arguments, const std::string& out = "");

/// An empty folder that is removed with its contents.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::string& path);

}  // namespace l2bench::cli

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "l2bench/record.hpp"

namespace l2bench {
namespace {

[[noreturn]] void fail(const std::string& path, std::string_view what, int error) {
  throw MachineError(fmt::format("Cannot write '{}': {}: {}.", path, what, std::strerror(error)));
}

class OpenFile {
 public:
  OpenFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  int descriptor() const { return descriptor_; }

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(path_, fmt::format("{} bytes were left to write", text.size()), errno);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  /// Until this returns, a file may be whole by name and empty on the disk.
  void sync() {
    if (::fsync(descriptor_) != 0) fail(path_, "flushing it to the disk failed", errno);
  }

 private:
  int descriptor_;
  std::string path_;
};

/// Removes a file that was not renamed to its place.
class Leftover {
 public:
  explicit Leftover(std::string path) : path_(std::move(path)) {}
  Leftover(const Leftover&) = delete;
  Leftover& operator=(const Leftover&) = delete;
  ~Leftover() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  void keep() { path_.clear(); }

 private:
  std::string path_;
};

/// A link is followed: the file it names is replaced, the link stays.
std::string resolved(const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string target(real);
  std::free(real);
  return target;
}

void write_in_place(const std::string& path, std::string_view text) {
  OpenFile file(::open(path.c_str(), O_WRONLY | O_CLOEXEC), path);
  if (file.descriptor() < 0) fail(path, "opening it failed", errno);
  file.write(text);
}

void sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  OpenFile file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC), folder);
  if (file.descriptor() >= 0) ::fsync(file.descriptor());  // some file systems cannot; the file itself is safe
}

void replace(const std::string& path, std::string_view text, const struct stat* older) {
  const std::string beside = fmt::format("{}.{}.part", path, ::getpid());
  OpenFile file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), path);
  if (file.descriptor() < 0) fail(path, fmt::format("creating '{}' beside it failed", beside), errno);
  Leftover leftover(beside);
  if (older != nullptr && ::fchmod(file.descriptor(), older->st_mode & 07777) != 0) {
    fail(path, fmt::format("giving '{}' the mode of the older file failed", beside), errno);
  }
  file.write(text);
  file.sync();
  if (::rename(beside.c_str(), path.c_str()) != 0) fail(path, fmt::format("renaming '{}' to it failed", beside), errno);
  leftover.keep();
  sync_folder_of(path);
}

}  // namespace

void write_whole(const std::string& path, std::string_view text) {
  const std::string target = resolved(path);
  struct stat older {};
  const bool exists = ::stat(target.c_str(), &older) == 0;
  if (exists && S_ISDIR(older.st_mode)) fail(path, "it is a folder", EISDIR);
  if (exists && !S_ISREG(older.st_mode)) {
    write_in_place(target, text);  // a pipe or a device such as /dev/null: there is nothing to keep, nothing to rename
  } else {
    replace(target, text, exists ? &older : nullptr);
  }
}

}  // namespace l2bench

#include "l2bench/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

[[noreturn]] void reject_file(const std::string& path, std::string_view what, std::string_view reason) {
  throw UsageError(fmt::format("The {} {} cannot be read: {}.", what, in_quotes(path), reason));
}

/// Open for reading, and a regular file. Not blocking: the other end of a pipe may never come.
class RegularFile {
 public:
  RegularFile(const std::string& path, std::string_view what)
      : file_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
    if (path.find('\0') != std::string::npos) reject_and_close(path, what, "its name holds a zero byte");
    if (file_ < 0) reject_file(path, what, std::strerror(errno));
    struct stat status {};
    if (fstat(file_, &status) != 0) reject_and_close(path, what, std::strerror(errno));
    if (!S_ISREG(status.st_mode)) reject_and_close(path, what, "it is not a regular file");
    bytes_ = static_cast<std::uint64_t>(status.st_size);
  }
  ~RegularFile() { close_file(); }
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  int file() const { return file_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  void close_file() {
    if (file_ >= 0) ::close(file_);
  }
  [[noreturn]] void reject_and_close(const std::string& path, std::string_view what, std::string_view reason) {
    close_file();
    reject_file(path, what, reason);
  }

  int file_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

std::string read_input_file(const std::string& path, std::string_view what, std::uint64_t most_bytes) {
  const RegularFile opened(path, what);
  if (opened.bytes() > most_bytes) {
    reject_file(path, what, fmt::format("it has {} bytes; at most {} are read", opened.bytes(), most_bytes));
  }
  std::string content(opened.bytes(), '\0');
  std::size_t have = 0;
  while (have < content.size()) {
    const ssize_t n = ::read(opened.file(), content.data() + have, content.size() - have);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) reject_file(path, what, std::strerror(errno));
    if (n == 0) reject_file(path, what, "it became shorter while it was read");
    have += static_cast<std::size_t>(n);
  }
  return content;
}

void check_input_file(const std::string& path, std::string_view what) {
  const RegularFile opened(path, what);
}

}  // namespace l2bench

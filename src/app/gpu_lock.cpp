#include "app/gpu_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

constexpr std::chrono::milliseconds lock_poll{100};

std::string lock_path(const std::string& uuid) {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  std::string name = uuid;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  }
  return fmt::format("{}/l2bench-{}.lock", runtime != nullptr && *runtime != '\0' ? runtime : "/tmp", name);
}

/// Another user's file can be locked, too, though not written.
int open_lock(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file >= 0) {
    ::fchmod(file, 0666);  // the umask must not shut other users out; not our file: theirs to decide
    return file;
  }
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

std::string holder(int file) {
  std::array<char, 32> text{};
  const ssize_t got = ::pread(file, text.data(), text.size() - 1, 0);
  return got > 0 ? fmt::format("process {}", printable(text.data())) : "another process";
}

void write_holder(int file) {
  const std::string pid = std::to_string(getpid());
  if (::ftruncate(file, 0) != 0) return;  // it only serves the message of who comes next
  [[maybe_unused]] const ssize_t written = ::pwrite(file, pid.data(), pid.size(), 0);
}

}  // namespace

GpuLock::GpuLock(Wish wish, std::function<bool()> interrupted) : wish_(wish), interrupted_(std::move(interrupted)) {}

GpuLock::~GpuLock() {
  if (file_ >= 0) ::close(file_);
}

void GpuLock::hold(const std::string& uuid) {
  if (wish_ == Wish::off || file_ >= 0 || uuid.empty()) return;
  const std::string path = lock_path(uuid);
  file_ = open_lock(path);
  if (file_ < 0) {
    throw MachineError(
        fmt::format("Could not lock {}: opening '{}' failed: {}. Set XDG_RUNTIME_DIR to a folder that you "
                    "may write in, or add --no-lock.",
                    uuid, path, std::strerror(errno)));
  }
  bool told = false;
  while (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    const std::string who = holder(file_);
    if (wish_ == Wish::refuse || interrupted_()) {
      ::close(std::exchange(file_, -1));
      throw MachineError(
          fmt::format("{} is in use by another run of l2bench ({}). Add --wait to wait for its end, or "
                      "--no-lock to share the GPU and have no clean times.",
                      uuid, who));
    }
    if (!std::exchange(told, true)) fmt::print(stderr, "l2bench: waiting for {}, which {} uses\n", uuid, who);
    std::this_thread::sleep_for(lock_poll);
  }
  write_holder(file_);
}

}  // namespace l2bench

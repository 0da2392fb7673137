#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <system_error>

#include "app/commands.hpp"
#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace {

/// Never fails: standard error may be a full disk, too.
int told(const std::string& text, l2bench::Exit exit) {
  std::fputs(("l2bench: " + l2bench::printable_lines(text) + "\n").c_str(), stderr);
  return static_cast<int>(exit);
}

constexpr const char* unwritten = "Could not write all of the output: standard output is closed, or its disk is full.";

std::string unexpected(const std::exception& error) {
  return fmt::format("unexpected error: {}. Please report it with the command that you ran.", error.what());
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit of file sizes is an error of the write, as a full disk is
  try {
    const int code = l2bench::dispatch({argv + 1, argv + argc});
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    return told(unwritten, l2bench::Exit::cannot_run);
  } catch (const l2bench::Error& error) {
    return told(error.what(), error.exit);
  } catch (const std::system_error& error) {  // as {fmt} reports a write that failed
    return told(std::ferror(stdout) != 0 ? std::string(unwritten) : unexpected(error), l2bench::Exit::cannot_run);
  } catch (const std::exception& error) {
    return told(unexpected(error), l2bench::Exit::cannot_run);
  }
}

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "app/commands.hpp"
#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace {

/// Never fails: standard error may be a full disk, too.
int told(const std::string& text, l2bench::Exit exit) {
  std::fputs(("l2bench: " + l2bench::printable_lines(text) + "\n").c_str(), stderr);
  return static_cast<int>(exit);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit of file sizes is an error of the write, as a full disk is
  try {
    return l2bench::dispatch({argv + 1, argv + argc});
  } catch (const l2bench::Error& error) {
    return told(error.what(), error.exit);
  } catch (const std::exception& error) {
    return told(fmt::format("unexpected error: {}. Please report it with the command that you ran.", error.what()),
                l2bench::Exit::cannot_run);
  }
}

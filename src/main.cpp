#include <fmt/format.h>

#include <exception>

#include "app/commands.hpp"
#include "l2bench/error.hpp"

int main(int argc, char** argv) {
  try {
    return l2bench::dispatch({argv + 1, argv + argc});
  } catch (const l2bench::Error& error) {
    fmt::print(stderr, "l2bench: {}\n", error.what());
    return static_cast<int>(error.exit);
  } catch (const std::exception& error) {
    fmt::print(stderr, "l2bench: unexpected error: {}. Please report it with the command that you ran.\n",
               error.what());
    return static_cast<int>(l2bench::Exit::cannot_run);
  }
}

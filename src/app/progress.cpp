#include "app/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "l2bench/words.hpp"

namespace l2bench {
namespace {

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string describe(const Case& c) {
  return fmt::format("{} {} {}", c.workload, to_string(c.shape), to_string(c.prep));
}

}  // namespace

Progress::Style progress_style(bool quiet) {
  if (quiet) return Progress::Style::none;
  return isatty(STDERR_FILENO) != 0 ? Progress::Style::terminal : Progress::Style::lines;
}

Progress::Progress(const Spec& spec, Style style)
    : spec_(spec),
      style_(style),
      blocks_in_all_(spec.cases.size() * static_cast<std::size_t>(spec.sampling.rounds) *
                     static_cast<std::size_t>(spec.sampling.processes)) {}

void Progress::take(int replicate, const Message& message) {
  const std::string process =
      spec_.sampling.processes > 1 ? fmt::format("process {}/{} ", replicate + 1, spec_.sampling.processes) : "";
  if (const auto* started = std::get_if<BlockStarted>(&message)) {
    if (started->phase == "samples" && first_block_s_ == 0) first_block_s_ = now_s();
    const std::string what = started->phase == "samples"
                                 ? fmt::format("round {}/{}", started->round + 1, spec_.sampling.rounds)
                                 : started->phase;
    show(fmt::format("{}{} · {}{}", process, what, describe(spec_.cases[started->index]), time_to_go()), false);
  } else if (std::holds_alternative<BlockDone>(message)) {
    ++blocks_done_;
  } else if (const auto* failed = std::get_if<CaseFailed>(&message)) {
    show(fmt::format("{}{}: {}: {}", process, describe(spec_.cases[failed->index]), failed->flag,
                     printable(failed->detail, 1000)),
         true);
  } else if (const auto* round = std::get_if<RoundDone>(&message)) {
    show(fmt::format("{}round {}/{} done{}", process, round->round + 1, spec_.sampling.rounds, time_to_go()),
         style_ == Style::lines);
  }
}

/// By the blocks still to come; a stop rule may add some, so it is a guess and says so.
std::string Progress::time_to_go() const {
  if (blocks_done_ == 0 || blocks_done_ >= blocks_in_all_) return "";
  const double each_s = (now_s() - first_block_s_) / static_cast<double>(blocks_done_);
  return fmt::format(" · about {:.0f} s to go", each_s * static_cast<double>(blocks_in_all_ - blocks_done_));
}

void Progress::show(const std::string& text, bool whole_line) {
  if (style_ == Style::none) return;
  if (style_ == Style::terminal) {
    fmt::print(stderr, "\r\033[K{}{}", text, whole_line ? "\n" : "");
    std::fflush(stderr);
  } else if (whole_line) {
    fmt::print(stderr, "{}\n", text);
  }
}

void Progress::finish() {
  if (style_ == Style::terminal) fmt::print(stderr, "\r\033[K");
}

}  // namespace l2bench

#pragma once

#include <string>
#include <vector>

#include "l2bench/record.hpp"

// What stands around the table, as plain lines, not yet escaped. Terminal, Markdown and HTML share them.

namespace l2bench {

/// A line with lines that belong under it.
struct Paragraph {
  std::string head;
  std::vector<std::string> lines;
  Severity severity = Severity::note;
};

/// Simulated or partial, in capitals; nothing for a whole measured run.
std::vector<std::string> banner(const Record& record);

/// For under a picture's title: "NVIDIA H200, driver 580.159.04, SM 1980 MHz"; simulated devices say so first.
std::string device_in_short(const Record& record);

/// Device, clocks, timers, what all cases share, counters.
std::vector<std::string> preamble(const Record& record);

/// Each flag once: what it means, what to do, and the cases it concerns with their numbers.
std::vector<Paragraph> flags_in_words(const Record& record);

/// "5 cases: 4 ok, 1 invalid; 5000 samples in 12.3 s."
std::string totals(const Record& record);

}  // namespace l2bench

#pragma once

#include <string>

#include "l2bench/record.hpp"

// The parts of a page about one record, as HTML.

namespace l2bench {

/// What must be known before any number is read: simulated, partial, what is not ok and why.
std::string verdicts_html(const Record& record);
std::string findings_html(const Record& record);
std::string environment_html(const Record& record);
/// `prefix` makes ids unique in a page about several records.
std::string figures_html(const Record& record, const std::string& prefix);
/// Every case with its numbers, its flags and the command that repeats it.
std::string cases_html(const Record& record);

/// The command that repeats the run, without what it wrote and printed; empty if the record does not say.
std::string command_of(const Record& record);

}  // namespace l2bench

#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "l2bench/record.hpp"

namespace l2bench::faults {

/// Where a call of the device stands in a run.
struct Call {
  std::optional<std::size_t> of_case;  ///< the case that is being worked on; empty: none, such as floors
  std::optional<std::size_t> begun;    ///< the case that was worked on last; empty: none yet
  std::size_t phase = 0;               ///< counts the messages sent before it
};

/// Every call of the run that can fail, in order.
const std::vector<Call>& calls_of_run();

/// Numbers of calls, from 1: the first two, the middle and the last of each phase of each case.
std::vector<std::size_t> telling_calls();

/// One small run of two cases, in a folder of its own, in which one thing goes wrong once.
class FaultyRun {
 public:
  /// `device` as --device takes it. `prefix` goes before the program, as in "ulimit -f 4;".
  cli::Ended run(const std::string& device, const std::string& prefix = "", const std::string& timeout = "20",
                 const std::vector<std::string>& more = {}) const;
  cli::Ended resume(const std::vector<std::string>& more = {}) const;

  std::string record_path() const { return folder_.file("out.json"); }
  std::string journal_path() const { return folder_.file("out.json.journal"); }
  /// The record; null if there is none, or it is not JSON.
  nlohmann::json record() const;
  const cli::Folder& folder() const { return folder_; }

 private:
  cli::Ended start(const std::vector<std::string>& arguments, const std::string& prefix) const;

  cli::Folder folder_;
};

/// The cases of the run when nothing goes wrong.
const nlohmann::json& cases_of_good_run();

/// "" if the run, resumed, ends with the cases of an uninterrupted one; else what is wrong.
std::string resumed_differs(const FaultyRun& run);

}  // namespace l2bench::faults

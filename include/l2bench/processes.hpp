#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "l2bench/measure.hpp"

namespace l2bench {

/// What the supervising process does with what its measuring processes report.
struct RunHooks {
  std::function<void(int replicate, const Message&)> on_message;
  std::function<bool()> interrupted;  ///< asked often; true ends the run
  std::function<void(const std::string& uuid)> on_device = [](const std::string&) {};  ///< before a child opens it
  std::vector<Reported> before;  ///< what an earlier run of the same spec reported: this one goes on behind it
};

enum class RunEnd { complete, interrupted };

/// Runs `spec` in fresh child processes, one after the other, one a replicate. `worker_command` starts a child that
/// calls serve_worker(). This process opens no device: a child that crashes, hangs beyond the spec's timeout or loses
/// its context costs the case it was at, which is reported as CaseFailed; the next child goes on with the others.
/// Throws the Error a child stopped for (exit code 2 or 3).
RunEnd run_processes(const Spec& spec, const std::vector<std::string>& worker_command, const RunHooks& hooks);

/// One of several builds, or one build as often as it is named, that are measured in turn.
struct Arm {
  std::vector<std::string> worker_command;
  std::function<void(int replicate, const Message&)> on_message;
  std::function<void(const std::string& uuid)> on_device = [](const std::string&) {};  ///< see RunHooks
  std::vector<Reported> before;
};

/// The same for several arms, replicate by replicate, their order turned round each time (A B, B A, A B): what drifts
/// over the run falls on all of them alike.
RunEnd run_interleaved(const Spec& spec, const std::vector<Arm>& arms, const std::function<bool()>& interrupted);

using OpenRig = std::function<std::unique_ptr<Rig>(const std::string& device)>;
/// See uuid_of_device().
using FindDevice = std::function<std::string(const std::string& device)>;

/// The child's side: reads one request from standard input, measures, and writes a message a line to what was standard
/// output. Returns the exit code.
int serve_worker(const OpenRig& open, const FindDevice& find);

}  // namespace l2bench

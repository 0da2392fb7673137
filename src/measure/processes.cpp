#include "l2bench/processes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "l2bench/error.hpp"
#include "measure/child_process.hpp"
#include "measure/protocol.hpp"

namespace l2bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds poll_interval{50};

/// Follows the messages of one child: which case it is at, for how long, and what the next child would have to do.
class Progress {
 public:
  Progress(const MeasureRequest& request, double timeout_s) : next_(request), timeout_s_(timeout_s) {
    spent_s_.resize(request.spec.cases.size());
    for (const std::size_t index : next_.skip) failed_.insert(index);
  }

  void take(const Message& message) {
    if (const auto* started = std::get_if<BlockStarted>(&message)) {
      leave_case();
      at_ = *started;
      since_ = Clock::now();
    } else if (const auto* done = std::get_if<BlockDone>(&message)) {
      sampled(*done);
    } else if (const auto* failed = std::get_if<CaseFailed>(&message)) {
      give_up(failed->index);
    } else if (std::holds_alternative<CountersOpened>(message)) {
      next_.all_sampled = true;
    } else if (const auto* counted = std::get_if<CountersDone>(&message)) {
      next_.counted.push_back(counted->index);
    } else if (std::holds_alternative<DeviceClosed>(message)) {
      closed_ = true;
    }
  }

  /// What was waited for until now was no case's fault.
  void start_clock() { since_ = Clock::now(); }

  bool closed() const { return closed_; }
  const std::optional<BlockStarted>& at() const { return at_; }
  bool failure_known() const { return at_ && failed_.count(at_->index) > 0; }
  bool anything_left() const { return failed_.size() < spent_s_.size(); }

  bool out_of_time() const {
    const double here_s = std::chrono::duration<double>(Clock::now() - since_).count();
    const double before_s = at_ ? spent_s_[at_->index] : 0.0;
    return here_s + before_s > timeout_s_;
  }

  /// The case is left out of what the next child does.
  void give_up(std::size_t index) {
    if (failed_.insert(index).second) next_.skip.push_back(index);
  }

  const MeasureRequest& next() const { return next_; }

 private:
  void leave_case() {
    if (at_) spent_s_[at_->index] += std::chrono::duration<double>(Clock::now() - since_).count();
  }

  void sampled(const BlockDone& done) {
    if (done.round != next_.first_round) next_.done_in_round.clear();
    next_.first_round = done.round;
    next_.done_in_round.push_back(done.index);
    if (next_.spec.sampling.stop.rel_ci == 0.0) return;
    auto& taken_ns = next_.taken_ns[done.index];
    taken_ns.insert(taken_ns.end(), done.samples_ns.begin(), done.samples_ns.end());
  }

  MeasureRequest next_;
  double timeout_s_;
  std::vector<double> spent_s_;
  std::set<std::size_t> failed_;
  std::optional<BlockStarted> at_;
  Clock::time_point since_ = Clock::now();
  bool closed_ = false;
};

/// Runs the replicates of one arm, each as many children as it takes.
class Supervisor {
 public:
  Supervisor(const Spec& spec, const Arm& arm, const std::function<bool()>& interrupted)
      : spec_(spec), code_(code_files(spec.code)), arm_(arm), interrupted_(interrupted) {}

  RunEnd run_replicate(int replicate) {
    MeasureRequest request{.spec = spec_, .code = code_, .replicate = replicate};
    Progress before(request, spec_.sampling.timeout_s);
    for (const Reported& reported : arm_.before) {
      if (reported.replicate == replicate) before.take(reported.message);
    }
    if (before.closed() || !before.anything_left()) return RunEnd::complete;
    request = before.next();
    for (;;) {
      Progress progress(request, spec_.sampling.timeout_s);
      if (run_child(progress) == RunEnd::interrupted) return RunEnd::interrupted;
      if (progress.closed() || !progress.anything_left()) return RunEnd::complete;
      request = progress.next();
    }
  }

 private:
  /// Until the child has said its last word, or died, or was killed; in the latter two the case it was at has failed.
  RunEnd run_child(Progress& progress) {
    const int replicate = progress.next().replicate;
    ChildProcess child(arm_.worker_command, request_line(progress.next()));
    std::string line;
    for (;;) {
      if (interrupted_()) return RunEnd::interrupted;
      switch (child.read_line(line, poll_interval)) {
        case ChildProcess::Read::line:
          take_line(child, progress, replicate, line);
          break;
        case ChildProcess::Read::nothing_yet:
          if (!progress.out_of_time()) break;
          child.kill();
          child.wait();
          blame(progress, replicate, "timeout", fmt::format("It took more than {:g} s.", spec_.sampling.timeout_s));
          return RunEnd::complete;
        case ChildProcess::Read::end:
          const std::string how = child.wait();
          if (!progress.closed()) {
            blame(progress, replicate, "device_error", fmt::format("The measuring process ended with {}.", how));
          }
          return RunEnd::complete;
      }
    }
  }

  void take_line(ChildProcess& child, Progress& progress, int replicate, const std::string& line) {
    const auto parsed = parse_line(line);
    if (const auto* stopped = std::get_if<Stopped>(&parsed)) throw Error(stopped->exit, stopped->text);
    if (const auto* found = std::get_if<DeviceFound>(&parsed)) {
      arm_.on_device(found->uuid);
      progress.start_clock();
      child.allow();
      return;
    }
    const Message& message = std::get<Message>(parsed);
    progress.take(message);
    arm_.on_message(replicate, message);
  }

  void blame(Progress& progress, int replicate, const char* flag, const std::string& detail) {
    if (progress.failure_known()) return;
    if (!progress.at()) {
      throw MachineError(fmt::format("Nothing was measured: the device could not be opened. {}", detail));
    }
    const BlockStarted at = *progress.at();
    progress.give_up(at.index);
    arm_.on_message(replicate, CaseFailed{at.index, flag, fmt::format("{} (while in: {})", detail, at.phase)});
  }

  const Spec& spec_;
  std::vector<CodeFile> code_;
  const Arm& arm_;
  const std::function<bool()>& interrupted_;
};

}  // namespace

RunEnd run_processes(const Spec& spec, const std::vector<std::string>& worker_command, const RunHooks& hooks) {
  return run_interleaved(spec, {{worker_command, hooks.on_message, hooks.on_device, hooks.before}}, hooks.interrupted);
}

RunEnd run_interleaved(const Spec& spec, const std::vector<Arm>& arms, const std::function<bool()>& interrupted) {
  std::vector<Supervisor> order;
  for (const Arm& arm : arms) order.emplace_back(spec, arm, interrupted);
  std::vector<Supervisor> turned(order.rbegin(), order.rend());
  for (int replicate = 0; replicate < spec.sampling.processes; ++replicate) {
    for (Supervisor& supervisor : replicate % 2 == 0 ? order : turned) {
      if (supervisor.run_replicate(replicate) == RunEnd::interrupted) return RunEnd::interrupted;
    }
  }
  return RunEnd::complete;
}

}  // namespace l2bench

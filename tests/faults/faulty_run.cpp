#include "faults/faulty_run.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "l2bench/measure.hpp"
#include "l2bench/spec_io.hpp"
#include "support/fake_rig.hpp"

namespace l2bench::faults {
namespace {

const std::vector<FlagValue> run_flags{{"--shape", "shape", {"64x64,128x64"}}, {"--flush", "prep", {"read+zero"}},
                                       {"--samples", "samples", {"4"}},        {"--rounds", "rounds", {"2"}},
                                       {"--processes", "processes", {"2"}},    {"--warmup", "warmup_s", {"0"}}};

/// Notes how many calls were made when each message was sent.
class CallsOfRun {
 public:
  std::vector<Call> find() {
    const Spec spec = parse_spec({.path = "", .text = "", .flags = run_flags});
    fake::FakeRig rig(fake::h200());
    measure({.spec = spec}, rig, [&](const Message& message) { take(rig.failable_words(), message); });
    calls_.resize(rig.failable_words(), now_);
    return calls_;
  }

 private:
  void take(std::size_t calls_so_far, const Message& message) {
    calls_.resize(calls_so_far, now_);
    now_.of_case.reset();
    ++now_.phase;
    if (const auto* started = std::get_if<BlockStarted>(&message)) now_.of_case = now_.begun = started->index;
  }

  Call now_;
  std::vector<Call> calls_;
};

}  // namespace

const std::vector<Call>& calls_of_run() {
  static const std::vector<Call> calls = CallsOfRun().find();
  return calls;
}

std::vector<std::size_t> telling_calls() {
  const std::vector<Call>& calls = calls_of_run();
  std::set<std::size_t> telling;
  for (std::size_t first = 0; first < calls.size();) {
    std::size_t end = first;
    while (end < calls.size() && calls[end].phase == calls[first].phase) ++end;
    for (const std::size_t call : {first, std::min(first + 1, end - 1), (first + end) / 2, end - 1})
      telling.insert(call + 1);
    first = end;
  }
  return {telling.begin(), telling.end()};
}

cli::Ended FaultyRun::run(const std::string& device, const std::string& prefix, const std::string& timeout,
                          const std::vector<std::string>& more) const {
  std::vector<std::string> arguments{"run",  "--timeout",     timeout,       "--device",
                                     device, "--export-json", record_path(), "--force"};
  for (const FlagValue& flag : run_flags) {
    arguments.push_back(flag.flag);
    arguments.push_back(flag.texts.front());
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  return start(arguments, prefix);
}

cli::Ended FaultyRun::resume(const std::vector<std::string>& more) const {
  std::vector<std::string> arguments{"run", "--resume", record_path()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return start(arguments, "");
}

cli::Ended FaultyRun::start(const std::vector<std::string>& arguments, const std::string& prefix) const {
  std::string command = prefix + " L2BENCH_FAKE_ONCE='" + folder_.file("once") + "' exec '" L2BENCH_PROGRAM "'";
  for (const std::string& argument : arguments) command += " '" + argument + "'";
  command += " >'" + folder_.file("out") + "' 2>'" + folder_.file("err") + "' </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), cli::read_file(folder_.file("out")),
          cli::read_file(folder_.file("err"))};
}

nlohmann::json FaultyRun::record() const {
  const std::string text = cli::read_file(record_path());
  return nlohmann::json::accept(text) ? nlohmann::json::parse(text) : nlohmann::json();
}

const nlohmann::json& cases_of_good_run() {
  static const nlohmann::json cases = [] {
    const FaultyRun good;
    good.run("fake");
    return good.record().at("cases");
  }();
  return cases;
}

namespace {

/// Without what names the device: it names the event, too.
nlohmann::json comparable(nlohmann::json cases) {
  for (auto& c : cases) c.erase("reproduce");
  return cases;
}

}  // namespace

std::string resumed_differs(const FaultyRun& run) {
  const cli::Ended ended = run.resume();
  if (ended.exit != 0) return fmt::format("resume: exit {}: {}", ended.exit, ended.err);
  const nlohmann::json record = run.record();
  if (record.is_null()) return "resume: no record";
  if (record.at("partial") != false) return "resume: the record is partial";
  if (comparable(record.at("cases")) != comparable(cases_of_good_run())) {
    return "resume: " + nlohmann::json::diff(comparable(cases_of_good_run()), comparable(record.at("cases"))).dump();
  }
  if (std::filesystem::exists(run.journal_path())) return "resume: the journal of a whole run is left";
  return "";
}

}  // namespace l2bench::faults

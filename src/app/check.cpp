#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/measure_into.hpp"
#include "app/ncu.hpp"
#include "app/run_options.hpp"
#include "l2bench/error.hpp"
#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

// Where data lies in memory moves a kernel's time by a few percent from process to process, so both sides take several.
constexpr int processes = 7;
constexpr int ncu_calls = 10;
constexpr int samples_checked = 100;

/// One case by both instruments.
struct Agreement {
  std::string key;
  std::size_t kernels = 0;
  double ours_read_bytes = 0, ncu_read_bytes = 0;
  double ours_write_bytes = 0, ncu_write_bytes = 0;
  double ours_ns = 0, ncu_ns = 0;
};

/// The user's grid, timed by the kernels' own times, with counters, in streams: what ncu can look at as well.
Spec checked_spec(RunOptions options) {
  options.source.flags.push_back({"--timer", "timer", {"kernel"}});
  options.source.flags.push_back({"--launch", "launch", {"stream"}});
  options.source.flags.push_back({"--samples", "samples", {std::to_string(samples_checked)}});
  options.source.flags.push_back({"--processes", "processes", {std::to_string(processes)}});
  options.source.flags.push_back({"--require-counters", "counters", {"required"}});
  return parse_spec(options.source);
}

double median(std::vector<double> values) {
  return summarize(values)->median_ns;
}

std::size_t kernels_without_memsets(const CaseResult& c) {
  std::size_t count = 0;
  for (const KernelInfo& kernel : c.workload.kernels) count += kernel.name != "memset" && kernel.name != "memcpy";
  return count;
}

/// What ncu saw of one case, a value a call.
struct Seen {
  std::vector<double> reads;
  std::vector<double> writes;
  std::vector<double> times;
};

/// Takes this case's kernels, `ncu_calls` calls of them, from the front of `kernels`.
void take(Seen& seen, std::size_t kernels_per_call, const std::vector<NcuKernel>& kernels, std::size_t& next) {
  for (int call = 0; call < ncu_calls; ++call) {
    NcuKernel sum;
    for (std::size_t i = 0; i < kernels_per_call && next < kernels.size(); ++i, ++next) {
      sum.dram_read_bytes += kernels[next].dram_read_bytes;
      sum.dram_write_bytes += kernels[next].dram_write_bytes;
      sum.duration_ns += kernels[next].duration_ns;
    }
    seen.reads.push_back(sum.dram_read_bytes);
    seen.writes.push_back(sum.dram_write_bytes);
    seen.times.push_back(sum.duration_ns);
  }
}

std::vector<Seen> look_with_ncu(const std::string& ncu, const Record& record, const Arguments& arguments) {
  std::vector<std::string> command{std::filesystem::read_symlink("/proc/self/exe").string(), "run"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.insert(command.end(), {"--launch", "stream", fmt::format("--profile={}", ncu_calls)});
  std::vector<Seen> seen(record.cases.size());
  for (int process = 0; process < processes; ++process) {
    const std::vector<NcuKernel> kernels = run_ncu(ncu, command);
    std::size_t next = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      take(seen[i], kernels_without_memsets(record.cases[i]), kernels, next);
    }
    if (next != kernels.size()) {
      throw MachineError(fmt::format("ncu saw {} kernels where {} were expected.", kernels.size(), next));
    }
  }
  return seen;
}

Agreement agree(const CaseResult& c, const Seen& seen) {
  return {.key = c.key,
          .kernels = kernels_without_memsets(c),
          .ours_read_bytes = c.counters->median.dram_read_bytes.value_or(NAN),
          .ncu_read_bytes = median(seen.reads),
          .ours_write_bytes = c.counters->median.dram_write_bytes.value_or(NAN),
          .ncu_write_bytes = median(seen.writes),
          .ours_ns = c.stats->median_ns,
          .ncu_ns = median(seen.times)};
}

void print(const std::vector<Agreement>& rows) {
  fmt::print("{:<58} {:>9} {:>9} {:>8}  {:>9} {:>9}  {:>9} {:>9} {:>11}\n", "", "read MB", "by ncu", "", "write MB",
             "by ncu", "kernel us", "by ncu", "us a kernel");
  for (const Agreement& row : rows) {
    fmt::print("{:<58} {:>9.3f} {:>9.3f} {:>7.3f}%  {:>9.3f} {:>9.3f}  {:>9.2f} {:>9.2f} {:>+11.2f}\n", row.key,
               row.ours_read_bytes / 1e6, row.ncu_read_bytes / 1e6,
               100 * (row.ours_read_bytes / row.ncu_read_bytes - 1), row.ours_write_bytes / 1e6,
               row.ncu_write_bytes / 1e6, row.ours_ns / 1e3, row.ncu_ns / 1e3,
               (row.ncu_ns - row.ours_ns) / 1e3 / static_cast<double>(row.kernels));
  }
  fmt::print("ncu runs kernels one by one and counts a little more around each: short calls take it longer than us.\n");
}

nlohmann::ordered_json to_json(const Agreement& row) {
  return {{"key", row.key},
          {"kernels", row.kernels},
          {"dram_read_bytes", row.ours_read_bytes},
          {"ncu_dram_read_bytes", row.ncu_read_bytes},
          {"dram_write_bytes", row.ours_write_bytes},
          {"ncu_dram_write_bytes", row.ncu_write_bytes},
          {"kernel_ns", row.ours_ns},
          {"ncu_gpu_time_duration_ns", row.ncu_ns}};
}

}  // namespace

int check_command(const Arguments& arguments) {
  const RunOptions options = parse_run(arguments);
  if (!options.help.empty()) {
    fmt::print("{}", options.help);
    return 0;
  }
  refuse_other_modes(options, "check");
  const Spec spec = checked_spec(options);
  const std::string ncu = find_ncu();
  if (ncu.empty()) {
    throw MachineError(
        "check compares l2bench with Nsight Compute, but there is no ncu on PATH or under "
        "/opt/nvidia/nsight-compute. Install Nsight Compute.");
  }
  const Record record = measured(spec, arguments);
  for (const CaseResult& c : record.cases) {
    if (!c.stats || !c.counters)
      throw MachineError(fmt::format("{}: it was not measured, so nothing is compared.", c.key));
  }

  const std::vector<Seen> seen = look_with_ncu(ncu, record, arguments);
  std::vector<Agreement> rows;
  for (std::size_t i = 0; i < seen.size(); ++i) rows.push_back(agree(record.cases[i], seen[i]));
  print(rows);
  for (const Export& file : options.exports) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const Agreement& row : rows) all.push_back(to_json(row));
    write_whole(file.path, all.dump(1) + "\n");
  }
  return 0;
}

}  // namespace l2bench

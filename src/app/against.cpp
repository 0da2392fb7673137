#include "app/against.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "app/in_turn.hpp"
#include "l2bench/compare.hpp"
#include "l2bench/error.hpp"
#include "l2bench/render_comparison.hpp"
#include "measure/child_process.hpp"

namespace l2bench {
namespace {

constexpr std::chrono::seconds most_time_for_version{10};

/// What the program says of itself in the first line of --version: "l2bench 0.1.0 (abc1234)".
Tool tool_of(const std::string& program) {
  if (::access(program.c_str(), X_OK) != 0 || std::filesystem::is_directory(program)) {
    throw UsageError(
        fmt::format("--against {}: this is no program that can be run. Name the l2bench of another build.", program));
  }
  ChildProcess child({program, "--version"}, "");
  std::string line;
  const bool said_something = child.read_line(line, most_time_for_version) == ChildProcess::Read::line;
  const std::size_t space = line.find(' ');
  const std::size_t open = line.find(" (", space + 1);
  if (!said_something || !line.starts_with("l2bench ") || open == std::string::npos || !line.ends_with(')')) {
    throw UsageError(fmt::format("--against {}: it does not answer --version as l2bench does.", program));
  }
  Tool tool;
  tool.version = line.substr(space + 1, open - space - 1);
  tool.git_revision = line.substr(open + 2, line.size() - open - 3);
  return tool;
}

void check_sides(const RunOptions& options, const Spec& spec) {
  if (static_cast<std::size_t>(spec.sampling.processes) >= least_processes) return;
  throw UsageError(fmt::format("--against {}: a verdict takes at least {} processes a side. Add --processes 7.",
                               options.against, least_processes));
}

std::vector<Export> base_export(const RunOptions& options) {
  if (options.base_export.empty()) return {};
  return {{find_word(renderer_table, "json"), options.base_export}};
}

void print(const Comparison& comparison, const RunOptions& options, const BuildInTurn& candidate) {
  candidate.files.print(candidate.record);
  if (options.quiet) return;
  const bool to_stderr = candidate.files.uses_stdout();
  const TableStyle style{.colour = !to_stderr && use_colour(options.colour)};
  fmt::print(to_stderr ? stderr : stdout, "{}", render_comparison_table(comparison, style));
}

}  // namespace

int run_against(const RunOptions& options, const Spec& spec, const Arguments& argv) {
  check_sides(options, spec);
  const std::string program = std::filesystem::absolute(options.against).string();
  std::vector<BuildInTurn> builds;
  builds.push_back({{program, "worker"}, begin_record(spec, argv), ExportFiles(base_export(options), options.force)});
  builds[0].record.tool = tool_of(program);
  builds.push_back({own_worker_command(), begin_record(spec, argv), ExportFiles(options.exports, options.force)});

  const Interrupt interrupt;
  const RunEnd end = measure_in_turn(builds, interrupt, options.quiet, options.lock);
  Comparison comparison = compare(builds[0].record, builds[1].record, {});
  comparison.base.path = program;
  comparison.candidate.path = "this program";
  print(comparison, options, builds[1]);
  if (end == RunEnd::interrupted) return 128 + interrupt.signal();
  return static_cast<int>(exit_of(comparison));
}

}  // namespace l2bench

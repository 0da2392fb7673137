#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace l2bench {

using Arguments = std::vector<std::string>;

int run_command(const Arguments& arguments);
int compare_command(const Arguments& arguments);
int calibrate_command(const Arguments& arguments);
int baseline_command(const Arguments& arguments);
int report_command(const Arguments& arguments);
int ledger_command(const Arguments& arguments);
int fit_command(const Arguments& arguments);
int probe_command(const Arguments& arguments);
int list_command(const Arguments& arguments);
int schema_command(const Arguments& arguments);
int check_command(const Arguments& arguments);
int worker_command(const Arguments& arguments);

/// One command: `l2bench <word> ...`. Returns the exit code.
struct CommandRow {
  int (*value)(const Arguments&);
  std::string_view word;
  std::string_view help;
  bool hidden;  ///< for the program itself, not for people
};
inline constexpr std::array<CommandRow, 12> command_table{{
    {run_command, "run", "measure a spec; the default when the first word is a flag", false},
    {compare_command, "compare", "compare two records: the gate of a CI job", false},
    {calibrate_command, "calibrate", "find out how small a change each case can show on this machine", false},
    {baseline_command, "baseline", "keep records to compare with: add, list, show", false},
    {report_command, "report", "one HTML page of records, with figures", false},
    {ledger_command, "ledger", "what the handoffs of a model's step are worth, from records", false},
    {probe_command, "probe", "measure a card's L2 facts and fit a model card", false},
    {fit_command, "fit", "fit a model card to a record with counters", false},
    {list_command, "list", "devices, models, preps, workloads, configs, timers, formats or flags", false},
    {schema_command, "schema", "print the JSON schema of a spec, a record or a model card", false},
    {check_command, "check", "compare our bytes and kernel times with Nsight Compute's; takes run's flags", false},
    {worker_command, "worker", "the measuring process of a run; started by `run`", true},
}};

/// Finds the command in `arguments` and runs it. Throws Error.
int dispatch(const Arguments& arguments);

/// "l2bench 0.1.0 (abc1234)" and what is built in, a line each.
std::string version_text();

}  // namespace l2bench

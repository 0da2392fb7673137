#pragma once

#include <vector>

#include "app/commands.hpp"
#include "app/exports.hpp"
#include "app/gpu_lock.hpp"
#include "l2bench/spec_io.hpp"

namespace l2bench {

enum class Colour { automatic, always, never };
inline constexpr std::array<Word<Colour>, 3> colour_table{{
    {Colour::automatic, "auto", "on a terminal, unless NO_COLOR is set"},
    {Colour::always, "always", "always"},
    {Colour::never, "never", "never"},
}};

/// The command line of `run`, read but not yet checked against a device.
struct RunOptions {
  SpecSource source;
  std::vector<Export> exports;
  bool dry_run = false;
  bool print_spec = false;
  int profile_calls = 0;    ///< with --profile: calls of each case for an attached profiler
  std::string against;      ///< another build's program, measured in turn with this one; empty: none
  std::string base_export;  ///< with --against: where that build's record goes; empty: nowhere
  GpuLock::Wish lock = GpuLock::Wish::refuse;
  std::string resume;  ///< a record or its journal, cut short: go on with it; empty: begin
  bool plot = false;
  bool quiet = false;
  bool force = false;
  Colour colour = Colour::automatic;
  std::string help;  ///< set instead of everything else when help was asked for
};

/// Throws UsageError naming the flag, with the closest known flag for an unknown one.
RunOptions parse_run(const Arguments& arguments);

/// For a command that takes run's flags and always measures. Throws UsageError for those that ask for something else.
void refuse_other_modes(const RunOptions& options, std::string_view command);

/// Throws UsageError for a word that is not in colour_table.
Colour parse_colour(const std::string& word);

/// True if standard output is to be coloured.
bool use_colour(Colour colour);

}  // namespace l2bench

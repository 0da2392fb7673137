#pragma once

#include <array>
#include <string>
#include <string_view>

#include "l2bench/words.hpp"

// What else goes on while a call is timed, beside its prep: protection of its input in L2, and theft of its bandwidth.

namespace l2bench {

enum class ProtectKind { off, input, set_aside, foreign };
inline constexpr std::array<Word<ProtectKind>, 4> protect_table{{
    {ProtectKind::off, "none", "no line is protected"},
    {ProtectKind::input, "input", "an access policy window over the input: its lines persist in the set-aside of L2"},
    {ProtectKind::set_aside, "set-aside", "control: the same share of L2 set aside, and no window"},
    {ProtectKind::foreign, "foreign", "control: the same window over a buffer that the call does not use"},
}};

/// Protection of lines in L2. The set-aside is the largest that the device allows.
struct Protection {
  ProtectKind kind = ProtectKind::off;
  double ratio = 1.0;  ///< share of the window's lines that persist, above 0 to 1
  bool on() const { return kind != ProtectKind::off; }
  friend bool operator==(const Protection&, const Protection&) = default;
};

/// "none", "input", "input:0.5", "set-aside", "foreign". Throws UsageError.
Protection parse_protection(std::string_view text);
std::string to_string(const Protection& protection);

enum class StealKind { dram, l2, spin };
inline constexpr std::array<Word<StealKind>, 3> steal_table{{
    {StealKind::dram, "dram", "blocks that read memory beyond L2: they take bandwidth"},
    {StealKind::l2, "l2", "control: the same blocks reading what stays in L2"},
    {StealKind::spin, "spin", "control: the same blocks, awake for the same share, without memory traffic"},
}};

/// A second kernel that runs beside the call on pinned blocks, busy for a share of the time.
struct Steal {
  StealKind kind = StealKind::dram;
  int percent = 0;  ///< of the time that its blocks are busy; 0: there is no such kernel
  bool on() const { return percent > 0; }
  friend bool operator==(const Steal&, const Steal&) = default;
};

/// "0", "25%", "l2:25%", "spin:25%": whole percent up to 100. Throws UsageError.
Steal parse_steal(std::string_view text);
std::string to_string(const Steal& steal);

}  // namespace l2bench

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "l2bench/record.hpp"

// Preps of a handoff: data is left in L2 by `produce` (dirty) or `touch` (clean), other traffic passes, the call reads
// it.

namespace l2bench {

/// The traffic between the step that leaves the data in L2 and the call.
struct Polluter {
  std::uint64_t bytes = 0;
  bool writes = false;
};

/// What a handoff's prep says: "read:256MiB+produce+read:16MiB".
struct Handoff {
  std::string left_by;               ///< "produce" or "touch"
  std::string before;                ///< the steps up to and with it
  std::optional<Polluter> polluter;  ///< empty: nothing passes in between
};

/// Empty for a prep that is no handoff, or whose polluter is more than one step.
std::optional<Handoff> handoff_of(const CaseResult& c);

/// "read:16MiB", "no polluter".
std::string to_string(const std::optional<Polluter>& polluter);

/// DRAM reads of one call; empty where they were not counted.
std::optional<double> dram_reads(const CaseResult& c);

/// DRAM reads of a consumer of nothing of the same shape: what the launch itself reads. 0 where there is none.
struct EmptyBaseline {
  double bytes = 0;
  bool found = false;
};
EmptyBaseline empty_baseline(const Record& record, const CaseResult& like);

/// True for a case whose numbers can be used: ok but for how much is left in L2, and not an empty consumer.
bool is_consumer(const CaseResult& c);

}  // namespace l2bench

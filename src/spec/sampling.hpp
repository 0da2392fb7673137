#pragma once

#include <map>
#include <string>
#include <string_view>

#include "spec/given.hpp"

namespace l2bench {

/// The keys that are one for all cases. Throws UsageError with the place.
Sampling read_sampling(const Givens& givens);

/// "fixed" or "rel-ci=0.5%".
StopRule parse_stop(std::string_view text);
std::string to_string(const StopRule& rule);

/// The file's tags and those of flags; a flag replaces the file's tag of its key.
std::map<std::string, std::string> read_tags(const Givens& givens);

}  // namespace l2bench

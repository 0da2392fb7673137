#pragma once

#include "l2bench/compare.hpp"
#include "record/fields.hpp"

// Fields that more than one file of this stage writes or reads.

namespace l2bench {

template <typename V>
void fields(V& v, Is<CaseNoise> auto& noise) {
  v("floor", noise.floor);
  v("smallest_threshold", noise.smallest_threshold);
}

/// Throws UsageError unless the document says that it has this version of its format.
inline void check_schema_version(Reader& reader, int known, std::string_view what) {
  int version = 0;
  reader("schema_version", version);
  if (version == known) return;
  throw UsageError(
      fmt::format("/schema_version: the {} has version {}; this l2bench reads version {}.", what, version, known));
}

}  // namespace l2bench

#include <fmt/format.h>

#include <algorithm>

#include "l2bench/error.hpp"
#include "l2bench/prep.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

/// Bytes of the last of `steps` that writes. parse_prep lets no discard through without one.
std::uint64_t last_written_bytes(const std::vector<PlacedStep>& steps) {
  const auto writer = std::find_if(steps.rbegin(), steps.rend(), [](const PlacedStep& step) {
    const StepRow& row = row_of(step_table, step.kind);
    return row.writes && !row.own;
  });
  if (writer == steps.rend()) {
    throw UsageError("'discard' has no writing step before it: write write:1.5xL2+discard.");
  }
  return writer->bytes;
}

std::uint64_t bytes_of(const Step& step, const std::vector<PlacedStep>& before, std::uint64_t l2_bytes) {
  if (!row_of(step_table, step.kind).sized) return 0;
  if (step.size) return resolve(*step.size, l2_bytes);
  if (step.kind == StepKind::discard) return last_written_bytes(before);
  return default_flush_bytes(l2_bytes);
}

}  // namespace

std::uint64_t default_flush_bytes(std::uint64_t l2_bytes) {
  return std::max(256 * MiB, 4 * l2_bytes);
}

PlacedPrep place(const Prep& prep, std::uint64_t l2_bytes) {
  PlacedPrep placed{.rotation = prep.rotation};
  for (const Step& step : prep.steps) placed.steps.push_back({step.kind, bytes_of(step, placed.steps, l2_bytes)});
  return placed;
}

std::string to_string(const PlacedPrep& prep) {
  if (prep.steps.empty()) return std::string(row_of(policy_table, prep.rotation).word);
  std::string text;
  for (const PlacedStep& step : prep.steps) {
    const StepRow& row = row_of(step_table, step.kind);
    if (!text.empty()) text += '+';
    text += row.sized ? fmt::format("{}:{}", row.word, format_bytes(step.bytes)) : std::string(row.word);
  }
  return text;
}

std::optional<PlacedStep> step_between(const PlacedPrep& prep) {
  for (const PlacedStep& step : prep.steps) {
    if (row_of(step_table, step.kind).between) return step;
  }
  return std::nullopt;
}

std::uint64_t traffic_bytes(const PlacedPrep& prep) {
  std::uint64_t bytes = 0;
  for (const PlacedStep& step : prep.steps) {
    if (step.kind != StepKind::discard) bytes += step.bytes;
  }
  return bytes;
}

int rotation_copies(std::uint64_t weight_bytes, std::uint64_t l2_bytes) {
  const std::uint64_t pool_bytes = rotation_l2_multiple * l2_bytes;
  const std::uint64_t copies =
      weight_bytes == 0 ? pool_bytes : pool_bytes / weight_bytes + (pool_bytes % weight_bytes != 0 ? 1 : 0);
  if (copies > static_cast<std::uint64_t>(max_rotation_copies)) {
    throw UsageError(
        fmt::format("A rotation of a weight of {} bytes needs {} copies to pass {} x L2; at most {} make one graph. "
                    "Use a larger shape, or another prep such as read.",
                    weight_bytes, copies, rotation_l2_multiple, max_rotation_copies));
  }
  return std::max(2, static_cast<int>(copies));
}

}  // namespace l2bench

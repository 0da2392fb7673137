#include <algorithm>

#include "l2bench/prep.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

/// What a prep has left in L2 so far. All writing steps fill one buffer from its start and all reads another, so
/// lengths say which lines were moved.
class L2State {
 public:
  explicit L2State(std::uint64_t l2_bytes) : l2_bytes_(l2_bytes) {}

  void run(const PlacedStep& step) {
    const StepRow& row = row_of(step_table, step.kind);
    if (row.between) return;  // it runs in the call
    if (row.own) {
      warm_up(row.writes);
    } else if (row.writes) {
      written_ = std::max(written_, step.bytes);
      dirty_ = std::max(dirty_, step.bytes);
    } else if (step.kind == StepKind::read) {
      read_ = std::max(read_, step.bytes);
      if (static_cast<double>(step.bytes) >= clean_read_l2_multiple * static_cast<double>(l2_bytes_)) clean_up();
    }
    const double needed = (produced_ ? clean_read_l2_multiple : 1.0) * static_cast<double>(l2_bytes_);
    cold_ = cold_ || static_cast<double>(written_ + read_) >= needed;
    if (step.kind == StepKind::discard) drop(step.bytes);
  }

  Claim claim() const { return {cold_ ? Heat::cold : Heat::warm, dirty_ == 0 && !produced_dirty_}; }

 private:
  /// Dropped lines leave room, and what comes next fills the room before it evicts anything.
  void drop(std::uint64_t bytes) {
    if (bytes >= dirty_) dirty_ = 0;
    written_ -= std::min(written_, bytes);
  }

  void clean_up() {
    dirty_ = 0;
    produced_dirty_ = false;
  }

  /// The workload's data is back in L2: read, or written.
  void warm_up(bool dirty) {
    cold_ = false;
    produced_ = dirty;
    produced_dirty_ = produced_dirty_ || dirty;
    written_ = 0;
    read_ = 0;
  }

  std::uint64_t l2_bytes_;
  std::uint64_t written_ = 0;    ///< foreign bytes that steps since the last touch brought in by writing
  std::uint64_t read_ = 0;       ///< the same by reading
  std::uint64_t dirty_ = 0;      ///< length of the written buffer that may still hold dirty lines
  bool produced_ = false;        ///< the workload's data was last written, not read
  bool produced_dirty_ = false;  ///< and may still be dirty
  bool cold_ = false;
};

}  // namespace

Claim claim_of(const PlacedPrep& prep, std::uint64_t l2_bytes) {
  if (prep.rotation != Rotation::off) return {Heat::cold, true};
  L2State state(l2_bytes);
  for (const PlacedStep& step : prep.steps) state.run(step);
  return state.claim();
}

std::string to_string(const Claim& claim) {
  if (claim.heat == Heat::warm) return claim.clean ? "warm" : "warm, dirty";
  return claim.clean ? "cold, clean" : "cold, dirty";
}

}  // namespace l2bench

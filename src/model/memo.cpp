#include "model/memo.hpp"

namespace l2bench {
namespace {

// Half a MiB each. A sample passes through a handful of states, one of a chain of kernels through dozens, a round of
// many cases through some more.
constexpr std::size_t most_states = 256;

}  // namespace

RememberedL2::RememberedL2(const ModelCard& card, std::uint64_t seed)
    : l2_(card, seed), at_(l2_.digest()), in_l2_(at_) {
  states_.emplace(at_, l2_.state());
}

Traffic RememberedL2::run(const Stream& stream) {
  if (const auto known = steps_.find({at_, stream}); known != steps_.end()) {
    at_ = known->second.next;
    return known->second.traffic;
  }
  go_to_state();
  const L2::Digest before = at_;
  const Traffic traffic = l2_.run(stream);
  ++simulated_;
  at_ = in_l2_ = l2_.digest();
  if (states_.size() >= most_states) {
    steps_.clear();
    states_.clear();
  } else {
    steps_.emplace(std::pair{before, stream}, Step{traffic, at_});
  }
  states_.emplace(at_, l2_.state());
  return traffic;
}

double RememberedL2::dirty_bytes() {
  go_to_state();
  return l2_.dirty_bytes();
}

void RememberedL2::go_to_state() {
  if (in_l2_ == at_) return;
  l2_.restore(states_.at(at_));
  in_l2_ = at_;
}

}  // namespace l2bench

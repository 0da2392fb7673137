#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "model/l2.hpp"

namespace l2bench {

/// An L2 that remembers what each stream did in each state it met, so that a repeated sample costs nothing once the
/// states repeat. The results are those of L2.
class RememberedL2 {
 public:
  explicit RememberedL2(const ModelCard& card, std::uint64_t seed = 1);

  Traffic run(const Stream& stream);
  double dirty_bytes();

  /// The state between streams; equal digests mean that the same streams will move the same bytes.
  const L2::Digest& state() const { return at_; }

  /// Streams that had to be simulated so far.
  std::size_t simulated() const { return simulated_; }

 private:
  struct Step {
    Traffic traffic;
    L2::Digest next;
  };
  void go_to_state();

  L2 l2_;
  L2::Digest at_;     ///< where the streams so far have led
  L2::Digest in_l2_;  ///< what l2_ holds; behind `at_` after remembered steps
  std::map<std::pair<L2::Digest, Stream>, Step> steps_;
  std::map<L2::Digest, L2::State> states_;
  std::size_t simulated_ = 0;
};

}  // namespace l2bench

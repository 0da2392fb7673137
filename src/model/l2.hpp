#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "l2bench/model.hpp"

namespace l2bench {

enum class Access { read, write, discard };

/// A kernel's pass over the first `bytes` of a buffer, in order, every line once.
struct Stream {
  Access access = Access::read;
  int buffer = 0;
  std::uint64_t bytes = 0;
  bool backward = false;        ///< from the last line to the first
  int protected_buffer = -1;    ///< lines of this buffer are evicted last while the pass runs; -1: of none
  int protected_per_mille = 0;  ///< share of its lines
  friend auto operator<=>(const Stream&, const Stream&) = default;
};

/// What streams moved, in bytes.
struct Traffic {
  double accessed = 0;      ///< loaded and stored by the SMs
  double dram_read = 0;     ///< loads that missed; stores of whole lines read nothing
  double dram_written = 0;  ///< dirty lines evicted or cleaned
  double far = 0;           ///< lines that took a second place because their reader was on the other half of L2
  Traffic& operator+=(const Traffic& other);
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

/// A sample of the sets of one L2: write-back, least recently used first, with a second place for far lines, a limit
/// of dirty lines and a preference for clean victims that is not absolute. docs/model.md states the mechanism.
///
/// Chances are functions of the lines concerned, not of a running generator: the same state and stream give the same
/// result, and a repeated sequence of streams reaches a repeating state.
class L2 {
 public:
  explicit L2(const ModelCard& card, std::uint64_t seed = 1);

  Traffic run(const Stream& stream);

  /// Bytes of dirty lines in L2.
  double dirty_bytes() const;

  /// Bytes that one simulated line stands for.
  double bytes_per_line() const { return bytes_per_line_; }

  struct Line {
    std::uint64_t tag : 62;    ///< buffer, and the line's number among those of the buffer in this set
    std::uint64_t copied : 1;  ///< takes two places
    std::uint64_t dirty : 1;
  };
  struct Set {
    std::uint8_t lines = 0;
    std::uint8_t places = 0;  ///< taken: one a line, two a copied line
    std::uint8_t dirty = 0;
    std::uint8_t dirty_limit = 0;
  };
  struct State {
    std::vector<Set> sets;
    std::vector<Line> lines;  ///< `ways` a set, the least recently used first
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

  /// Two independent hashes of the state.
  using Digest = std::array<std::uint64_t, 2>;
  Digest digest() const;

 private:
  class Walker;
  const std::vector<std::uint32_t>& ranks_of(int buffer);

  std::uint64_t seed_;
  double read_copy_;
  double write_copy_;
  double dirty_victim_;
  std::size_t ways_;
  double sets_;            ///< of the whole L2
  double bytes_per_line_;  ///< that one simulated line stands for
  State state_;
  std::map<int, std::vector<std::uint32_t>> ranks_;
};

}  // namespace l2bench

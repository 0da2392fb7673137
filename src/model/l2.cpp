#include "model/l2.hpp"

#include <algorithm>
#include <cmath>

#include "model/random.hpp"

namespace l2bench {
namespace {

constexpr double line_bytes = 128.0;
constexpr std::uint32_t most_sampled_sets = 4096;
constexpr std::uint64_t tag_bits_of_line = 20;
constexpr int limit_ranks = -1;  // ranks of the sets for the fraction of the dirty limit; buffers start at 0

// One key a kind of chance, so that they are independent of each other.
constexpr std::uint64_t eviction_key = 1;
constexpr std::uint64_t read_copy_key = 2;
constexpr std::uint64_t write_copy_key = 3;
constexpr std::uint64_t protect_key = 4;

}  // namespace

Traffic& Traffic::operator+=(const Traffic& other) {
  accessed += other.accessed;
  dram_read += other.dram_read;
  dram_written += other.dram_written;
  far += other.far;
  return *this;
}

L2::L2(const ModelCard& card, std::uint64_t seed)
    : seed_(scramble(seed)),
      read_copy_(card.read_copy.value),
      write_copy_(card.write_copy.value),
      dirty_victim_(card.dirty_victim.value),
      ways_(static_cast<std::size_t>(card.ways.value)),
      sets_(card.l2_bytes.value / line_bytes / card.ways.value) {
  const auto sampled = static_cast<std::uint32_t>(std::clamp(std::floor(sets_), 1.0, double{most_sampled_sets}));
  bytes_per_line_ = line_bytes * sets_ / sampled;
  state_.sets.resize(sampled);
  state_.lines.resize(sampled * ways_);
  const double limit = card.dirty_share.value * card.ways.value;
  const double whole = std::floor(limit);
  const auto& ranks = ranks_of(limit_ranks);
  for (std::size_t s = 0; s < sampled; ++s) {
    const bool one_more = ranks[s] + 0.5 < (limit - whole) * sampled;
    state_.sets[s].dirty_limit = static_cast<std::uint8_t>(whole + (one_more ? 1 : 0));
  }
}

/// Places of the sets in the order in which a pass over the buffer reaches them. Every run of as many lines as there
/// are sets gives each set one line: NVIDIA's address hash is that even (docs/model.md).
const std::vector<std::uint32_t>& L2::ranks_of(int buffer) {
  auto& ranks = ranks_[buffer];
  if (ranks.empty()) {
    ranks = shuffled(static_cast<std::uint32_t>(state_.sets.size()),
                     scramble(seed_, static_cast<std::uint64_t>(buffer + 1)));
  }
  return ranks;
}

/// Applies a stream to one set.
class L2::Walker {
 public:
  Walker(const L2& l2, State& state, std::size_t set, const Stream& stream)
      : l2_(l2),
        key_(scramble(l2.seed_, set)),
        buffer_tag_(static_cast<std::uint64_t>(stream.buffer) << tag_bits_of_line),
        access_(stream.access),
        protected_buffer_(stream.protected_buffer),
        protected_share_(stream.protected_per_mille / 1000.0),
        set_(state.sets[set]),
        lines_(state.lines.data() + set * l2.ways_) {}

  void access(std::uint64_t line) {
    const std::uint64_t tag = buffer_tag_ | line;
    const int at = find(tag);
    if (access_ == Access::discard) {
      if (at >= 0) remove(at);
    } else if (at >= 0) {
      hit(at);
    } else {
      miss(tag);
    }
  }

  std::uint64_t missed = 0;
  std::uint64_t written = 0;
  std::uint64_t far = 0;

 private:
  int find(std::uint64_t tag) const {
    for (int i = set_.lines - 1; i >= 0; --i) {
      if (lines_[i].tag == tag) return i;
    }
    return -1;
  }

  Line remove(int at) {
    const Line line = lines_[at];
    std::copy(lines_ + at + 1, lines_ + set_.lines, lines_ + at);
    set_.lines -= 1;
    set_.places -= places(line);
    set_.dirty -= line.dirty;
    return line;
  }

  void add(const Line& line) {
    while (set_.places + places(line) > l2_.ways_) evict(line.tag);
    lines_[set_.lines] = line;
    set_.lines += 1;
    set_.places += places(line);
    set_.dirty += line.dirty;
    if (set_.dirty > set_.dirty_limit) clean_oldest();
  }

  void hit(int at) {
    Line line = remove(at);
    if (access_ == Access::write) line.dirty = 1;
    add(line);
  }

  void miss(std::uint64_t tag) {
    Line line{.tag = tag, .copied = 0, .dirty = 0};
    if (access_ == Access::write) {
      line.dirty = 1;
      line.copied = chance(l2_.write_copy_, write_copy_key, tag);
    } else {
      line.copied = chance(l2_.read_copy_, read_copy_key, tag);
      missed += 1;
      far += line.copied;
    }
    add(line);
  }

  /// The least recently used line goes; where it is dirty, the least recently used clean one may go in its stead.
  void evict(std::uint64_t newcomer) {
    const int oldest = next_unprotected(0);
    if (oldest == set_.lines) {  // all are protected: one of them has to go
      written += remove(0).dirty;
      return;
    }
    int victim = oldest;
    if (lines_[oldest].dirty == 1 &&
        !chance(l2_.dirty_victim_, eviction_key, scramble(newcomer, lines_[oldest].tag) + set_.lines)) {
      while (victim < set_.lines && lines_[victim].dirty == 1) victim = next_unprotected(victim + 1);
      if (victim == set_.lines) victim = oldest;
    }
    written += remove(victim).dirty;
  }

  /// The first line at `from` or after it that is not protected; the number of lines if all are.
  int next_unprotected(int from) const {
    while (from < set_.lines && is_protected(lines_[from])) ++from;
    return from;
  }

  bool is_protected(const Line& line) const {
    if (protected_buffer_ < 0 || line.tag >> tag_bits_of_line != static_cast<std::uint64_t>(protected_buffer_))
      return false;
    return chance(protected_share_, protect_key, line.tag);
  }

  /// Written back in place: the line stays, clean.
  void clean_oldest() {
    const auto oldest = std::find_if(lines_, lines_ + set_.lines, [](const Line& line) { return line.dirty == 1; });
    oldest->dirty = 0;
    set_.dirty -= 1;
    written += 1;
  }

  bool chance(double probability, std::uint64_t kind, std::uint64_t what) const {
    return happens(probability, scramble(key_ ^ kind, what));
  }

  static std::uint8_t places(const Line& line) { return static_cast<std::uint8_t>(1U + line.copied); }

  const L2& l2_;
  std::uint64_t key_;
  std::uint64_t buffer_tag_;
  Access access_;
  int protected_buffer_;
  double protected_share_;
  Set& set_;
  Line* lines_;
};

Traffic L2::run(const Stream& stream) {
  const auto& ranks = ranks_of(stream.buffer);
  const double lines_per_set = static_cast<double>(stream.bytes) / line_bytes / sets_;
  const double sampled = static_cast<double>(state_.sets.size());
  std::uint64_t lines = 0;
  std::uint64_t missed = 0;
  std::uint64_t written = 0;
  std::uint64_t far = 0;
  for (std::size_t s = 0; s < state_.sets.size(); ++s) {
    Walker walker(*this, state_, s, stream);
    const double first = (ranks[s] + 0.5) / sampled;
    const auto count = static_cast<std::uint64_t>(std::max(0.0, std::ceil(lines_per_set - first)));
    for (std::uint64_t i = 0; i < count; ++i) walker.access(stream.backward ? count - 1 - i : i);
    lines += count;
    missed += walker.missed;
    written += walker.written;
    far += walker.far;
  }
  const auto bytes = static_cast<double>(stream.bytes);
  const double share = lines == 0 ? 0.0 : 1.0 / static_cast<double>(lines);
  Traffic traffic;
  traffic.accessed = bytes;
  traffic.dram_read = stream.access == Access::read ? bytes * static_cast<double>(missed) * share : 0.0;
  traffic.dram_written = static_cast<double>(written) * bytes_per_line_;
  traffic.far = bytes * static_cast<double>(far) * share;
  return traffic;
}

double L2::dirty_bytes() const {
  std::uint64_t lines = 0;
  for (const Set& set : state_.sets) lines += set.dirty;
  return static_cast<double>(lines) * bytes_per_line_;
}

L2::Digest L2::digest() const {
  Digest digest{};
  for (std::size_t s = 0; s < state_.sets.size(); ++s) {
    digest[0] = scramble(digest[0], s);
    const Line* lines = state_.lines.data() + s * ways_;
    for (const Line* line = lines; line != lines + state_.sets[s].lines; ++line) {
      const std::uint64_t word = line->tag | std::uint64_t{line->copied} << 62U | std::uint64_t{line->dirty} << 63U;
      digest[0] = scramble(digest[0], word);
      digest[1] = (digest[1] ^ word) * 0x9e3779b97f4a7c15U;
      digest[1] ^= digest[1] >> 29U;
    }
  }
  return digest;
}

}  // namespace l2bench

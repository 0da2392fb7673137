#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace l2bench {

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t MiB = 1024 * KiB;
constexpr std::uint64_t GiB = 1024 * MiB;

/// A size as the user wrote it: absolute bytes, or a multiple of the device's L2, known only once a device is.
struct Size {
  std::uint64_t bytes = 0;   ///< used when l2_multiple is 0
  double l2_multiple = 0.0;  ///< "3xL2" or "3x"
  friend bool operator==(const Size&, const Size&) = default;
};

/// The largest size and the largest multiple that parse_size takes; sums of sizes stay far from overflow.
constexpr std::uint64_t max_size_bytes = 1024 * GiB;
constexpr double max_l2_multiple = 1024.0;

/// Bytes of `size` on a device with `l2_bytes` of L2, rounded down to whole 128-byte lines (at least one).
std::uint64_t resolve(const Size& size, std::uint64_t l2_bytes);

/// "256MiB", "1.5GiB", "64KB", "1.5xL2", "0.25x", "4096" (bytes). Throws UsageError naming the text and what is
/// allowed.
Size parse_size(std::string_view text);

/// One size, or the range "4MiB..256MiB*2": the first, then times 2 while not above the last.
std::vector<Size> parse_size_range(std::string_view text);

/// A text that parse_size reads back to the same value: "1.5xL2", or the shortest exact way to write the bytes.
std::string to_string(const Size& size);

/// Bytes as people read them: exact binary units ("256MiB") where they are exact, else plain bytes.
std::string format_bytes(std::uint64_t bytes);

}  // namespace l2bench

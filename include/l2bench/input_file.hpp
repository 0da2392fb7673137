#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace l2bench {

inline constexpr std::uint64_t max_input_file_bytes = std::uint64_t{8} << 30;

/// The content of a regular file that the user named. A pipe, a device or a folder is refused before anything is read,
/// so that no path can hang the program or fill its memory. Throws UsageError naming it and `what` it should be.
std::string read_input_file(const std::string& path, std::string_view what,
                            std::uint64_t most_bytes = max_input_file_bytes);

/// The same check without reading. Throws UsageError.
void check_input_file(const std::string& path, std::string_view what);

}  // namespace l2bench

#pragma once

#include <string>

// Numbers as people read them, for texts and tables; files for programs keep plain numbers.

namespace l2bench {

/// Four digits in the unit that fits: "320 ns", "14.53 µs", "1.234 ms", "2.500 s".
std::string format_time(double ns);

/// `ns` in the unit and with the decimals that format_time gives `like_ns`: for a spread beside its median.
std::string format_time_like(double ns, double like_ns);

/// "11.20 MB", in millions of bytes.
std::string format_megabytes(double bytes);

/// "2310 GB/s".
std::string format_bandwidth(double bytes_per_s);

/// "48%".
std::string format_percent(double share);

}  // namespace l2bench

#pragma once

#include <string>
#include <string_view>

// Texts of users, drivers and devices, made harmless for where they are shown.

namespace l2bench {

/// For a terminal: control characters and broken UTF-8 as \xNN, nothing cut off.
std::string shown(std::string_view text);

/// A field of RFC 4180, quoted where it must be. What a spreadsheet would take for a formula gets a ' in front.
std::string csv_text(std::string_view text);

/// Text of GitHub's Markdown, also inside a table: its marks are escaped.
std::string markdown_text(std::string_view text);

/// Columns that `text` takes on a terminal; every character counts one.
std::size_t display_width(std::string_view text);

}  // namespace l2bench

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "l2bench/record.hpp"
#include "report/figure.hpp"

// Pieces of HTML that pages about records and about comparisons share. Texts are plain: they are escaped here.

namespace l2bench {

std::string element(std::string_view tag, std::string_view look, std::string_view text);
/// Nothing for no lines.
std::string list(const std::vector<std::string>& lines);
/// A box that must be read: `look` is "bad", "warning", "good" or "note".
std::string notice(std::string_view look, std::string_view head, const std::vector<std::string>& lines);
std::string warnings_html(const std::vector<Warning>& warnings);

/// Words as a shell reads them back.
std::string shell_command(const std::vector<std::string>& words);
/// Nothing for an empty command.
std::string command_html(const std::string& command);

struct FigurePlace {
  std::string id;  ///< unique in the page
  std::string_view title;
  bool many_marks = false;  ///< see FigureRow
};
/// The picture, its caption, its table, and the command that makes its numbers again.
std::string figure_html(const Figure& figure, const FigurePlace& place, const std::string& command);

}  // namespace l2bench

#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/record.hpp"
#include "report/html.hpp"

// Pieces of Vega-Lite specifications that figures share. Colours and fonts are the page's: see page.js.

namespace l2bench {

/// Of the panels of a chart.
struct Layout {
  double width = 0;  ///< of a panel, in px
  int columns = 1;
};
/// Two panels in a row, unless there is one alone, or a title or label is long.
Layout layout_of(const std::vector<std::string>& titles, const std::vector<std::string>& labels = {});

/// What was measured on what, and whether it is simulated, stands in the picture itself, so that it goes where the
/// picture goes.
nlohmann::json chart(const Record& record, nlohmann::json panels, const Layout& layout);
nlohmann::json chart(const std::string& what, nlohmann::json panels, const Layout& layout);

/// {"values": rows}.
nlohmann::json data_of(nlohmann::json rows);

/// A legend on top with these words, in as many columns as fit.
nlohmann::json legend_of(const std::vector<std::string>& shown);
/// Colour and dash by the field `field`; a word of `domain` looks the same in all figures that share the domain.
nlohmann::json colour(std::string_view field, const std::vector<std::string>& domain, bool legend);
nlohmann::json dash(std::string_view field, const std::vector<std::string>& domain, bool legend);

/// A quantitative channel; the scale need not hold zero.
nlohmann::json quantity(std::string_view field, std::string_view title);
/// A nominal channel in the order of `domain`.
nlohmann::json words(std::string_view field, const std::vector<std::string>& domain);
/// A dashed line across the panel at a value of channel "x" or "y".
nlohmann::json guide(std::string_view channel, double value);
/// Words beside x, on the side that has room for them, `y_px` below the panel's top.
enum class Beside { left, right };
nlohmann::json note(double x, double y_px, const std::string& text, Beside side);
/// The L2 that the device reports, on an x axis in MiB, in words so far below the panel's top; nothing if it is
/// unknown.
void add_reported_l2(nlohmann::json& layers, const Record& record, std::optional<double> words_y_px, Beside side);

/// A channel's scale for sizes that double.
nlohmann::json doubling_scale();

double to_us(double ns);
double to_mib(double bytes);
double to_mb(double bytes);

/// Columns of median and spread, and the texts of a case in them.
void add_time_columns(Table& table);
void add_time_cells(std::vector<std::string>& row, const CaseResult& c);

}  // namespace l2bench

#include "render/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "record/units.hpp"
#include "render/escape.hpp"
#include "report/panels.hpp"

namespace l2bench {
namespace {

constexpr std::size_t plot_width = 60;
constexpr double shown_share = 0.995;  // as in the report: a few slow samples would press all others into one column
constexpr std::array<std::string_view, 9> blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

struct TimeAxis {
  double low_ns = 0;
  double high_ns = 0;
  std::size_t column_of(double ns) const {
    if (high_ns <= low_ns) return 0;
    const double share = (ns - low_ns) / (high_ns - low_ns);
    return std::min(static_cast<std::size_t>(share * plot_width), plot_width - 1);
  }
};

TimeAxis axis_of(const Record& record, const Panel& panel) {
  TimeAxis axis{record.cases[panel.series.front().index].stats->min_ns, 0.0};
  for (const Series& series : panel.series) {
    std::vector<double> ascending = record.cases[series.index].samples_ns;
    std::sort(ascending.begin(), ascending.end());
    axis.low_ns = std::min(axis.low_ns, ascending.front());
    axis.high_ns = std::max(axis.high_ns, quantile_sorted(ascending, shown_share));
  }
  return axis;
}

/// A column with any sample at all shows at least the lowest block.
std::string line_of(const std::vector<double>& samples_ns, const TimeAxis& axis) {
  std::array<std::size_t, plot_width> counts{};
  std::size_t slower = 0;
  for (const double ns : samples_ns) {
    if (ns > axis.high_ns) {
      ++slower;
    } else {
      ++counts[axis.column_of(ns)];
    }
  }
  const auto most = static_cast<double>(std::max<std::size_t>(*std::max_element(counts.begin(), counts.end()), 1));
  std::string line;
  for (const std::size_t count : counts) {
    line += blocks[static_cast<std::size_t>(std::ceil(static_cast<double>(count) / most * (blocks.size() - 1)))];
  }
  return line + (slower > 0 ? fmt::format("| {} slower", slower) : "|");
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, display_width(text)), ' ');
}

std::string panel_text(const Record& record, const Panel& panel) {
  const TimeAxis axis = axis_of(record, panel);
  std::size_t width = 0;
  for (const Series& series : panel.series) width = std::max(width, display_width(shown(series.label)));
  std::string text = shown(panel.title) + '\n';
  for (const Series& series : panel.series) {
    text += fmt::format("  {} |{}\n", padded(shown(series.label), width),
                        line_of(record.cases[series.index].samples_ns, axis));
  }
  const std::string low = format_time(axis.low_ns);
  const std::string high = format_time(axis.high_ns);
  const std::size_t between = plot_width - std::min(plot_width, display_width(low) + display_width(high));
  return text + fmt::format("  {}  {}{}{}\n", std::string(width, ' '), low, std::string(between, ' '), high);
}

}  // namespace

std::string plot_text(const Record& record) {
  std::string text;
  for (const Panel& panel : panels_of(record)) text += panel_text(record, panel);
  return text;
}

}  // namespace l2bench

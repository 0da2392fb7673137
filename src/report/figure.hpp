#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "l2bench/record.hpp"
#include "report/html.hpp"

namespace l2bench {

/// A picture as data: Vega-Lite draws it. Table and caption say the same without it.
struct Figure {
  nlohmann::json spec;
  std::string caption;
  Table table;
};

Figure distribution(const Record& record);
Figure size_sweep(const Record& record);
Figure weight_size(const Record& record);
Figure ranks(const Record& record);
Figure field(const Record& record);
Figure timers(const Record& record);
Figure prediction(const Record& record);
Figure samples_in_time(const Record& record);

bool has_samples(const Record& record);
bool has_sweep(const Record& record);
bool has_weights(const Record& record);
bool has_ranks(const Record& record);
bool has_field(const Record& record);
bool has_timers(const Record& record);
bool has_predictions(const Record& record);

/// A kind of figure; a record gets those that apply to it, what it was made for first.
struct FigureRow {
  std::string_view id;
  std::string_view title;
  bool (*applies)(const Record&);
  Figure (*make)(const Record&);
  bool many_marks = false;  ///< drawn on a canvas: tens of thousands of SVG nodes would stall the page
};
inline constexpr std::array<FigureRow, 8> figure_table{{
    {"size_sweep", "Flush size against time and written-back bytes", has_sweep, size_sweep},
    {"weight_size", "Slowdown against weight size", has_weights, weight_size},
    {"ranks", "Order of the workloads under each prep", has_ranks, ranks},
    {"field", "All workloads and configs, the fastest first", has_field, field},
    {"timers", "The timers on the same call", has_timers, timers},
    {"prediction", "Measured against predicted", has_predictions, prediction},
    {"distribution", "Distribution of the samples", has_samples, distribution},
    {"samples_in_time", "Samples in the order they were taken, and the SM clock", has_samples, samples_in_time, true},
}};

}  // namespace l2bench

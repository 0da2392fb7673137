#include <nlohmann/json.hpp>

#include "l2bench/render.hpp"
#include "l2bench/render_comparison.hpp"
#include "l2bench/words.hpp"
#include "render/ci_rows.hpp"

namespace l2bench {

/// Bencher Metric Format; its built-in measure `latency` is in ns. Cases without a usable time are left out.
std::string bmf_text(const CiReport& report) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const CiRow& row : report.rows) {
    if (!row.median_ns || row.outcome == TestOutcome::error) continue;
    nlohmann::ordered_json latency{{"value", *row.median_ns}};
    if (row.range_ns) {
      latency["lower_value"] = (*row.range_ns)[0];
      latency["upper_value"] = (*row.range_ns)[1];
    }
    all[row.name] = {{"latency", std::move(latency)}};
  }
  return safe_json(all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + '\n';
}

std::string render_bmf(const Record& record) {
  return bmf_text(ci_report(record));
}

std::string render_comparison_bmf(const Comparison& comparison) {
  return bmf_text(ci_report(comparison));
}

}  // namespace l2bench

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "l2bench/render.hpp"
#include "l2bench/render_comparison.hpp"
#include "l2bench/words.hpp"
#include "render/ci_rows.hpp"

namespace l2bench {

/// github-action-benchmark, tool customSmallerIsBetter. Cases without a time are left out: it knows no missing value.
std::string gha_text(const CiReport& report) {
  std::string extra = fmt::format("GPU {}", report.device);
  for (const auto& [name, value] : report.facts) extra += fmt::format("\n{} {}", name, value);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const CiRow& row : report.rows) {
    if (!row.median_ns || row.outcome == TestOutcome::error) continue;
    nlohmann::ordered_json j{{"name", row.name}, {"unit", "ns"}, {"value", *row.median_ns}};
    if (row.range_ns) {
      j["range"] = fmt::format("± {:.0f}", 0.5 * ((*row.range_ns)[1] - (*row.range_ns)[0]));
    }
    j["extra"] = extra;
    rows.push_back(std::move(j));
  }
  return safe_json(rows.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + '\n';
}

std::string render_gha(const Record& record) {
  return gha_text(ci_report(record));
}

std::string render_comparison_gha(const Comparison& comparison) {
  return gha_text(ci_report(comparison));
}

}  // namespace l2bench

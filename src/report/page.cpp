#include <fmt/format.h>

#include <algorithm>

#include "l2bench/report.hpp"
#include "report/frame.hpp"
#include "report/html.hpp"
#include "report/sections.hpp"

namespace l2bench {
namespace {

std::string name_of(const Record& record) {
  if (!record.spec.name.empty()) return record.spec.name;
  const std::string& device = record.environment.device.name;
  return device.empty() ? "l2bench" : device;
}

std::string title_of(std::span<const Record> records) {
  const bool any_simulated = std::any_of(records.begin(), records.end(),
                                         [](const Record& record) { return record.environment.device.simulated; });
  std::string title = any_simulated ? "SIMULATED " : "";
  for (const Record& record : records) title += name_of(record) + (&record == &records.back() ? "" : ", ");
  return title + " - l2bench";
}

std::string record_html(const Record& record, const std::string& prefix) {
  const bool is_simulated = record.environment.device.simulated;
  return fmt::format("<article class=\"{}\">\n<h2>{}</h2>\n{}{}{}{}{}</article>\n",
                     is_simulated ? "simulated" : "measured", html_text(name_of(record)), verdicts_html(record),
                     environment_html(record), findings_html(record), figures_html(record, prefix), cases_html(record));
}

}  // namespace

std::string report_page(std::span<const Record> records) {
  std::string articles;
  for (std::size_t i = 0; i < records.size(); ++i) articles += record_html(records[i], fmt::format("r{}-", i));
  return page_of("l2bench report", title_of(records), articles);
}

}  // namespace l2bench

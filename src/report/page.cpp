#include <fmt/format.h>

#include <algorithm>

#include "l2bench/report.hpp"
#include "report/assets.hpp"
#include "report/html.hpp"
#include "report/policy.hpp"
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

std::string head(std::span<const Record> records) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>{}</style>\n</head>\n",
      content_security_policy(), html_text(title_of(records)), page_style().text);
}

std::string record_html(const Record& record, const std::string& prefix) {
  const bool is_simulated = record.environment.device.simulated;
  return fmt::format("<article class=\"{}\">\n<h2>{}</h2>\n{}{}{}{}{}</article>\n",
                     is_simulated ? "simulated" : "measured", html_text(name_of(record)), verdicts_html(record),
                     environment_html(record), findings_html(record), figures_html(record, prefix), cases_html(record));
}

std::string scripts() {
  std::string text;
  for (const Asset& script : page_scripts()) text += fmt::format("<script>{}</script>\n", script.text);
  return text;
}

}  // namespace

std::string report_page(std::span<const Record> records) {
  std::string page = head(records) + "<body>\n<main>\n<h1>l2bench report</h1>\n";
  for (std::size_t i = 0; i < records.size(); ++i) page += record_html(records[i], fmt::format("r{}-", i));
  return page + "</main>\n" + scripts() + "</body>\n</html>\n";
}

}  // namespace l2bench

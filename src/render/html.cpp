#include "l2bench/render.hpp"
#include "l2bench/render_comparison.hpp"
#include "l2bench/report.hpp"

namespace l2bench {

std::string render_html(const Record& record) {
  return report_page(std::span(&record, 1));
}

std::string render_comparison_html(const Comparison& comparison) {
  return comparison_page(comparison);
}

}  // namespace l2bench

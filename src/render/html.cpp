#include "l2bench/render.hpp"
#include "l2bench/report.hpp"

namespace l2bench {

std::string render_html(const Record& record) {
  return report_page(std::span(&record, 1));
}

}  // namespace l2bench

#include "l2bench/analyze.hpp"

#include <iterator>

namespace l2bench {

std::vector<Finding> analyze(const Record& record) {
  std::vector<Finding> all;
  for (const FindingRow& row : finding_table) {
    std::vector<Finding> found = row.value(record);
    std::move(found.begin(), found.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace l2bench

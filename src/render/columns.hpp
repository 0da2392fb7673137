#pragma once

#include <string>
#include <vector>

#include "l2bench/record.hpp"

namespace l2bench {

/// A column of the table at a glance: a cell for every case, plain text, not yet escaped.
struct Column {
  std::string title;
  bool is_number = false;
  bool is_status = false;
  std::vector<std::string> cells;
};

/// The axes that vary (and always the prep), then what was found. Columns that would be empty are left out.
std::vector<Column> columns_of(const Record& record);

/// What all cases have in common: "cublas, 4096x4096, 1 row, bf16".
std::string common_axes(const Record& record);

/// The words that tell a case from the others of its record: "4096x4096 zero:256MiB".
std::vector<std::string> case_labels(const Record& record);

}  // namespace l2bench

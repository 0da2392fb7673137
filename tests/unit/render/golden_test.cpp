#include "golden/golden.hpp"

#include <gtest/gtest.h>

#include "golden/synthetic_record.hpp"
#include "l2bench/render.hpp"

namespace l2bench {
namespace {

struct GoldenRecord {
  const char* name;
  Record (*make)();
};
constexpr std::array<GoldenRecord, 3> records{{
    {"study", synthetic::study},
    {"simulated_sweep", synthetic::simulated_sweep},
    {"hostile_and_partial", synthetic::hostile_and_partial},
}};

class Golden : public testing::TestWithParam<GoldenRecord> {
 protected:
  const Record record_ = GetParam().make();
  std::string file(const std::string& ending) const { return GetParam().name + ending; }
};

TEST_P(Golden, TableOfATerminal) {
  expect_golden(file(".table.txt"), render_table(record_, {}));
}
TEST_P(Golden, Markdown) {
  expect_golden(file(".md"), render_markdown(record_));
}
TEST_P(Golden, Csv) {
  expect_golden(file(".csv"), render_csv(record_));
}
TEST_P(Golden, Json) {
  expect_golden(file(".json"), render_json(record_));
}

INSTANTIATE_TEST_SUITE_P(Records, Golden, testing::ValuesIn(records),
                         [](const auto& golden) { return std::string(golden.param.name); });

}  // namespace
}  // namespace l2bench

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace l2bench::cli {
namespace {

using ::testing::HasSubstr;

class Topic : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Topic, IsListedForPeopleAndAsJson) {
  const auto& [topic, word] = GetParam();
  const Ended text = run({"list", topic});
  EXPECT_EQ(text.exit, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr(word));
  const Ended json = run({"list", topic, "--json"});
  const auto rows = nlohmann::json::parse(json.out);
  ASSERT_TRUE(rows.is_array());
  EXPECT_THAT(json.out, HasSubstr(word));
}

INSTANTIATE_TEST_SUITE_P(All, Topic,
                         ::testing::Values(std::pair("preps", "zero[:SIZE]"), std::pair("preps", "rotate"),
                                           std::pair("workloads", "int8-gemv"), std::pair("timers", "stamp"),
                                           std::pair("launches", "graph"), std::pair("formats", "csv"),
                                           std::pair("flags", "timer_limited"), std::pair("models", "model:h200")));

TEST(Devices, AreListedOrTheReasonIsGiven) {
  const Ended ended = run({"list", "devices"});
  if (ended.exit == 0) {
    EXPECT_THAT(ended.out, HasSubstr("UUID"));
  } else {
    EXPECT_EQ(ended.exit, 3);
    EXPECT_GT(ended.err.size(), 20u) << "a sentence that says why";
  }
}

}  // namespace
}  // namespace l2bench::cli

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "l2bench/record.hpp"

// Words that the schema lists must be those of the tables. What a record looks like is checked by
// tests/golden/check_schema.py.

namespace l2bench {
namespace {

using nlohmann::json;

json schema() {
  std::ifstream file(std::string(L2BENCH_SOURCE_DIR) + "/schema/result.schema.json");
  return json::parse(file);
}

std::set<std::string> listed(const json& rule) {
  return rule.at("enum").get<std::set<std::string>>();
}

template <typename Table>
std::set<std::string> words(const Table& table) {
  std::set<std::string> all;
  for (const auto& row : table) all.insert(std::string(row.word));
  return all;
}

TEST(ResultSchema, ListsTheWordsOfTheTables) {
  const json definitions = schema().at("definitions");
  EXPECT_EQ(listed(definitions.at("timer")), words(timer_table));
  EXPECT_EQ(listed(definitions.at("launch")), words(launch_table));
  EXPECT_EQ(listed(definitions.at("dtype")), words(dtype_table));
  EXPECT_EQ(listed(definitions.at("case").at("properties").at("status")), words(status_table));
}

TEST(ResultSchema, ListsEveryFlag) {
  std::set<std::string> ids;
  for (const FlagRow& row : flag_table) ids.insert(std::string(row.id));
  EXPECT_EQ(listed(schema().at("definitions").at("flag").at("properties").at("id")), ids);
}

TEST(ResultSchema, NamesTheVersionThatIsWritten) {
  EXPECT_EQ(schema().at("properties").at("schema_version").at("const"), record_schema_version);
}

}  // namespace
}  // namespace l2bench

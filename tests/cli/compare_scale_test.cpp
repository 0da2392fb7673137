// The size of a large nightly run: 2,000 cases of 7 processes with 600 samples each, twice.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "support/made_up_record.hpp"

namespace l2bench::cli {
namespace {

constexpr int nightly_cases = 2000;
/// On two free cores it takes 5 s of 8 that it may; CI shares its cores.
constexpr std::chrono::seconds most_time{60};
constexpr long most_kib = 1024L * 1024L;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// One case written as many: as a whole the JSON would take more memory than comparing it.
void write_large(const std::string& path, std::uint64_t seed) {
  nlohmann::json record = to_json(made_up::record_of({{.samples = 600}}, seed));
  const std::string one = record["cases"][0].dump();
  record["cases"] = nlohmann::json::array();
  const std::string rest = record.dump();
  const std::size_t at = rest.find("\"cases\":[]") + std::string("\"cases\":[").size();
  std::ofstream file(path);
  file << rest.substr(0, at);
  for (int i = 0; i < nightly_cases; ++i) {
    const std::string k = std::to_string(64 * (i + 1));
    file << (i == 0 ? "" : ",") << replaced(replaced(one, "\"k\":4096", "\"k\":" + k), "4096x4096", "4096x" + k);
  }
  file << rest.substr(at);
}

TEST(CompareScale, ALargeRunTakesSecondsAndLessThanAGigabyte) {
  const Folder folder;
  write_large(folder.file("base.json"), 1);
  write_large(folder.file("new.json"), 2);
  const auto start = std::chrono::steady_clock::now();
  const Ended ended = run({"compare", folder.file("base.json"), folder.file("new.json"), "--quiet"});
  EXPECT_LT(std::chrono::steady_clock::now() - start, most_time);
  EXPECT_EQ(ended.exit, 0) << ended.err;
  rusage used{};
  ASSERT_EQ(getrusage(RUSAGE_CHILDREN, &used), 0);
  EXPECT_LT(used.ru_maxrss, most_kib);
}

}  // namespace
}  // namespace l2bench::cli

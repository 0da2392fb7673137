// Every input of the corpus, and every input that ever broke something, through its target once.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/targets.hpp"

namespace l2bench::fuzz {
namespace {

class Corpus : public ::testing::TestWithParam<Target> {};

TEST_P(Corpus, IsReadOrRefusedAndNeverBreaksTheProgram) {
  const std::filesystem::path folder =
      std::filesystem::path(L2BENCH_SOURCE_DIR) / "tests/fuzz/corpus" / GetParam().word;
  std::size_t inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NO_THROW(GetParam().value(text)) << entry.path();
    ++inputs;
  }
  EXPECT_GE(inputs, 5u) << folder;
}

INSTANTIATE_TEST_SUITE_P(Targets, Corpus, ::testing::ValuesIn(target_table),
                         [](const auto& one) { return std::string(one.param.word); });

}  // namespace
}  // namespace l2bench::fuzz

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "helpers.hpp"

namespace l2bench {
namespace {

namespace fs = std::filesystem;

const fs::path configs = fs::path(L2BENCH_SOURCE_DIR) / "configs";

Spec config(const std::string& name) {
  std::ifstream file(configs / name);
  std::ostringstream text;
  text << file.rdbuf();
  return parse_spec({.path = name, .text = text.str()});
}

/// The specs; folders beside them, and layers of the ledger, are other things.
std::vector<std::string> config_names() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(configs)) {
    const bool is_layer = entry.path().filename().string().ends_with("_layer.json");
    if (entry.is_regular_file() && !is_layer) names.push_back(entry.path().filename().string());
  }
  return names;
}

TEST(Configs, HaveTheCasesOfTheirStudies) {
  const std::map<std::string, std::size_t> expected{
      {"ci_a100.json", 3},          {"do_bench_study.json", 25},   {"flush_size.json", 11},
      {"invariance.json", 28},      {"timers.json", 48},           {"probe.json", 56},
      {"rank_flip.json", 282},      {"scrub_conditions.json", 10}, {"handoff_survival.json", 255},
      {"handoff_protect.json", 75}, {"handoff_order.json", 16},    {"profiler_bias.json", 16},
      {"handoff_kappa.json", 40},   {"handoff_chain.json", 4},     {"handoff_scrub.json", 24}};
  std::map<std::string, std::size_t> found;
  for (const std::string& name : config_names()) {
    const Spec spec = config(name);
    found[name] = spec.cases.size();
    EXPECT_EQ(spec.name + ".json", name);
    EXPECT_FALSE(spec.description.empty()) << name;
  }
  EXPECT_EQ(found, expected);
}

TEST(Configs, SurviveTheEffectiveSpec) {
  for (const std::string& name : config_names()) {
    const Spec spec = config(name);
    EXPECT_EQ(parse_spec({.text = to_json(spec).dump()}).cases, spec.cases) << name;
  }
}

TEST(Configs, DoBenchStudyIsTheFiveShapesOfLlama) {
  const std::vector<std::string> texts = case_texts(config("do_bench_study.json"));
  EXPECT_EQ(texts.front(), "cublas/4096x4096/m1/bf16/none/event/stream");
  EXPECT_EQ(texts[9], "cublas/6144x4096/m1/bf16/rotate/event/graph");
  EXPECT_EQ(texts.back(), "cublas/128256x4096/m1/bf16/rotate/event/graph");
}

TEST(Configs, FlushSizeStartsFromACleanL2) {
  const std::vector<std::string> texts = case_texts(config("flush_size.json"));
  EXPECT_EQ(texts[0], "cublas/4096x4096/m1/bf16/read/event/stream");
  EXPECT_EQ(texts[1], "cublas/4096x4096/m1/bf16/read+zero:2MiB/event/stream");
  EXPECT_EQ(texts[10], "cublas/4096x4096/m1/bf16/read+zero:256MiB/event/stream");
}

TEST(Configs, InvarianceAddsUpToSixNullLaunches) {
  const std::vector<std::string> texts = case_texts(config("invariance.json"));
  EXPECT_EQ(texts[0], "cublas/4096x4096/m1/bf16/read/event/stream");
  EXPECT_EQ(texts[6], "cublas/4096x4096/m1/bf16/read+nop+nop+nop+nop+nop+nop/event/stream");
  EXPECT_EQ(texts[7], "cublas/4096x4096/m1/bf16/read/event/graph");
}

TEST(Configs, CiHasEnoughProcessesForARankTest) {
  EXPECT_GE(config("ci_a100.json").sampling.processes, 7);
}

}  // namespace
}  // namespace l2bench

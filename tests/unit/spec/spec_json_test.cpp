#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers.hpp"

namespace l2bench {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

Spec read_back(const Spec& spec) {
  return parse_spec({.path = "effective", .text = to_json(spec).dump(1)});
}

void expect_equal(const Spec& a, const Spec& b) {
  EXPECT_EQ(a.cases, b.cases);
  EXPECT_EQ(a.sampling, b.sampling);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(a.device, b.device);
  EXPECT_EQ(a.tags, b.tags);
}

TEST(SpecJson, FillsEveryDefaultIn) {
  EXPECT_EQ(to_json(parse_flags({{"--shape", "4096x4096"}})), json::parse(R"({
    "schema_version": 1, "device": "0",
    "shape": "4096x4096", "rows": 1, "dtype": "bf16", "workload": "cublas", "launch": "stream", "timer": "event",
    "prep": "read",
    "samples": 3000, "rounds": 5, "processes": 1, "max_samples": 20000, "stop": "fixed", "warmup_s": 0.1,
    "timeout_s": 60.0, "seed": 1, "init": "normal", "placement": "fixed", "counters": "auto"})"));
}

TEST(SpecJson, KeepsTheGrid) {
  const json j = to_json(parse_flags({{"--shape", "1..4*2x8"},
                                      {"--workload", "cublas,int8-gemv"},
                                      {"--flush", "zero,read"},
                                      {"--flush-size", "1MiB..4MiB*2"}}));
  EXPECT_EQ(j["shape"], json({"1x8", "2x8", "4x8"}));
  EXPECT_EQ(j["workload"], json({"cublas", "int8-gemv"}));
  EXPECT_EQ(j["dtype"], "auto") << "no one word says it";
  EXPECT_EQ(j["launch"], "stream");
  EXPECT_EQ(j["prep"], json({"zero", "read"}));
  EXPECT_EQ(j["flush_size"], json({"1MiB", "2MiB", "4MiB"}));
  EXPECT_FALSE(j.contains("groups"));
  EXPECT_FALSE(j.contains("config"));
}

TEST(SpecJson, LeavesTheLaunchOpenWhereCasesDiffer) {
  EXPECT_EQ(to_json(parse_flags({{"--shape", "1x8"}, {"--flush", "read,rotate"}}))["launch"], "auto");
  EXPECT_EQ(to_json(parse_flags({{"--shape", "1x8"}, {"--flush", "rotate"}}))["launch"], "graph");
}

TEST(SpecJson, WritesWhatGroupsShareOnce) {
  const json j = to_json(parse_file(
      R"({"shape": "1x8", "groups": [{"prep": "read"}, {"prep": "read+zero", "flush_size": ["1MiB", "2MiB"]}]})"));
  EXPECT_EQ(j["shape"], "1x8");
  EXPECT_EQ(j["timer"], "event");
  EXPECT_FALSE(j.contains("prep"));
  EXPECT_EQ(j["groups"], json::parse(R"([{"prep": "read"}, {"prep": "read+zero", "flush_size": ["1MiB", "2MiB"]}])"));
}

TEST(SpecJson, ReadsBackToTheSameSpec) {
  for (const Flags& flags : std::vector<Flags>{
           {{"--shape", "4096x4096"}},
           {{"--shape", "1..64*2x8..32*2,7x9"}, {"--rows", "1..8*2"}, {"--dtype", "fp32,int8"}},
           {{"--shape", "1x8"}, {"--flush", "none,rotate,rotate-each,touch+nop,write:1.5xL2+discard"}},
           {{"--shape", "1x8"}, {"--flush", "read+zero,memset"}, {"--flush-size", "0.1x,0.3x,1000,1GiB"}},
           {{"--shape", "1x8"}, {"--workload", "int8-gemv,cublas"}, {"--config", "a,b"}, {"--timer", "stamp,kernel"}},
           {{"--shape", "1x8"}, {"--launch", "graph,stream"}, {"--stop", "rel-ci=0.7%"}, {"--samples", "3"}},
           {{"--shape", "1x8"},
            {"--samples", "70000"},
            {"--warmup", "0.3"},
            {"--timeout", "1ms"},
            {"--mem-limit", "1.5x"}},
           {{"--shape", "1x8"}, {"--placement", "varied"}, {"--processes", "3"}},
           {{"--shape", "1x8"}, {"--require-counters", ""}, {"--init", "zeros"}, {"--seed", "9007199254740991"}},
           {{"--shape", "1x8"}, {"--name", "\xC3\xA4\n\"<b>"}, {"--tag", "k=\x1b"}, {"--device", "model:x"}}}) {
    const Spec spec = parse_flags(flags);
    expect_equal(read_back(spec), spec);
    EXPECT_EQ(to_json(read_back(spec)), to_json(spec));
  }
}

TEST(SpecJson, ReadsGroupsBackInTheirOrder) {
  for (
      const char* text :
      {R"({"shape": ["1x8", "2x8"], "groups": [{"prep": "zero"}, {"prep": "read", "shape": "9x9"}, {"prep": "zero"}]})",
       R"({"shape": "1x8", "groups": [{"flush_size": "1MiB"}, {"prep": "none"}]})",
       R"({"shape": "1x8", "config": "a", "groups": [{"workload": "int8-gemv"}, {"workload": "cublas"}]})",
       R"({"shape": "1x8", "groups": [{"prep": "rotate"}, {"prep": "read", "launch": "graph"}, {"timer": "stamp"}]})",
       R"({"shape": "1x8", "groups": [{"prep": ["zero", "read"]}]})"}) {
    const Spec spec = parse_file(text);
    expect_equal(read_back(spec), spec);
  }
}

TEST(SpecJson, KeepsEveryPercentage) {
  for (const char* percent :
       {"0.001", "0.1", "0.3", "0.5", "0.7", "1.1", "2.3", "7", "12.345678", "33.333333333333336", "99.9", "100"}) {
    const Spec spec = parse_flags({{"--shape", "1x8"}, {"--stop", "rel-ci=" + std::string(percent) + "%"}});
    EXPECT_EQ(to_json(spec)["stop"], "rel-ci=" + std::string(percent) + "%");
  }
}

TEST(SpecJson, OfCasesMadeByHandListsThem) {
  Spec spec = parse_flags({{"--shape", "1x8,2x8"}, {"--flush", "zero,rotate"}});
  spec.cases.erase(spec.cases.begin() + 1);
  expect_equal(read_back(spec), spec);
  Spec bare;
  bare.cases = {Case{.workload = "int8-gemv",
                     .config = "a",
                     .shape = {3, 4},
                     .rows = 2,
                     .dtype = Dtype::int8,
                     .prep = parse_prep("zero:1MiB"),
                     .timer = TimerKind::stamp,
                     .launch = Launch::graph}};
  expect_equal(read_back(bare), bare);
}

TEST(SpecJson, OfNoCasesIsStillJson) {
  EXPECT_FALSE(to_json(Spec{}).contains("shape"));
}

// ---- Keys and commands ----

std::vector<std::string> keys(const Spec& spec, std::uint64_t l2_bytes = 60 * MiB) {
  std::vector<std::string> texts;
  for (const Case& c : spec.cases) texts.push_back(case_key(c, place(c.prep, l2_bytes)));
  return texts;
}

TEST(CaseKey, SpellsTheCaseOut) {
  EXPECT_THAT(keys(parse_flags({{"--shape", "4096x4096"}, {"--flush", "read,write:1.5xL2+discard,none,rotate"}})),
              ElementsAre("cublas/4096x4096/m1/bf16/read:256MiB/event/stream",
                          "cublas/4096x4096/m1/bf16/write:90MiB+discard:90MiB/event/stream",
                          "cublas/4096x4096/m1/bf16/none/event/stream", "cublas/4096x4096/m1/bf16/rotate/event/graph"));
  EXPECT_THAT(keys(parse_flags({{"--shape", "8x9"},
                                {"--workload", "int8-gemv"},
                                {"--config", "r8-k4"},
                                {"--rows", "4"},
                                {"--timer", "stamp"}})),
              ElementsAre("int8-gemv:r8-k4/8x9/m4/int8/read:256MiB/stamp/stream"));
}

/// The command's words after "l2bench", as flags.
Flags words_of_command(const std::string& command) {
  std::vector<std::string_view> words = split(command, ' ');
  Flags flags;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (const std::size_t equals = words[i].find('='); words[i].starts_with("--counters=")) {
      flags.emplace_back(words[i].substr(0, equals), words[i].substr(equals + 1));
    } else {
      flags.emplace_back(words[i], words[i + 1]);
      ++i;
    }
  }
  return flags;
}

TEST(Reproduce, NamesTheCaseInFullAndWhatIsNotTheDefault) {
  const Spec spec = parse_flags({{"--shape", "4096x4096"}, {"--flush", "zero,read"}, {"--samples", "200"}});
  EXPECT_EQ(reproduce_command(spec.cases[1], place(spec.cases[1].prep, 60 * MiB), spec),
            "l2bench --device 0 --workload cublas --shape 4096x4096 --rows 1 --dtype bf16 --flush read:256MiB --timer "
            "event --launch stream --samples 200");
}

TEST(Reproduce, LeadsToJustThatCaseWithTheSameSampling) {
  for (const Flags& flags : std::vector<Flags>{
           {{"--shape", "1x8,2x8"}, {"--flush", "zero,rotate,write+discard,none"}, {"--rows", "1,4"}},
           {{"--shape", "1x8"}, {"--workload", "int8-gemv"}, {"--config", "a,b"}, {"--timer", "event,stamp"}},
           {{"--shape", "1x8"}, {"--samples", "3"}},
           {{"--shape", "1x8"}, {"--samples", "30000"}},
           {{"--shape", "1x8"},
            {"--rounds", "2"},
            {"--processes", "3"},
            {"--max-samples", "5000"},
            {"--stop", "rel-ci=0.5%"},
            {"--warmup", "250ms"},
            {"--timeout", "2min"},
            {"--seed", "7"},
            {"--init", "zeros"},
            {"--placement", "varied"},
            {"--counters", "off"},
            {"--mem-limit", "8GiB"},
            {"--device", "model:h200"}}}) {
    const Spec spec = parse_flags(flags);
    for (const Case& c : spec.cases) {
      const PlacedPrep placed = place(c.prep, 60 * MiB);
      const Spec again = parse_flags(words_of_command(reproduce_command(c, placed, spec)));
      EXPECT_THAT(keys(again), ElementsAre(case_key(c, placed)));
      EXPECT_EQ(again.sampling, spec.sampling);
      EXPECT_EQ(again.device, spec.device);
    }
  }
}

}  // namespace
}  // namespace l2bench

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers.hpp"

namespace l2bench {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> cases(const Flags& flags) {
  return case_texts(parse_flags(flags));
}
std::vector<std::string> cases_of_file(const std::string& text, const Flags& flags = {}) {
  return case_texts(parse_file(text, flags));
}

TEST(Grid, HasDefaultsForAllButTheShape) {
  EXPECT_THAT(cases({{"--shape", "4096x4096"}}), ElementsAre("cublas/4096x4096/m1/bf16/read/event/stream"));
}

TEST(Grid, GoesFromShapeToFlushSize) {
  EXPECT_THAT(cases({{"--shape", "1x8,2x8"}, {"--rows", "1,4"}, {"--flush", "zero,read"}}),
              ElementsAre("cublas/1x8/m1/bf16/zero/event/stream", "cublas/1x8/m1/bf16/read/event/stream",
                          "cublas/1x8/m4/bf16/zero/event/stream", "cublas/1x8/m4/bf16/read/event/stream",
                          "cublas/2x8/m1/bf16/zero/event/stream", "cublas/2x8/m1/bf16/read/event/stream",
                          "cublas/2x8/m4/bf16/zero/event/stream", "cublas/2x8/m4/bf16/read/event/stream"));
  EXPECT_THAT(cases({{"--shape", "1x8"}, {"--dtype", "bf16,fp16"}, {"--launch", "stream,graph"}}),
              ElementsAre("cublas/1x8/m1/bf16/read/event/stream", "cublas/1x8/m1/bf16/read/event/graph",
                          "cublas/1x8/m1/fp16/read/event/stream", "cublas/1x8/m1/fp16/read/event/graph"));
  EXPECT_THAT(
      cases({{"--shape", "1x8"}, {"--workload", "int8-gemv"}, {"--config", "a,b"}, {"--launch", "graph,stream"}}),
      ElementsAre("int8-gemv:a/1x8/m1/int8/read/event/graph", "int8-gemv:a/1x8/m1/int8/read/event/stream",
                  "int8-gemv:b/1x8/m1/int8/read/event/graph", "int8-gemv:b/1x8/m1/int8/read/event/stream"));
  EXPECT_THAT(cases({{"--shape", "1x8"}, {"--launch", "stream,graph"}, {"--timer", "event,stamp"}}),
              ElementsAre("cublas/1x8/m1/bf16/read/event/stream", "cublas/1x8/m1/bf16/read/stamp/stream",
                          "cublas/1x8/m1/bf16/read/event/graph", "cublas/1x8/m1/bf16/read/stamp/graph"));
  EXPECT_THAT(
      cases({{"--shape", "1x8"}, {"--timer", "event,kernel"}, {"--flush", "zero,read"}, {"--flush-size", "1MiB,2MiB"}}),
      ElementsAre("cublas/1x8/m1/bf16/zero:1MiB/event/stream", "cublas/1x8/m1/bf16/zero:2MiB/event/stream",
                  "cublas/1x8/m1/bf16/read:1MiB/event/stream", "cublas/1x8/m1/bf16/read:2MiB/event/stream",
                  "cublas/1x8/m1/bf16/zero:1MiB/kernel/stream", "cublas/1x8/m1/bf16/zero:2MiB/kernel/stream",
                  "cublas/1x8/m1/bf16/read:1MiB/kernel/stream", "cublas/1x8/m1/bf16/read:2MiB/kernel/stream"));
}

TEST(Grid, OnlyAChainHasManyRows) {
  EXPECT_EQ(flags_error({{"--shape", "1x8"}, {"--rows", "65"}}), "--rows: cublas takes 1 to 64 rows, not 65.");
  EXPECT_THAT(
      cases({{"--shape", "512x1024"}, {"--workload", "decode-chain"}, {"--rows", "3072"}, {"--config", "layers-2"}}),
      ElementsAre("decode-chain:layers-2/512x1024/m3072/bf16/read/event/stream"));
  EXPECT_EQ(flags_error({{"--shape", "512x1024"}, {"--workload", "decode-chain"}, {"--flush", "rotate"}}),
            "--flush: decode-chain does not rotate: its layers' own weights pass through L2. Use steps.");
  EXPECT_THAT(flags_error({{"--shape", "512x1024"}, {"--workload", "decode-chain"}, {"--config", "best"}}),
              HasSubstr("none of them is the best"));
}

TEST(Grid, OnlyAChainHasAPlaceForAScrub) {
  EXPECT_THAT(cases({{"--shape", "512x1024"}, {"--workload", "decode-chain"}, {"--flush", "read+scrub:4MiB"}}),
              ElementsAre("decode-chain/512x1024/m1/bf16/read+scrub:4MiB/event/stream"));
  EXPECT_EQ(flags_error({{"--shape", "1x8"}, {"--flush", "read+scrub:4MiB"}}),
            "--flush: 'scrub' stands between the kernels of decode-chain; cublas has no place for it.");
}

TEST(Grid, DtypeIsOutsideWorkload) {
  EXPECT_THAT(
      cases_of_file(R"({"shape": "1x8", "workload": ["cublas", "int8-gemv"], "dtype": "int8", "rows": [1, 2]})"),
      ElementsAre("cublas/1x8/m1/int8/read/event/stream", "int8-gemv/1x8/m1/int8/read/event/stream",
                  "cublas/1x8/m2/int8/read/event/stream", "int8-gemv/1x8/m2/int8/read/event/stream"));
}

TEST(Grid, DropsCasesWrittenTwice) {
  EXPECT_EQ(cases({{"--shape", "1x8,1x8"}, {"--flush", "read,zero,read"}}).size(), 2U);
  EXPECT_EQ(cases({{"--shape", "1x8"}, {"--flush", "read:1MiB,read:1024KiB"}}).size(), 1U) << "the same size";
  EXPECT_EQ(cases({{"--shape", "1x8"}, {"--flush", "read:1MiB,read:1x"}}).size(), 2U);
  EXPECT_THAT(cases_of_file(R"({"shape": "1x8", "groups": [{"prep": "read"}, {"prep": ["zero", "read"]}]})"),
              ElementsAre("cublas/1x8/m1/bf16/read/event/stream", "cublas/1x8/m1/bf16/zero/event/stream"));
}

TEST(Grid, RowsTakeListsAndRanges) {
  EXPECT_EQ(cases({{"--shape", "1x8"}, {"--rows", "1..64*2,3"}}).size(), 8U);
  EXPECT_EQ(cases_of_file(R"({"shape": "1x8", "rows": [1, "2..8*2"]})").size(), 4U);
  for (const char* rows : {"0", "65536", "-1", "1.5", "many"}) {
    EXPECT_EQ(flags_error({{"--shape", "1x8"}, {"--rows", rows}}),
              "--rows: '" + std::string(rows) + "' is not a whole number from 1 to 65535.");
  }
  EXPECT_EQ(file_error(R"({"shape": "1x8", "rows": [1, 65536]})"),
            "s.json:1:30: /rows/1: '65536' is not a whole number from 1 to 65535.");
  EXPECT_THAT(file_error(R"({"shape": "1x8", "rows": 1.0})"), HasSubstr("/rows: '1.0' is not a whole number"));
  EXPECT_THAT(file_error(R"({"shape": "1x8", "rows": true})"), HasSubstr("/rows: 'true' is not a whole number"));
}

// ---- Groups ----

TEST(Groups, ReplaceAxesOfTheTopLevel) {
  EXPECT_THAT(cases_of_file(R"({"shape": ["1x8", "2x8"], "prep": "zero",
                                "groups": [{"prep": "read", "shape": "3x8"}, {"timer": "stamp"}]})"),
              ElementsAre("cublas/3x8/m1/bf16/read/event/stream", "cublas/1x8/m1/bf16/zero/stamp/stream",
                          "cublas/2x8/m1/bf16/zero/stamp/stream"));
}

TEST(Groups, AxesByFlagReplaceThoseOfEveryGroup) {
  const std::string file = R"({"shape": "1x8", "groups": [{"prep": "read"}, {"prep": "zero", "timer": "stamp"}]})";
  EXPECT_THAT(cases_of_file(file, {{"--prep", "write"}}),
              ElementsAre("cublas/1x8/m1/bf16/write/event/stream", "cublas/1x8/m1/bf16/write/stamp/stream"));
  EXPECT_THAT(cases_of_file(file, {{"--shape", "9x9"}}),
              ElementsAre("cublas/9x9/m1/bf16/read/event/stream", "cublas/9x9/m1/bf16/zero/stamp/stream"));
}

TEST(Groups, AreAListOfObjectsOfAxes) {
  EXPECT_EQ(file_error(R"({"groups": {}})"), "s.json:1:12: /groups: it must be a list of at least one group {...}.");
  EXPECT_THAT(file_error(R"({"groups": []})"), HasSubstr("at least one group"));
  EXPECT_EQ(file_error(R"({"groups": [{"shape": "1x1"}, 5]})"),
            "s.json:1:31: /groups/1: a group is an object {...}; the type here is number.");
  EXPECT_EQ(file_error(R"({"groups": [{"shape": "1x1", "samples": 5}]})"),
            "s.json:1:30: /groups/0/samples: 'samples' is one for all groups. Write it beside 'groups'.");
  EXPECT_THAT(file_error(R"({"groups": [{"groups": []}]})"), HasSubstr("'groups' is one for all groups"));
  EXPECT_THAT(file_error(R"({"groups": [{"$schema": ""}]})"), HasSubstr("unknown key '$schema'"));
}

// ---- Defaults that follow from other axes, and pairs that do not exist ----

TEST(Dtype, DefaultsToEachWorkloadsOwn) {
  EXPECT_THAT(cases({{"--shape", "1x8"}, {"--workload", "cublas,int8-gemv"}}),
              ElementsAre("cublas/1x8/m1/bf16/read/event/stream", "int8-gemv/1x8/m1/int8/read/event/stream"));
  EXPECT_EQ(cases({{"--shape", "1x8"}, {"--workload", "cublas,int8-gemv"}, {"--dtype", "auto"}}).size(), 2U);
}

TEST(Dtype, MustBeOneThatTheWorkloadTakes) {
  EXPECT_EQ(flags_error({{"--shape", "1x8"}, {"--workload", "int8-gemv"}, {"--dtype", "bf16"}}),
            "--dtype: int8-gemv takes int8, not bf16. Leave the dtype out (each workload has its own), or give the "
            "workload a group of its own.");
  EXPECT_THAT(file_error(R"({"shape": "1x8", "workload": ["cublas", "int8-gemv"], "dtype": ["int8", "fp16"]})"),
              StartsWith("s.json:1:73: /dtype/1: int8-gemv takes int8, not fp16."));
}

TEST(Launch, OfARotationIsAGraph) {
  EXPECT_THAT(cases({{"--shape", "1x8"}, {"--flush", "read,rotate,rotate-each"}}),
              ElementsAre("cublas/1x8/m1/bf16/read/event/stream", "cublas/1x8/m1/bf16/rotate/event/graph",
                          "cublas/1x8/m1/bf16/rotate-each/event/graph"));
  EXPECT_EQ(cases({{"--shape", "1x8"}, {"--flush", "read,rotate"}, {"--launch", "graph"}}).size(), 2U);
}

TEST(Launch, OfARotationCannotBeAStream) {
  EXPECT_EQ(flags_error({{"--shape", "1x8"}, {"--flush", "read,rotate"}, {"--launch", "graph,stream"}}),
            "--launch: 'rotate' cannot be launched as 'stream': it is always a graph. Leave the launch out, write "
            "graph, or give 'rotate' a group of its own.");
  EXPECT_THAT(file_error(R"({"shape": "1x8", "prep": "rotate-each", "launch": "stream"})"),
              StartsWith("s.json:1:51: /launch: 'rotate-each' cannot be launched"));
}

TEST(Launch, OfARotationTakesEveryTimer) {
  EXPECT_EQ(cases({{"--shape", "1x8"}, {"--flush", "rotate-each"}, {"--timer", "event,stamp,kernel"}}).size(), 3U);
}

TEST(Auto, StandsAlone) {
  EXPECT_EQ(flags_error({{"--shape", "1x8"}, {"--launch", "auto,graph"}}),
            "--launch: 'auto' leaves the choice to each case. Write it alone.");
  EXPECT_THAT(flags_error({{"--shape", "1x8"}, {"--timer", "auto"}}), HasSubstr("'auto' is not a value of timer"));
}

TEST(Config, IsForWorkloadsThatHaveThem) {
  EXPECT_THAT(cases({{"--shape", "1x8"}, {"--workload", "cublas,int8-gemv"}, {"--config", "a,b"}}),
              ElementsAre("cublas/1x8/m1/bf16/read/event/stream", "int8-gemv:a/1x8/m1/int8/read/event/stream",
                          "int8-gemv:b/1x8/m1/int8/read/event/stream"));
  EXPECT_EQ(flags_error({{"--shape", "1x8"}, {"--config", "a"}}),
            "--config: cublas has no configs. Leave the config out, or choose a workload that has them.");
}

TEST(Config, OfAGroupIsForThatGroup) {
  EXPECT_THAT(file_error(R"({"shape": "1x8", "groups": [{"config": "a"}, {"workload": "int8-gemv"}]})"),
              StartsWith("s.json:1:40: /groups/0/config: cublas has no configs."));
}

TEST(Config, OfAGroupIsNotExcusedByAnotherGroup) {
  EXPECT_THAT(file_error(R"({"shape": "1x8", "groups": [{"config": "a"}, {"workload": "int8-gemv", "config": "b"}]})"),
              StartsWith("s.json:1:40: /groups/0/config: cublas has no configs."));
}

TEST(Config, SharedByGroupsIsForThoseThatHaveThem) {
  const std::string groups = R"("shape": "1x8", "groups": [{"workload": "cublas"}, {"workload": "int8-gemv"}])";
  EXPECT_EQ(cases_of_file("{\"config\": \"a\", " + groups + "}").size(), 2U);
  EXPECT_EQ(cases_of_file("{" + groups + "}", {{"--config", "a"}}).size(), 2U);
  EXPECT_THAT(file_error(R"({"config": "a", "shape": "1x8", "groups": [{"rows": 1}, {"rows": 2}]})"),
              StartsWith("s.json:1:12: /config: cublas has no configs."));
}

TEST(Config, IsAPlainName) {
  for (const char* name : {"a/b", "a b", "$(x)", "a;b", "\x1b"}) {
    EXPECT_THAT(flags_error({{"--shape", "1x8"}, {"--workload", "int8-gemv"}, {"--config", name}}),
                AllOf(StartsWith("--config: '"), HasSubstr("is not a name such as best")))
        << name;
  }
}

TEST(FlushSize, CombinesWithEachPrep) {
  EXPECT_THAT(
      cases({{"--shape", "1x8"}, {"--flush", "zero,read+zero"}, {"--flush-size", "4MiB..8MiB*2"}}),
      ElementsAre("cublas/1x8/m1/bf16/zero:4MiB/event/stream", "cublas/1x8/m1/bf16/zero:8MiB/event/stream",
                  "cublas/1x8/m1/bf16/read+zero:4MiB/event/stream", "cublas/1x8/m1/bf16/read+zero:8MiB/event/stream"));
}

TEST(FlushSize, IsNeverIgnored) {
  for (const char* prep : {"none", "rotate", "touch", "zero:1MiB"}) {
    EXPECT_THAT(flags_error({{"--shape", "1x8"}, {"--flush", prep}, {"--flush-size", "4MiB"}}),
                AllOf(StartsWith("--flush-size: the flush size 4MiB fits no step of '"), HasSubstr(prep)));
  }
  EXPECT_THAT(file_error(R"({"shape": "1x8", "prep": ["zero", "none"], "flush_size": ["1MiB", "2MiB"]})"),
              StartsWith("s.json:1:59: /flush_size/0: the flush size 1MiB fits no step of 'none'"));
}

// ---- Words ----

TEST(Words, AreSuggested) {
  EXPECT_EQ(flags_error({{"--shape", "1x8"}, {"--timer", "evnt"}}),
            "--timer: 'evnt' is not a value of timer (did you mean 'event'?). Known: event stamp kernel.");
  EXPECT_THAT(flags_error({{"--shape", "1x8"}, {"--dtype", "bf61"}}), HasSubstr("did you mean 'bf16'?"));
  EXPECT_THAT(flags_error({{"--shape", "1x8"}, {"--workload", "cublass"}}), HasSubstr("did you mean 'cublas'?"));
  EXPECT_THAT(flags_error({{"--shape", "1x8"}, {"--launch", "graf"}}), HasSubstr("Known: auto stream graph."));
  EXPECT_THAT(flags_error({{"--shape", "1x8"}, {"--flush", "reed"}}),
              AllOf(StartsWith("--flush: 'reed' is not a prep"), HasSubstr("did you mean 'read'?")));
}

TEST(Words, AreTextsInAFile) {
  EXPECT_EQ(file_error(R"({"shape": 4096})"),
            "s.json:1:11: /shape: it must be a text, such as \"4096x4096\", not 4096.");
  EXPECT_THAT(file_error(R"({"shape": [["1x8"]]})"), StartsWith("s.json:1:12: /shape/0: it must be a text"));
  EXPECT_THAT(file_error(R"({"shape": null})"), HasSubstr("/shape: it must be a text"));
  EXPECT_THAT(file_error(R"({"shape": "1x8", "timer": 1})"), HasSubstr("/timer: it must be a text, such as \"event\""));
  EXPECT_THAT(file_error(R"({"shape": "1x8", "prep": {}})"), HasSubstr("/prep: it must be a text"));
  EXPECT_THAT(file_error(R"({"shape": "1x8", "flush_size": 4096})"), HasSubstr("/flush_size: it must be a text"));
}

TEST(Words, OfAFileAreNotSplitAtCommas) {
  EXPECT_THAT(file_error(R"({"shape": "1x8,2x8"})"), HasSubstr("/shape: '1x8,2x8' is not a shape"));
  EXPECT_THAT(file_error(R"({"shape": "1x8", "prep": "zero,read"})"), HasSubstr("/prep: 'zero,read' is not a prep"));
}

TEST(Lists, AreNotEmpty) {
  EXPECT_EQ(file_error(R"({"shape": []})"),
            "s.json:1:11: /shape: the list is empty. Leave the key out, or list a value.");
  EXPECT_THAT(file_error(R"({"shape": "1x8", "groups": [{"prep": []}]})"),
              HasSubstr("/groups/0/prep: the list is empty"));
}

// ---- Size ----

TEST(Size, OfASpecIsLimited) {
  EXPECT_EQ(parse_flags({{"--shape", "1..1024*2x1..1024*2"}, {"--rows", "1..32*2"}}).cases.size(), 726U);
  std::string many = "1x1";
  for (int i = 2; i <= 100'000; ++i) many += ',' + std::to_string(i) + "x1";
  EXPECT_EQ(parse_flags({{"--shape", many}}).cases.size(), 100'000U);
  EXPECT_EQ(flags_error({{"--shape", many}, {"--rows", "1,2"}}),
            "the spec has more than 100000 cases. Write smaller axes, or several specs.");
}

TEST(Size, IsCheckedBeforeAnythingIsExpanded) {
  const auto repeated = [](const std::string& item, int times) {
    std::string list = item;
    for (int i = 1; i < times; ++i) list += ',' + item;
    return list;
  };
  // 20,000^4 cases would take longer than anyone waits.
  EXPECT_THAT(flags_error({{"--shape", repeated("1x1", 20'000)},
                           {"--rows", repeated("1", 20'000)},
                           {"--flush", repeated("zero", 20'000)},
                           {"--flush-size", repeated("1MiB", 20'000)}}),
              HasSubstr("more than 100000 cases"));
}

TEST(Size, OfAnAxisIsLimitedToo) {
  std::string list = "\"1..2147483647*2x1..2147483647*2\"";
  for (int i = 1; i < 100'000; ++i) list += ",\"1..2147483647*2x1..2147483647*2\"";
  EXPECT_EQ(file_error("{\"shape\": [" + list + "]}"), "s.json:1:3548: /shape/104: shape has more than 100000 values.")
      << "961 shapes an item would be 96 million";
}

TEST(Size, AddsUpOverGroups) {
  std::string rows = "1";
  for (int i = 0; i < 60'000; ++i) rows += ",1";
  EXPECT_THAT(file_error("{\"shape\": \"1x8\", \"groups\": [{\"rows\": [" + rows + "]}, {\"rows\": [" + rows + "]}]}"),
              AllOf(HasSubstr("/groups/1: "), HasSubstr("more than 100000 cases")));
}

}  // namespace
}  // namespace l2bench

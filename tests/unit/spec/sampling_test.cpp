#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers.hpp"

namespace l2bench {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Flags with_shape(const Flags& flags) {
  Flags all{{"--shape", "1x8"}};
  all.insert(all.end(), flags.begin(), flags.end());
  return all;
}
Sampling sampling(const Flags& flags) {
  return parse_flags(with_shape(flags)).sampling;
}
std::string error_of(const Flags& flags) {
  return flags_error(with_shape(flags));
}
std::string error_in_file(const std::string& members) {
  return file_error("{\"shape\": \"1x8\", " + members + "}");
}

TEST(Sampling, HasTheDefaultsOfItsStruct) {
  EXPECT_EQ(sampling({}), Sampling{});
}

TEST(Sampling, TakesEveryKeyFromAFile) {
  const Spec spec = parse_file(R"({"schema_version": 1, "shape": "1x8", "samples": 300, "rounds": 3, "processes": 7,
    "max_samples": 900, "stop": "rel-ci=0.5%", "warmup_s": 1, "timeout_s": 2.5, "seed": 42, "init": "zeros", "placement": "varied",
    "counters": "required", "mem_limit": "8GiB", "device": "model:h200", "name": "n", "description": "d",
    "tags": {"runner": "a100-1"}})");
  const Sampling expected{.samples = 300,
                          .rounds = 3,
                          .processes = 7,
                          .max_samples = 900,
                          .stop = {.rel_ci = 0.005},
                          .warmup_s = 1.0,
                          .timeout_s = 2.5,
                          .seed = 42,
                          .init = Init::zeros,
                          .placement = Placement::varied,
                          .counters = CounterWish::required,
                          .mem_limit = Size{.bytes = 8 * GiB}};
  EXPECT_EQ(spec.sampling, expected);
  EXPECT_EQ(spec.device, "model:h200");
  EXPECT_EQ(spec.name, "n");
  EXPECT_EQ(spec.description, "d");
  EXPECT_EQ(spec.tags, (std::map<std::string, std::string>{{"runner", "a100-1"}}));
}

TEST(Sampling, TakesEveryKeyFromFlags) {
  const Spec spec = parse_flags(with_shape({{"--samples", "300"},
                                            {"--rounds", "3"},
                                            {"--processes", "7"},
                                            {"--max-samples", "900"},
                                            {"--stop", "rel-ci=2%"},
                                            {"--warmup", "100ms"},
                                            {"--timeout", "2min"},
                                            {"--seed", "0"},
                                            {"--init", "uniform"},
                                            {"--counters", "off"},
                                            {"--mem-limit", "0.5x"},
                                            {"--device", "GPU-1a2b"},
                                            {"--name", "n"},
                                            {"--tag", "a=b=c"}}));
  const Sampling expected{.samples = 300,
                          .rounds = 3,
                          .processes = 7,
                          .max_samples = 900,
                          .stop = {.rel_ci = 0.02},
                          .warmup_s = 0.1,
                          .timeout_s = 120.0,
                          .seed = 0,
                          .init = Init::uniform,
                          .counters = CounterWish::off,
                          .mem_limit = Size{.l2_multiple = 0.5}};
  EXPECT_EQ(spec.sampling, expected);
  EXPECT_EQ(spec.device, "GPU-1a2b");
  EXPECT_EQ(spec.tags, (std::map<std::string, std::string>{{"a", "b=c"}})) << "the first '=' ends the key";
}

TEST(Sampling, FlagsWinOverTheFile) {
  const Spec spec = parse_file(R"({"shape": "1x8", "samples": 300, "device": "1", "name": "file"})",
                               {{"--samples", "50"}, {"--device", "2"}});
  EXPECT_EQ(spec.sampling.samples, 50);
  EXPECT_EQ(spec.device, "2");
  EXPECT_EQ(spec.name, "file");
}

TEST(Sampling, LimitsCounts) {
  EXPECT_EQ(error_of({{"--samples", "0"}}), "--samples: '0' is not a whole number from 1 to 1000000.");
  EXPECT_THAT(error_of({{"--samples", "1000001"}}), HasSubstr("from 1 to 1000000"));
  EXPECT_THAT(error_of({{"--samples", "-5"}}), HasSubstr("'-5' is not a whole number"));
  EXPECT_THAT(error_of({{"--samples", "1e3"}}), HasSubstr("'1e3' is not a whole number"));
  EXPECT_THAT(error_of({{"--samples", ""}}), HasSubstr("'' is not a whole number"));
  EXPECT_THAT(error_of({{"--samples", "99999999999999999999"}}), HasSubstr("is not a whole number"));
  EXPECT_THAT(error_of({{"--samples", "10,20"}}), HasSubstr("'10,20' is not a whole number"));
  EXPECT_THAT(error_of({{"--processes", "1001"}}), HasSubstr("from 1 to 1000."));
  EXPECT_THAT(error_of({{"--rounds", "10001"}}), HasSubstr("from 1 to 10000."));
  EXPECT_THAT(error_of({{"--max-samples", "10000001"}}), HasSubstr("from 1 to 10000000."));
  EXPECT_EQ(error_in_file(R"("samples": -5)"), "s.json:1:29: /samples: '-5' is not a whole number from 1 to 1000000.");
  EXPECT_THAT(error_in_file(R"("samples": 10.0)"), HasSubstr("'10.0' is not a whole number"));
  EXPECT_THAT(error_in_file(R"("samples": "10")"), HasSubstr("is not a whole number"));
  EXPECT_THAT(error_in_file(R"("samples": [10])"), HasSubstr("'[10]' is not a whole number"));
  EXPECT_THAT(error_in_file(R"("samples": null)"), HasSubstr("'null' is not a whole number"));
}

TEST(Sampling, KeepsSeedsThatEveryReaderOfJsonKeeps) {
  EXPECT_EQ(sampling({{"--seed", "9007199254740991"}}).seed, 9007199254740991U);
  EXPECT_EQ(error_of({{"--seed", "9007199254740992"}}),
            "--seed: '9007199254740992' is not a whole number from 0 to 9007199254740991.");
  EXPECT_THAT(error_in_file(R"("seed": 18446744073709551616)"), HasSubstr("is not a whole number"));
}

TEST(Rounds, AreNoMoreThanSamples) {
  EXPECT_EQ(sampling({{"--samples", "3"}}).rounds, 3) << "the default of 5 gives way";
  EXPECT_EQ(error_of({{"--samples", "3"}, {"--rounds", "4"}}),
            "--rounds: 4 rounds need as many samples; there are 3. Write fewer rounds, or more samples.");
}

TEST(MaxSamples, IsNotBelowSamples) {
  EXPECT_EQ(sampling({{"--samples", "30000"}}).max_samples, 30000) << "the default of 20000 gives way";
  EXPECT_EQ(error_of({{"--samples", "300"}, {"--max-samples", "200"}}),
            "--max-samples: at most 200 samples, but 300 are asked for.");
}

TEST(Seconds, TakeUnitsInFlags) {
  EXPECT_EQ(sampling({{"--timeout", "5"}}).timeout_s, 5.0);
  EXPECT_EQ(sampling({{"--timeout", "5s"}}).timeout_s, 5.0);
  EXPECT_EQ(sampling({{"--timeout", "0.5min"}}).timeout_s, 30.0);
  EXPECT_EQ(sampling({{"--warmup", "100ms"}}).warmup_s, 0.1);
  EXPECT_EQ(sampling({{"--warmup", "0"}}).warmup_s, 0.0);
  EXPECT_EQ(error_of({{"--timeout", "5h"}}),
            "--timeout: '5h' is not a time. Write seconds (5), or a number with ms, s or min (100ms).");
  for (const char* text : {"", "s", "-1s", "1e3", "nan", "inf", "5 s", "5S"}) {
    EXPECT_THAT(error_of({{"--timeout", text}}), HasSubstr("is not a time")) << text;
  }
}

TEST(Seconds, AreLimited) {
  EXPECT_EQ(error_of({{"--timeout", "0"}}), "--timeout: '0.0' is not a number from 0.001 to 86400.");
  EXPECT_THAT(error_of({{"--timeout", "1441min"}}), HasSubstr("'86460.0' is not a number from 0.001 to 86400."));
  EXPECT_EQ(error_in_file(R"("warmup_s": -0.1)"), "s.json:1:30: /warmup_s: '-0.1' is not a number from 0 to 3600.");
  EXPECT_THAT(error_in_file(R"("warmup_s": "5s")"), HasSubstr("/warmup_s: '\"5s\"' is not a number"));
}

TEST(Stop, TakesAPercentage) {
  EXPECT_EQ(sampling({{"--stop", "fixed"}}).stop, StopRule{});
  EXPECT_EQ(sampling({{"--stop", "rel-ci=0.5%"}}).stop.rel_ci, 0.005);
  EXPECT_EQ(sampling({{"--stop", "rel-ci=100%"}}).stop.rel_ci, 1.0);
  for (const char* text : {"rel-ci=0.5", "rel-ci=0%", "rel-ci=-1%", "rel-ci=101%", "rel-ci=%", "rel-ci=0.0001%",
                           "rel-ci=nan%", "rel-ci=1e1%", "relci=1%", "", "%"}) {
    EXPECT_EQ(error_of({{"--stop", text}}),
              "--stop: '" + std::string(text) +
                  "' is not a stop rule. Write fixed, or rel-ci=P% with P from 0.001 to 100, such as rel-ci=0.5%.");
  }
}

TEST(Counters, HaveThreeWishes) {
  EXPECT_EQ(sampling({{"--counters", ""}}).counters, CounterWish::automatic) << "the flag alone";
  EXPECT_EQ(sampling({{"--counters", "auto"}}).counters, CounterWish::automatic);
  EXPECT_EQ(sampling({{"--counters", "on"}}).counters, CounterWish::automatic);
  EXPECT_EQ(sampling({{"--counters", "off"}}).counters, CounterWish::off);
  EXPECT_EQ(sampling({{"--counters", "required"}}).counters, CounterWish::required);
  EXPECT_EQ(sampling({{"--require-counters", ""}}).counters, CounterWish::required);
  EXPECT_EQ(error_of({{"--counters", "of"}}),
            "--counters: 'of' is not a value of counters (did you mean 'off'?). Known: auto on off required.");
  EXPECT_EQ(error_of({{"--counters", "off"}, {"--require-counters", ""}}),
            "--require-counters: --counters sets the same. Give one of them.");
}

TEST(Flags, ThatAreNoAxisAreGivenOnce) {
  EXPECT_EQ(error_of({{"--samples", "10"}, {"--samples", "20"}}),
            "--samples: it is given more than once. Give it once.");
}

TEST(Flags, HoldUtf8) {
  EXPECT_EQ(error_of({{"--name", "\xff"}}), "--name: the text is not UTF-8.");
}

TEST(Flags, ThatTheTableDoesNotKnowAreErrors) {
  EXPECT_EQ(error_of({{"--bogus", "1"}}), "'--bogus' is not a flag of the spec's key 'unknown'.");
}

TEST(Flags, AreNotGivenByAnEmptyList) {
  const Spec spec = parse_spec({.flags = {{"--shape", "shape", {"1x8"}}, {"--samples", "samples", {}}}});
  EXPECT_EQ(spec.sampling, Sampling{});
}

TEST(Device, IsAPlainName) {
  for (const char* device :
       {"0", "GPU-4f0c9f2e-aaaa-bbbb-cccc-0123456789ab", "00000000:3B:00.0", "model:h200", "MIG-GPU-1/2/3"}) {
    EXPECT_EQ(parse_flags(with_shape({{"--device", device}})).device, device);
  }
  for (const char* device : {"", "a b", "$(x)", "\x1b[2J", "a;b", "a\nb"}) {
    EXPECT_THAT(error_of({{"--device", device}}), HasSubstr("is not a name such as 0 or model:")) << device;
  }
  EXPECT_THAT(error_in_file(R"("device": 0)"), HasSubstr("/device: it must be a text"));
}

TEST(MemLimit, IsOneSize) {
  EXPECT_THAT(error_of({{"--mem-limit", "8G"}}), StartsWith("--mem-limit: '8G' is not a size"));
  EXPECT_THAT(error_of({{"--mem-limit", "1GiB..8GiB*2"}}), HasSubstr("is not a size"));
}

TEST(Tags, OfFlagsReplaceThoseOfTheFile) {
  const Spec spec =
      parse_file(R"({"shape": "1x8", "tags": {"a": "file", "b": "file"}})", {{"--tag", "a=flag"}, {"--tag", "c="}});
  EXPECT_EQ(spec.tags, (std::map<std::string, std::string>{{"a", "flag"}, {"b", "file"}, {"c", ""}}));
}

TEST(Tags, AreTextsUnderPlainNames) {
  EXPECT_EQ(error_of({{"--tag", "a"}}), "--tag: 'a' is not a tag. Write key=value, such as runner=a100-1.");
  EXPECT_THAT(error_of({{"--tag", "=a"}}), HasSubstr("--tag: '' is not a name such as runner"));
  EXPECT_THAT(error_of({{"--tag", "a b=c"}}), HasSubstr("'a b' is not a name"));
  EXPECT_EQ(error_of({{"--tag", "a=1"}, {"--tag", "a=2"}}), "--tag: the tag 'a' is given twice.");
  EXPECT_THAT(error_in_file(R"("tags": {"a": "x", "b": 1})"), StartsWith("s.json:1:42: /tags/b: it must be a text"));
  EXPECT_EQ(error_in_file(R"("tags": ["a"])"),
            "s.json:1:26: /tags: it must be an object of texts: {\"runner\": \"a100-1\"}.");
}

TEST(Keys, ThatAreUnknownAreErrorsWithASuggestion) {
  EXPECT_EQ(
      error_in_file("\n\"smaples\": 5"),
      "s.json:2:1: /smaples: unknown key 'smaples' (did you mean 'samples'?). Known: shape rows dtype workload "
      "kernel plugin callable "
      "config prep flush_size protect steal timer launch init seed samples rounds processes placement stop max_samples "
      "warmup_s timeout_s "
      "device model_file mem_limit counters name description tags schema_version expect groups.");
  EXPECT_THAT(error_in_file(R"("banana": 5)"), HasSubstr("unknown key 'banana'. Known: shape"));
}

TEST(Keys, NamedLikeTheirFlagsAreSuggested) {
  EXPECT_THAT(error_in_file(R"("flush": "zero")"), HasSubstr("unknown key 'flush' (did you mean 'prep'?)"));
  EXPECT_THAT(error_in_file(R"("warmup": 1)"), HasSubstr("(did you mean 'warmup_s'?)"));
  EXPECT_THAT(error_in_file(R"("tag": {})"), HasSubstr("(did you mean 'tags'?)"));
  EXPECT_THAT(error_in_file(R"("flush-size": {})"), HasSubstr("(did you mean 'flush_size'?)"));
}

TEST(Keys, InAGroupAreAxes) {
  EXPECT_THAT(
      error_in_file(R"("groups": [{"pre": "zero"}])"),
      StartsWith("s.json:1:30: /groups/0/pre: unknown key 'pre' (did you mean 'prep'?). Known in a group: shape "
                 "rows dtype workload config prep flush_size protect steal timer launch."));
}

TEST(Keys, OfEditorsAreNotRead) {
  EXPECT_EQ(error_in_file(R"("$schema": "../schema/spec.schema.json")"), "accepted");
}

TEST(Spec, IsAnObject) {
  EXPECT_EQ(file_error("[1]"), "s.json:1:1: a spec is an object {...}; the type here is array.");
  EXPECT_EQ(file_error("\n 5"), "s.json:2:2: a spec is an object {...}; the type here is number.");
  EXPECT_THAT(file_error(""), StartsWith("s.json:1:1: not JSON"));
}

TEST(Spec, WithoutAPathIsNamedSpec) {
  EXPECT_THAT(usage_error([] { parse_spec({.text = "[]"}); }), StartsWith("spec:1:1: "));
}

TEST(Spec, OfAnotherVersionIsRefused) {
  EXPECT_EQ(error_in_file(R"("schema_version": 2)"),
            "s.json:1:36: /schema_version: '2' is not 1, which this version reads.");
}

}  // namespace
}  // namespace l2bench

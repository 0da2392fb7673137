#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers.hpp"

namespace l2bench {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> shapes(const std::string& text) {
  std::vector<std::string> texts;
  for (const Case& c : parse_flags({{"--shape", text}}).cases) texts.push_back(to_string(c.shape));
  return texts;
}

std::string shape_error(const std::string& text) {
  return flags_error({{"--shape", text}});
}

TEST(Shape, IsOutputByInputFeatures) {
  const Spec spec = parse_flags({{"--shape", "6144x4096"}});
  ASSERT_EQ(spec.cases.size(), 1U);
  EXPECT_EQ(spec.cases[0].shape.n, 6144);
  EXPECT_EQ(spec.cases[0].shape.k, 4096);
}

TEST(Shape, TakesListsAndRepeatedFlags) {
  EXPECT_THAT(shapes("4096x4096,8192x8192"), ElementsAre("4096x4096", "8192x8192"));
  const Spec spec = parse_flags({{"--shape", "1x2"}, {"--shape", "3x4,5x6"}});
  EXPECT_EQ(spec.cases.size(), 3U);
}

TEST(Shape, TakesRangesOnEitherSide) {
  EXPECT_THAT(shapes("1024..4096*2x512"), ElementsAre("1024x512", "2048x512", "4096x512"));
  EXPECT_THAT(shapes("512x8..64*4"), ElementsAre("512x8", "512x32"));
  EXPECT_THAT(shapes("1..2*2x3..6*2"), ElementsAre("1x3", "1x6", "2x3", "2x6"));
}

TEST(Shape, ErrorsNameTheFlagTheTextAndTheAllowedForm) {
  EXPECT_EQ(
      shape_error("4096x0"),
      "--shape: '4096x0' is not a shape: K is '0'. Write NxK, output by input features, whole numbers from 1 to "
      "2147483647, such as 4096x4096; each side may be a range, as in 1024..16384*2x4096. A block of bytes has a unit: "
      "24MiB.");
  EXPECT_THAT(shape_error("-1x8"), AllOf(StartsWith("--shape: '-1x8'"), HasSubstr("N is '-1'")));
  EXPECT_THAT(shape_error("4096"), AllOf(StartsWith("--shape: '4096'"), HasSubstr("needs two sides")));
  EXPECT_THAT(shape_error("4096x4096x"), AllOf(StartsWith("--shape: '4096x4096x'"), HasSubstr("needs two sides")));
  EXPECT_THAT(shape_error("1e3x8"), AllOf(StartsWith("--shape: '1e3x8'"), HasSubstr("N is '1e3'")));
  EXPECT_THAT(shape_error("99999999999x2"), AllOf(StartsWith("--shape: '99999999999x2'"), HasSubstr("such as")));
  EXPECT_THAT(shape_error("x"), HasSubstr("N is ''"));
  EXPECT_THAT(shape_error("8x"), HasSubstr("K is ''"));
  EXPECT_THAT(shape_error("8X8"), HasSubstr("needs two sides"));
  EXPECT_THAT(shape_error("99999999999999999999999999x1"), HasSubstr("is not a shape"));
  EXPECT_THAT(shape_error("1024..4096x8"), HasSubstr("'1024..4096' is not a range"));
  EXPECT_THAT(shape_error("8x4096..1024*2"), HasSubstr("'4096..1024*2' is empty"));
}

TEST(Shape, NamesTheItemOfAList) {
  EXPECT_THAT(shape_error("4096x4096,4096x0"), StartsWith("--shape: '4096x0' is not a shape"));
  EXPECT_EQ(shape_error("4096x4096,,1x1"), "--shape: '4096x4096,,1x1' has an empty item.");
  EXPECT_EQ(shape_error(""), "--shape: '' has an empty item.");
}

TEST(Shape, LimitsTheWeightByItsBytes) {
  EXPECT_EQ(shape_error("524288x1048576"), "accepted") << "exactly 2^40 bytes in bf16";
  EXPECT_EQ(shape_error("524289x1048576"),
            "--shape: a bf16 weight of 524289x1048576 has 1099513724928 bytes; at most 1099511627776 (1024GiB).");
  EXPECT_EQ(flags_error({{"--shape", "1048576x1048576"}, {"--dtype", "int8"}}), "accepted");
  EXPECT_THAT(flags_error({{"--shape", "524288x1048576"}, {"--dtype", "fp32"}}), HasSubstr("a fp32 weight"));
  EXPECT_EQ(flags_error({{"--shape", "1048576x1048576"}, {"--workload", "int8-gemv"}}), "accepted")
      << "its default is int8";
}

TEST(Shape, OfTheLargestSidesDoesNotWrap) {
  EXPECT_THAT(flags_error({{"--shape", "2147483647x2147483647"}, {"--dtype", "fp32"}}),
              HasSubstr("18446744056529682436 bytes"));
  EXPECT_THAT(shape_error("2147483648x1"), HasSubstr("N is '2147483648'"));
}

std::vector<std::string> blocks(const std::string& text) {
  std::vector<std::string> texts;
  for (const Case& c : parse_flags({{"--workload", "consume"}, {"--shape", text}}).cases) {
    EXPECT_TRUE(c.shape.is_block());
    texts.push_back(to_string(c.shape));
  }
  return texts;
}

std::string block_error(const std::string& text) {
  return flags_error({{"--workload", "consume"}, {"--shape", text}});
}

TEST(Block, IsASizeWithAUnit) {
  EXPECT_THAT(blocks("24MiB"), ElementsAre("24MiB"));
  EXPECT_THAT(blocks("1.5MiB,1GiB"), ElementsAre("1536KiB", "1GiB"));
  EXPECT_THAT(blocks("1MiB..4MiB*2"), ElementsAre("1MiB", "2MiB", "4MiB"));
  EXPECT_EQ(parse_flags({{"--workload", "consume"}, {"--shape", "24MiB"}}).cases[0].shape.elements(), 25165824U);
}

TEST(Block, HasLimits) {
  EXPECT_THAT(block_error("2GiB"), HasSubstr("a block has 1024 to 2147483647 bytes"));
  EXPECT_THAT(block_error("25MB"), HasSubstr("a multiple of the first"));
  EXPECT_THAT(block_error("1.5xL2"), HasSubstr("is not a shape"));
}

TEST(Block, IsForTheWorkloadsThatTakeOne) {
  EXPECT_EQ(
      block_error("4096x4096"),
      "--shape: consume takes a block of bytes such as 24MiB, not 4096x4096. Give each kind of workload a group of "
      "its own.");
  EXPECT_THAT(shape_error("24MiB"), HasSubstr("cublas takes a weight such as 4096x4096, not 24MiB."));
  EXPECT_THAT(flags_error({{"--workload", "consume"}, {"--shape", "24MiB"}, {"--rows", "2"}}),
              HasSubstr("consume takes a block, which has no rows."));
}

TEST(Block, ConfigsAreNotAChoiceOfTheFastest) {
  EXPECT_THAT(flags_error({{"--workload", "consume"}, {"--shape", "24MiB"}, {"--config", "best"}}),
              HasSubstr("the configs of consume do different work"));
  EXPECT_EQ(parse_flags({{"--workload", "consume"}, {"--shape", "24MiB"}, {"--config", "all"}}).cases.size(), 6U);
}

TEST(Shape, IsRequired) {
  EXPECT_EQ(flags_error({}),
            "No shape was given. Add --shape NxK, such as --shape 4096x4096, or \"shape\" to the spec.");
  EXPECT_THAT(file_error("{}"), StartsWith("s.json:1:1: No shape was given."));
  EXPECT_THAT(file_error(R"({"groups": [{"shape": "1x1"}, {"rows": 2}]})"),
              StartsWith("s.json:1:31: /groups/1: No shape was given."));
}

}  // namespace
}  // namespace l2bench

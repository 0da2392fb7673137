#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "l2bench/error.hpp"
#include "l2bench/prep.hpp"

namespace l2bench {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr Size bytes(std::uint64_t n) {
  return {.bytes = n};
}

std::string parse_error(std::string_view text) {
  try {
    parse_prep(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ParsePrep, ReadsPolicies) {
  EXPECT_EQ(parse_prep("none"), Prep{});
  EXPECT_EQ(parse_prep("rotate"), Prep{.rotation = Rotation::pool});
  EXPECT_EQ(parse_prep("rotate-each"), Prep{.rotation = Rotation::each});
}

TEST(ParsePrep, ReadsStepsInOrder) {
  EXPECT_EQ(parse_prep("zero+read"), (Prep{.steps = {{StepKind::zero, {}}, {StepKind::read, {}}}}));
  EXPECT_EQ(parse_prep("read:256MiB+zero:16MiB"),
            (Prep{.steps = {{StepKind::read, bytes(256 * MiB)}, {StepKind::zero, bytes(16 * MiB)}}}));
  EXPECT_EQ(parse_prep("write:1.5xL2+discard"),
            (Prep{.steps = {{StepKind::write, Size{.l2_multiple = 1.5}}, {StepKind::discard, {}}}}));
  EXPECT_EQ(parse_prep("memset+touch+nop+nop"),
            (Prep{.steps = {{StepKind::memset, {}}, {StepKind::touch, {}}, {StepKind::nop, {}}, {StepKind::nop, {}}}}));
}

TEST(ParsePrep, TextReadsBackToTheSameValue) {
  for (const char* text : {"none", "rotate", "rotate-each", "zero", "read:256MiB+zero:16MiB", "write:1.5xL2+discard",
                           "zero+read:1001", "read+nop+nop", "write+nop+discard:64KB"}) {
    EXPECT_EQ(to_string(parse_prep(text)), text);
  }
}

TEST(ParsePrep, SuggestsTheStepThatWasMeant) {
  EXPECT_EQ(parse_error("reed"),
            "'reed' is not a prep: 'reed' is not a step (did you mean 'read'?). Steps: zero memset read write discard "
            "touch produce nop scrub. Alone: none rotate rotate-each.");
  EXPECT_THAT(parse_error("zero+raed"), AllOf(HasSubstr("'zero+raed'"), HasSubstr("did you mean 'read'?")));
  EXPECT_THAT(parse_error("rotat"), HasSubstr("did you mean 'rotate'?"));
  EXPECT_THAT(parse_error("non"), HasSubstr("did you mean 'none'?")) << "cut short";
}

TEST(ParsePrep, TakesOneScrub) {
  EXPECT_EQ(to_string(parse_prep("read:256MiB+scrub:32MiB")), "read:256MiB+scrub:32MiB");
  EXPECT_EQ(to_string(with_flush_size(parse_prep("read:256MiB+scrub"), bytes(4 * MiB))), "read:256MiB+scrub:4MiB");
  EXPECT_THAT(parse_error("scrub:4MiB+scrub:8MiB"), HasSubstr("'scrub' stands in it twice"));
}

TEST(ParsePrep, RefusesPoliciesAmongSteps) {
  for (const char* text : {"none+read", "read+none", "rotate+read", "zero+rotate", "rotate-each+nop", "none+none"}) {
    EXPECT_THAT(parse_error(text), HasSubstr("stands alone")) << text;
  }
  EXPECT_THAT(parse_error("rotate:4MiB"), HasSubstr("'rotate' stands alone, without a size"));
  EXPECT_THAT(parse_error("none:4MiB"), HasSubstr("'none' stands alone, without a size"));
}

TEST(ParsePrep, RefusesMissingSteps) {
  for (const char* text : {"", "+", "zero+", "+zero", "zero++read"}) {
    EXPECT_THAT(parse_error(text), HasSubstr("a step is missing")) << text;
  }
}

TEST(ParsePrep, RefusesSizesWhereNoneBelongs) {
  EXPECT_THAT(parse_error("touch:4MiB"), HasSubstr("'touch' takes no size"));
  EXPECT_THAT(parse_error("read+nop:1"), HasSubstr("'nop' takes no size"));
}

TEST(ParsePrep, NamesTheSizeThatIsWrong) {
  EXPECT_THAT(parse_error("zero:4QiB"), HasSubstr("'4QiB' is not a size"));
  EXPECT_THAT(parse_error("zero:"), HasSubstr("'' is not a size"));
  EXPECT_THAT(parse_error("zero:0"), HasSubstr("a size is more than 0"));
  EXPECT_THAT(parse_error("zero:4MiB:4MiB"), HasSubstr("'4MiB:4MiB' is not a size"));
}

TEST(ParsePrep, RefusesADiscardWithNothingWritten) {
  for (const char* text : {"discard", "discard:64MiB", "read+discard", "discard+write", "touch+nop+discard"}) {
    EXPECT_THAT(parse_error(text), HasSubstr("Write write:1.5xL2+discard.")) << text;
  }
  for (const char* text : {"zero+discard", "memset+discard", "write+read+discard", "write+discard+discard"}) {
    EXPECT_EQ(parse_error(text), "accepted") << text;
  }
}

TEST(ParsePrep, IsExactAboutSpacesAndCase) {
  EXPECT_THAT(parse_error("zero + read"), HasSubstr("'zero ' is not a step (did you mean 'zero'?)"));
  EXPECT_THAT(parse_error("ZERO"), HasSubstr("did you mean 'zero'?"));
}

TEST(ParsePrep, LimitsTheNumberOfSteps) {
  std::string text = "read";
  for (int i = 1; i < 64; ++i) text += "+nop";
  EXPECT_EQ(parse_error(text), "accepted");
  EXPECT_THAT(parse_error(text + "+nop"), HasSubstr("it has 65 steps; at most 64"));
}

Prep sized(std::string_view text) {
  return with_flush_size(parse_prep(text), bytes(4 * MiB));
}

TEST(FlushSize, GoesToTheLastStepThatNamesNone) {
  EXPECT_EQ(to_string(sized("read")), "read:4MiB");
  EXPECT_EQ(to_string(sized("read+zero")), "read+zero:4MiB");
  EXPECT_EQ(to_string(sized("zero+read")), "zero+read:4MiB");
  EXPECT_EQ(to_string(sized("zero+read:1MiB")), "zero:4MiB+read:1MiB");
  EXPECT_EQ(to_string(sized("write+touch+nop")), "write:4MiB+touch+nop");
  EXPECT_EQ(to_string(sized("memset")), "memset:4MiB");
}

TEST(FlushSize, IsNotForDiscardWhichFollowsItsWriter) {
  EXPECT_EQ(to_string(sized("write+discard")), "write:4MiB+discard");
  EXPECT_THROW(sized("write:1MiB+discard"), UsageError);
}

TEST(FlushSize, IsRefusedWhereNoStepCanTakeIt) {
  for (const char* text : {"none", "rotate", "rotate-each", "touch", "nop", "zero:16MiB"}) {
    EXPECT_THROW(sized(text), UsageError) << text;
  }
  try {
    sized("none");
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "the flush size 4MiB fits no step of 'none': it is for the last zero, memset, read or write that "
                 "names no size. Leave the flush size or this prep out.");
  }
}

}  // namespace
}  // namespace l2bench

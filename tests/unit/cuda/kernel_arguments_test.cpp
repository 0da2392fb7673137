#include "src/cuda/kernel_arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using testing::AllOf;
using testing::HasSubstr;

KernelCall call_with(std::vector<KernelArgument> arguments) {
  KernelCall call;
  call.name = "gemv";
  call.arguments = std::move(arguments);
  return call;
}

ArgumentValues values_of(const KernelCall& call) {
  return {call, {64, 32, 1}, [](const std::string&) { return std::uint64_t{0x1000}; }};
}

template <typename Value>
Value at(ArgumentValues& arguments, std::size_t index) {
  Value value;
  std::memcpy(&value, arguments.pointers()[index], sizeof value);
  return value;
}

TEST(KernelArguments, AreStoredAsTheKernelReadsThem) {
  ArgumentValues arguments = values_of(call_with({{ArgumentKind::buffer, "W"},
                                                  {ArgumentKind::null_pointer, ""},
                                                  {ArgumentKind::i32, "N*K"},
                                                  {ArgumentKind::i64, "-5"},
                                                  {ArgumentKind::f32, "0.5"},
                                                  {ArgumentKind::f64, "K"}}));
  EXPECT_EQ(at<std::uint64_t>(arguments, 0), 0x1000U);
  EXPECT_EQ(at<std::uint64_t>(arguments, 1), 0U);
  EXPECT_EQ(at<std::int32_t>(arguments, 2), 2048);
  EXPECT_EQ(at<std::int64_t>(arguments, 3), -5);
  EXPECT_EQ(at<float>(arguments, 4), 0.5F);
  EXPECT_EQ(at<double>(arguments, 5), 32.0);
}

TEST(KernelArguments, MustFitTheirType) {
  for (const auto& [kind, text] : {std::pair{ArgumentKind::i32, "2147483648"}, std::pair{ArgumentKind::u32, "-1"},
                                   std::pair{ArgumentKind::i32, "-2147483649"}}) {
    EXPECT_THROW(values_of(call_with({{kind, text}})), UsageError) << text;
  }
}

TEST(KernelArguments, AreCheckedAgainstTheParameters) {
  const KernelCall call = call_with({{ArgumentKind::buffer, "W"}, {ArgumentKind::i32, "N"}});
  const std::vector<std::size_t> fits{8, 4};
  EXPECT_NO_THROW(check_arguments(call, fits));
  for (const std::vector<std::size_t>& wrong : {std::vector<std::size_t>{8}, {8, 8}, {4, 8}, {8, 4, 8}, {}}) {
    try {
      check_arguments(call, wrong);
      ADD_FAILURE() << wrong.size();
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr("'gemv' takes"), HasSubstr("args are 2 of 8, 4 bytes")));
    }
  }
}

}  // namespace
}  // namespace l2bench

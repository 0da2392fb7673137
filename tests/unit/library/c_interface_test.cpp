#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "l2bench/l2bench.h"

// The library as a C program meets it, on the simulated device.

namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

struct Calls {
  int count = 0;
  int highest_set = 0;
  int fail_at = -1;
};

int count_call(void* user, int set) {
  Calls& calls = *static_cast<Calls*>(user);
  calls.highest_set = std::max(calls.highest_set, set);
  return calls.count++ == calls.fail_at ? 1 : 0;
}

class LibraryTest : public testing::Test {
 protected:
  void SetUp() override {
    const l2b_session_options options{sizeof options, L2B_ABI_VERSION, "model:h200", nullptr};
    ASSERT_EQ(l2b_session_open(&options, &session_), L2B_OK) << l2b_last_error();
  }
  void TearDown() override { l2b_session_close(session_); }

  l2b_result measure(const std::string& spec) { return l2b_measure(session_, spec.c_str(), count_call, &calls_); }
  json record() const { return json::parse(l2b_session_record(session_)); }

  l2b_session* session_ = nullptr;
  Calls calls_;
};

constexpr const char* small = R"({"callable": {"name": "mine"}, "prep": ["zero", "read"], "samples": 10, "rounds": 2,
                                  "warmup_s": 0})";

TEST_F(LibraryTest, MeasuresACallbackIntoARecord) {
  EXPECT_EQ(measure(small), L2B_OK) << l2b_last_error();
  const json cases = record().at("cases");
  ASSERT_EQ(cases.size(), 2U);
  EXPECT_EQ(cases[0].at("prep"), "zero:256MiB");
  EXPECT_EQ(cases[1].at("samples_ns").size(), 10U);
  EXPECT_EQ(cases[1].at("simulated"), true);
  EXPECT_EQ(cases[1].at("verify"), nullptr) << "nobody checked the result";
  EXPECT_EQ(cases[1].at("call").at("api"), "mine");
  EXPECT_GT(calls_.count, 20);
}

TEST_F(LibraryTest, MeasuresAgainOnTheSameSession) {
  EXPECT_EQ(measure(small), L2B_OK);
  EXPECT_EQ(measure(R"({"callable": {}, "prep": "read:512MiB", "samples": 5, "rounds": 1, "warmup_s": 0})"), L2B_OK)
      << l2b_last_error();
  EXPECT_EQ(record().at("cases")[0].at("prep"), "read:512MiB");
}

TEST_F(LibraryTest, RotatesOverArgumentSets) {
  EXPECT_EQ(measure(R"({"callable": {"sets": 12, "weight_bytes": 33554432}, "prep": "rotate", "samples": 5, "rounds": 1,
                        "warmup_s": 0})"),
            L2B_OK)
      << l2b_last_error();
  EXPECT_EQ(calls_.highest_set, 11);
  EXPECT_EQ(record().at("cases")[0].at("calls_per_sample"), 12);
}

TEST_F(LibraryTest, ARotationOverTooFewSetsIsRefused) {
  EXPECT_EQ(measure(R"({"callable": {"sets": 2, "weight_bytes": 33554432}, "prep": "rotate"})"), L2B_USAGE);
  EXPECT_THAT(l2b_last_error(), AllOf(HasSubstr("needs 10 argument sets"), HasSubstr("2 are given")));
  EXPECT_EQ(measure(R"({"callable": {"sets": 2}, "prep": "rotate"})"), L2B_USAGE);
  EXPECT_THAT(l2b_last_error(), HasSubstr("weight_bytes"));
}

TEST_F(LibraryTest, AFailedCallbackEndsTheMeasurement) {
  for (const int fail_at : {0, 1, 5, 12}) {
    calls_ = {.fail_at = fail_at};
    EXPECT_EQ(measure(small), L2B_CALL_FAILED);
    EXPECT_EQ(calls_.count, fail_at + 1) << "no call after the failed one";
    EXPECT_STREQ(l2b_session_record(session_), "");
  }
  calls_ = {};
  EXPECT_EQ(measure(small), L2B_OK) << "the session is still good: " << l2b_last_error();
}

TEST_F(LibraryTest, AWrongSpecIsNamed) {
  EXPECT_EQ(measure("{"), L2B_USAGE);
  EXPECT_THAT(l2b_last_error(), HasSubstr("not JSON"));
  EXPECT_EQ(measure(R"({"shape": "64x64"})"), L2B_USAGE);
  EXPECT_THAT(l2b_last_error(), HasSubstr("'cublas'"));
  EXPECT_EQ(measure(R"({"callable": {}, "processes": 2})"), L2B_USAGE);
  EXPECT_THAT(l2b_last_error(), HasSubstr("processes"));
}

TEST_F(LibraryTest, PreparesWithoutAMeasurement) {
  EXPECT_EQ(l2b_prepare(session_, "zero+read"), L2B_OK) << l2b_last_error();
  EXPECT_EQ(l2b_prepare_alone(session_, "read:1GiB"), L2B_OK) << l2b_last_error();
  EXPECT_EQ(l2b_hold(session_), L2B_OK);
  EXPECT_EQ(l2b_release(session_), L2B_OK);
  EXPECT_EQ(l2b_prepare(session_, "raed"), L2B_USAGE);
  EXPECT_THAT(l2b_last_error(), HasSubstr("did you mean 'read'?"));
  EXPECT_EQ(l2b_prepare(session_, "rotate"), L2B_USAGE);
  EXPECT_EQ(l2b_prepare(session_, "touch"), L2B_USAGE);
}

TEST_F(LibraryTest, NullsAreErrorsAndNoCrash) {
  EXPECT_EQ(l2b_measure(nullptr, small, count_call, nullptr), L2B_USAGE);
  EXPECT_EQ(l2b_measure(session_, nullptr, count_call, nullptr), L2B_USAGE);
  EXPECT_EQ(l2b_measure(session_, small, nullptr, nullptr), L2B_USAGE);
  EXPECT_EQ(l2b_prepare(nullptr, "read"), L2B_USAGE);
  EXPECT_EQ(l2b_session_open(nullptr, nullptr), L2B_USAGE);
  EXPECT_STREQ(l2b_session_record(nullptr), "");
  l2b_session_close(nullptr);
}

TEST(LibraryOpen, RefusesAnotherInterfaceAndAnUnknownDevice) {
  EXPECT_EQ(l2b_abi_version(), L2B_ABI_VERSION);
  l2b_session* session = nullptr;
  l2b_session_options options{sizeof options, L2B_ABI_VERSION + 1, "model:h200", nullptr};
  EXPECT_EQ(l2b_session_open(&options, &session), L2B_USAGE);
  EXPECT_THAT(l2b_last_error(), HasSubstr("version 2"));
  options = {4, L2B_ABI_VERSION, "model:h200", nullptr};
  EXPECT_EQ(l2b_session_open(&options, &session), L2B_USAGE);
  options = {sizeof options, L2B_ABI_VERSION, "model:none-such", nullptr};
  EXPECT_EQ(l2b_session_open(&options, &session), L2B_USAGE);
  EXPECT_EQ(session, nullptr);
}

}  // namespace

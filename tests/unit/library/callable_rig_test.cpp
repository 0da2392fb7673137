#include "library/callable_rig.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_rig.hpp"

namespace l2bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

WorkloadRequest callable_request(int sets = 1) {
  WorkloadRequest request;
  request.workload = "callable";
  request.code.callable = Callable{.sets = sets};
  return request;
}

TEST(CallableRig, CallsEverySetOnceAndOneBehindAGate) {
  fake::FakeRig inner(fake::h200());
  CallableRig rig(inner, [&](int set) {
    inner.say("call:" + std::to_string(set));
    return true;
  });
  rig.make_workload(callable_request(2));
  EXPECT_THAT(inner.words(), ElementsAre("call:0", "call:1", "wait", "arm", "gate", "call:0", "release", "wait"));
}

TEST(CallableRig, ACallableThatWaitsIsRefusedAndTheGateIsOpen) {
  fake::Script script = fake::h200();
  script.gate_times_out = [] { return true; };
  fake::FakeRig inner(script);
  CallableRig rig(inner, [](int) { return true; });
  try {
    rig.make_workload(callable_request());
    ADD_FAILURE();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("waits for the device"));
  }
  EXPECT_FALSE(inner.held());
}

TEST(CallableRig, AFailureBehindTheGateOpensIt) {
  fake::FakeRig inner(fake::h200());
  CallableRig rig(inner, [&](int) { return !inner.held(); });
  EXPECT_THROW(rig.make_workload(callable_request()), CallFailed);
  EXPECT_FALSE(inner.held());
}

}  // namespace
}  // namespace l2bench

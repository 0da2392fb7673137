#include "library/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l2bench/error.hpp"
#include "support/fake_rig.hpp"

namespace l2bench {
namespace {

using testing::ElementsAre;

// Without the pause a host that is slower than the prep would have its own time timed.
TEST(Session, APrepOnItsOwnLeavesTheHostTimeToQueueTheCall) {
  auto owned = std::make_unique<fake::FakeRig>(fake::h200());
  const fake::FakeRig& rig = *owned;
  Session session(std::move(owned));
  session.prepare_alone("read:1MiB");
  EXPECT_THAT(rig.words(), ElementsAre("wait", "buffers:0:1MiB", "read:1MiB", "pause:200000", "nop", "nop", "nop"));
}

TEST(Session, NoPrepIsNoPrep) {
  auto owned = std::make_unique<fake::FakeRig>(fake::h200());
  Session session(std::move(owned));
  EXPECT_THROW(session.prepare(""), UsageError);
}

}  // namespace
}  // namespace l2bench

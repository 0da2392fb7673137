#include "app/resume.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// A run of a kernel that was cut short before its first round.
class ResumedCode : public ::testing::Test {
 protected:
  ResumedCode() {
    std::ofstream(kernel_) << "extern \"C\" __global__ void mine() {}";
    Spec spec;
    spec.code.kernel = Kernel{.call = {.file = kernel_, .name = "mine"}};
    Case c;
    c.workload = "kernel";
    c.dtype = Dtype::own;
    spec.cases = {c};
    spec.grids = {{.shapes = {no_shape}, .rows = {1}, .workloads = {"kernel"}, .timers = {c.timer}, .preps = {c.prep}}};
    Journal::create(journal_path_of(record_), journal_header(begin_record(spec, {"l2bench"})), true);
  }

  std::string resumed(bool code_by_flag_only) const {
    RunOptions options;
    options.resume = record_;
    options.quiet = true;
    options.force = true;
    options.source.code_by_flag_only = code_by_flag_only;
    try {
      resume_run(options, {"l2bench", "run"});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "resumed";
  }

  ~ResumedCode() override {
    for (const std::string& path : {kernel_, journal_path_of(record_)}) std::filesystem::remove(path);
  }

  const std::string base_ = testing::TempDir() + "/l2bench-resumed-" + std::to_string(getpid());
  const std::string kernel_ = base_ + ".cu";
  const std::string record_ = base_ + ".json";
};

// A journal from somebody else must not choose what runs.
TEST_F(ResumedCode, RunsOnlyWhereItIsAllowed) {
  EXPECT_THAT(resumed(true), AllOf(HasSubstr("names code"), HasSubstr(kernel_), HasSubstr("--allow-code")));
  EXPECT_EQ(resumed(false), "resumed");
}

TEST_F(ResumedCode, IsNotTheSameCaseOnceItsFileHasChanged) {
  std::ofstream(kernel_) << "extern \"C\" __global__ void mine(int) {}";
  EXPECT_THAT(resumed(false), AllOf(HasSubstr("the SHA-256 of"), HasSubstr(kernel_ + "' differs")));
}

}  // namespace
}  // namespace l2bench

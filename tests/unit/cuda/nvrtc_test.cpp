#include "src/cuda/nvrtc.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l2bench/error.hpp"
#include "l2bench/input_file.hpp"

// NVRTC needs no GPU.

namespace l2bench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

Source source(const std::string& text, const std::string& kernel = "scale") {
  return {.path = "folder/mine.cu", .text = text, .kernel = kernel, .options = {}, .include = {}};
}

/// Skips where the toolkit has no NVRTC.
class Nvrtc : public testing::Test {
 protected:
  void SetUp() override {
    try {
      compile_source(source("__global__ void scale() {}"), "9.0");
    } catch (const MachineError& error) {
      GTEST_SKIP() << error.what();
    }
  }
  static std::string usage_error_of(const Source& wrong) {
    try {
      compile_source(wrong, "9.0");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "compiled";
  }
};

TEST_F(Nvrtc, CompilesAKernelToACubin) {
  const Compiled compiled = compile_source(source("extern \"C\" __global__ void scale(float* y) { *y *= 2; }"), "9.0");
  EXPECT_THAT(compiled.image, StartsWith("\x7f"
                                         "ELF"));
  EXPECT_EQ(compiled.kernel_name, "scale");
}

TEST_F(Nvrtc, CompilesWhatOnlyTheArchitecturesOwnSetHas) {
  const char* text = R"(__global__ void scale() { asm volatile("setmaxnreg.inc.sync.aligned.u32 160;"); })";
  EXPECT_FALSE(compile_source(source(text), "9.0").image.empty());
  EXPECT_THROW(compile_source(source(text), "8.0"), UsageError);
  EXPECT_FALSE(compile_source(source("__global__ void scale() {}"), "10.0").image.empty());
}

TEST_F(Nvrtc, FindsTemplatesByTheirWrittenName) {
  const std::string text = "namespace own { template <int F> __global__ void scale(float* y) { *y *= F; } }";
  EXPECT_THAT(compile_source(source(text, "own::scale<4>"), "9.0").kernel_name, HasSubstr("scale"));
}

TEST_F(Nvrtc, SeesTheToolkitsHeaders) {
  EXPECT_EQ(usage_error_of(source("#include <cuda_bf16.h>\n__global__ void scale(__nv_bfloat16* y) { *y += *y; }")),
            "compiled");
}

TEST_F(Nvrtc, ErrorsNameFileAndLine) {
  EXPECT_THAT(
      usage_error_of(source("__global__ void scale(float* y) {\n  *y = nonsense;\n}")),
      AllOf(HasSubstr("folder/mine.cu(2): error"), HasSubstr("nonsense"), HasSubstr("--gpu-architecture=sm_90")));
}

TEST_F(Nvrtc, SaysThatTheKernelIsNotThere) {
  EXPECT_THAT(usage_error_of(source("__global__ void other() {}")), HasSubstr("'scale'"));
}

TEST_F(Nvrtc, CompilesTheExample) {
  const std::string path = std::string(L2BENCH_SOURCE_DIR) + "/examples/gemv.cu";
  for (const char* kernel : {"gemv", "gemv_reference"}) {
    Source example = source(read_input_file(path, "example"), kernel);
    example.path = path;
    EXPECT_EQ(usage_error_of(example), "compiled");
  }
}

TEST_F(Nvrtc, TakesOptionsAndRefusesAnotherArchitecture) {
  Source with = source("__global__ void scale(float* y) { *y *= FACTOR; }");
  with.options = {"-DFACTOR=2"};
  EXPECT_EQ(usage_error_of(with), "compiled");
  with.options = {"-arch=sm_80"};
  EXPECT_THAT(usage_error_of(with), HasSubstr("Leave it out"));
  with.options = {"; touch /tmp/l2bench_hostile"};  // no shell ever sees an option
  EXPECT_THAT(usage_error_of(with), HasSubstr("touch"));
}

}  // namespace
}  // namespace l2bench

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "gpu_fixture.hpp"
#include "l2bench/error.hpp"
#include "src/cuda/gemv_workload.hpp"

namespace l2bench {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

WorkloadRequest request(const std::string& workload, Dtype dtype, Shape shape, int rows = 1, int copies = 1) {
  WorkloadRequest result;
  result.workload = workload;
  result.dtype = dtype;
  result.shape = shape;
  result.rows = rows;
  result.copies = copies;
  return result;
}

std::string text_of(const WorkloadRequest& r) {
  return r.workload + " " + std::string(row_of(dtype_table, r.dtype).word) + " " + std::to_string(r.shape.n) + "x" +
         std::to_string(r.shape.k) + " rows " + std::to_string(r.rows);
}

class WorkloadTest : public GpuTest {
 protected:
  static void expect_verified(const WorkloadRequest& wanted) {
    const auto workload = rig().make_workload(wanted);
    for (const std::uint64_t seed : {1u, 2u}) {
      const Verification result = workload->verify(seed).value();
      EXPECT_TRUE(result.passed()) << text_of(wanted) << ": " << result.max_rel_error << " of " << result.tolerance;
    }
  }
};

TEST_F(WorkloadTest, CublasIsRightForEveryDtypeAndOneToFourRows) {
  for (const Dtype dtype : {Dtype::bf16, Dtype::fp16, Dtype::fp32, Dtype::int8}) {
    for (int rows = 1; rows <= 4; ++rows) expect_verified(request("cublas", dtype, {.n = 1024, .k = 2048}, rows));
  }
}

TEST_F(WorkloadTest, CublasIsRightForOddShapes) {
  for (const Shape shape : {Shape{.n = 1, .k = 1}, Shape{.n = 37, .k = 129}, Shape{.n = 1000, .k = 999}}) {
    for (const Dtype dtype : {Dtype::bf16, Dtype::fp16, Dtype::fp32})
      expect_verified(request("cublas", dtype, shape, 3));
  }
}

TEST_F(WorkloadTest, CublasIsRightForTheStudysShape) {
  expect_verified(request("cublas", Dtype::bf16, {.n = 4096, .k = 4096}));
}

TEST_F(WorkloadTest, CublasSaysWhatInt8NeedsOfAShape) {
  try {
    rig().make_workload(request("cublas", Dtype::int8, {.n = 64, .k = 66}));
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("int8 for 64x66: cublasGemmEx needs a K that is a multiple of 4"));
    EXPECT_FALSE(error.sticky);
  }
}

TEST_F(WorkloadTest, Int8GemvIsRightForOneToFourRowsAndOddShapes) {
  for (const Shape shape : {Shape{.n = 1024, .k = 2048}, Shape{.n = 1, .k = 1}, Shape{.n = 37, .k = 129}}) {
    for (int rows = 1; rows <= 4; ++rows) expect_verified(request("int8-gemv", Dtype::int8, shape, rows));
  }
}

TEST_F(WorkloadTest, Int8GemvNamesItsConfigurationsWhereOneIsUnknown) {
  WorkloadRequest wanted = request("int8-gemv", Dtype::int8, {.n = 64, .k = 64});
  const std::string known = rig().make_workload(wanted)->info().config;
  EXPECT_THAT(known, Not(IsEmpty()));
  wanted.config = known + "x";
  try {
    rig().make_workload(wanted);
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("int8-gemv has no configuration '" + known + "x' (did you mean '"));
  }
}

TEST_F(WorkloadTest, EveryCopyIsVerified) {
  for (const char* name : {"cublas", "int8-gemv"}) {
    const Dtype dtype = std::string(name) == "cublas" ? Dtype::bf16 : Dtype::int8;
    const WorkloadRequest wanted = request(name, dtype, {.n = 511, .k = 512}, 2, 5);
    EXPECT_EQ(rig().make_workload(wanted)->copies(), 5);
    expect_verified(wanted);
  }
}

TEST_F(WorkloadTest, CublasDescribesItsCall) {
  const auto workload = rig().make_workload(request("cublas", Dtype::bf16, {.n = 4096, .k = 4096}));
  const WorkloadInfo& info = workload->info();
  EXPECT_EQ(info.api, "cublasGemmEx");
  EXPECT_EQ(info.compute_type, "fp32");
  EXPECT_EQ(info.weight_bytes, 33'554'432u);
  EXPECT_EQ(info.read_bytes, 33'554'432u + 8'192u);
  EXPECT_EQ(info.write_bytes, 8'192u);
  ASSERT_THAT(info.kernels, Not(IsEmpty()));
  for (const KernelInfo& kernel : info.kernels) EXPECT_THAT(kernel.name, Not(IsEmpty()));
  EXPECT_THAT(info.operands, ElementsAre(Operand{"W", 33'554'432, true}, Operand{"x", 8'192, false},
                                         Operand{"y", 8'192, false}, Field(&Operand::name, "workspace")));
}

TEST_F(WorkloadTest, Int8GemvDescribesItsCall) {
  const auto workload = rig().make_workload(request("int8-gemv", Dtype::int8, {.n = 100, .k = 64}, 2));
  const WorkloadInfo& info = workload->info();
  EXPECT_EQ(info.read_bytes, 6'400u + 400u + 256u);
  EXPECT_EQ(info.write_bytes, 400u);
  ASSERT_EQ(info.kernels.size(), 1u);
  EXPECT_THAT(info.kernels.front().name, HasSubstr("int8"));
  EXPECT_THAT(info.operands, ElementsAre(Operand{"W", 6'400, true}, Operand{"scale", 400, true},
                                         Operand{"x", 256, false}, Operand{"y", 400, false}));
}

TEST_F(WorkloadTest, CanBeRecordedIntoAGraphAndTouched) {
  for (const auto& wanted : {request("cublas", Dtype::bf16, {.n = 1023, .k = 1024}),
                             request("int8-gemv", Dtype::int8, {.n = 1023, .k = 1023})}) {
    const auto workload = rig().make_workload(wanted);
    device().begin_capture();
    workload->queue_touch();
    workload->queue_call(0);
    const GraphId graph = device().end_capture();
    device().queue_replay(graph);
    EXPECT_NO_THROW(device().wait()) << text_of(wanted);
  }
}

TEST_F(WorkloadTest, TakesTheMemoryItSays) {
  const WorkloadRequest wanted = request("cublas", Dtype::bf16, {.n = 4096, .k = 4096}, 1, 10);
  const auto first = rig().make_workload(wanted);  // the workspace is there from now on
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&before, &total), "ask for free memory");
  const auto second = rig().make_workload(wanted);
  check(cudaMemGetInfo(&after, &total), "ask for free memory");
  EXPECT_NEAR(static_cast<double>(before - after), static_cast<double>(rig().workload_bytes(wanted)), 40.0 * MiB);
}

TEST_F(WorkloadTest, SaysSoWhereMemoryDoesNotSuffice) {
  try {
    rig().make_workload(request("cublas", Dtype::bf16, {.n = 1 << 20, .k = 1 << 20}));
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_TRUE(error.out_of_memory);
    EXPECT_THAT(error.what(), HasSubstr("Could not allocate 2048GiB for the weight"));
  }
  EXPECT_NO_THROW(device().wait());
}

/// A workload that writes zeros, or nothing at all.
class Broken final : public GemvWorkload {
 public:
  Broken(bool writes, cudaStream_t stream)
      : GemvWorkload(request("", Dtype::bf16, {.n = 300, .k = 200}),
                     {.weight = Element::bf16, .input = Element::bf16, .output = Element::bf16, .has_scale = false},
                     1e-2, stream),
        writes_(writes) {}
  void queue_call(int) override {
    if (writes_) check(cudaMemsetAsync(data().y(), 0, data().bytes().y, stream()), "write a wrong result");
  }

 private:
  bool writes_;
};

TEST_F(WorkloadTest, AnOutputThatWasNotWrittenIsInfinitelyWrong) {
  Broken broken(false, stream());
  EXPECT_EQ(broken.verify(1)->max_rel_error, std::numeric_limits<double>::infinity());
}

TEST_F(WorkloadTest, AWrongOutputIsFound) {
  Broken broken(true, stream());
  const Verification result = broken.verify(1).value();
  EXPECT_NEAR(result.max_rel_error, 1.0, 1e-9);
  EXPECT_FALSE(result.passed());
}

}  // namespace
}  // namespace l2bench

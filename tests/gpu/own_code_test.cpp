#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gpu_fixture.hpp"
#include "l2bench/error.hpp"
#include "l2bench/spec_io.hpp"
#include "src/cuda/check.hpp"

// examples/gemv.cu and the plug-in example, and what goes wrong with them.

namespace l2bench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

class OwnCodeTest : public GpuTest {
 protected:
  static WorkloadRequest kernel_request(int copies = 1) {
    const std::string folder = std::string(L2BENCH_SOURCE_DIR) + "/examples/";
    std::ifstream file(folder + "gemv.json");
    const Spec spec =
        parse_spec({.path = folder + "gemv.json", .text = {std::istreambuf_iterator<char>(file), {}}, .flags = {}});
    WorkloadRequest request;
    request.workload = "kernel";
    request.shape = {1024, 2048};
    request.dtype = Dtype::own;
    request.copies = copies;
    request.code.kernel = spec.code.kernel;
    return request;
  }
  static WorkloadRequest plugin_request(int copies = 1) {
    WorkloadRequest request;
    request.workload = "plugin";
    request.shape = {512, 1024};
    request.copies = copies;
    request.code.plugin = PlugIn{.file = PLUGIN_GEMV, .parameters = "", .weight_bytes = "N*K*4"};
    return request;
  }
  static std::string download_input(const Workload& workload) {
    std::string bytes(workload.input().bytes, '\0');
    check(cudaMemcpy(bytes.data(), reinterpret_cast<const void*>(workload.input().address), bytes.size(),
                     cudaMemcpyDeviceToHost),
          "copy the input");
    return bytes;
  }
  static std::string refusal(const WorkloadRequest& request) {
    try {
      rig().make_workload(request);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "made";
  }
};

TEST_F(OwnCodeTest, TheExampleKernelIsCompiledListedAndRight) {
  const auto workload = rig().make_workload(kernel_request(3));
  EXPECT_THAT(workload->info().kernels, ElementsAre(Field(&KernelInfo::name, "gemv")));
  EXPECT_EQ(workload->info().weight_bytes, 1024U * 2048U * 2U);
  for (const std::uint64_t seed : {1U, 2U}) {
    const auto verified = workload->verify(seed);
    ASSERT_TRUE(verified);
    EXPECT_TRUE(verified->passed()) << verified->max_rel_error;
  }
  workload->queue_touch();
  device().wait();
}

TEST_F(OwnCodeTest, ProduceStoresTheInputAsItIs) {
  const auto workload = rig().make_workload(kernel_request());
  ASSERT_TRUE(workload->verify(3)->passed());
  EXPECT_EQ(workload->input().bytes, 2048U * 2U);
  const auto before = download_input(*workload);
  check(cudaMemset(reinterpret_cast<void*>(workload->input().address), 0, workload->input().bytes), "change the input");
  workload->queue_produce();
  device().wait();
  EXPECT_EQ(download_input(*workload), before);
}

TEST_F(OwnCodeTest, ItsInputCanBeProtected) {
  if (!device().info().persisting_l2_max_bytes) GTEST_SKIP() << "no set-aside";
  const auto workload = rig().make_workload(kernel_request());
  device().protect(parse_protection("input"), workload->input());
  workload->queue_call(0);
  device().wait();
  device().unprotect();
}

TEST_F(OwnCodeTest, AWrongKernelIsFoundOut) {
  WorkloadRequest request = kernel_request();
  request.code.kernel->call.grid[0] = "N/16";  // half of the rows are never written
  EXPECT_FALSE(rig().make_workload(request)->verify(1)->passed());
}

TEST_F(OwnCodeTest, ArgumentsAreCheckedAgainstTheKernel) {
  WorkloadRequest request = kernel_request();
  request.code.kernel->call.arguments.pop_back();
  EXPECT_THAT(refusal(request),
              AllOf(HasSubstr("takes 5 parameters of 8, 8, 8, 4, 4 bytes"), HasSubstr("8, 8, 8, 4 bytes")));
  request = kernel_request();
  request.code.kernel->call.arguments[3].kind = ArgumentKind::i64;
  EXPECT_THAT(refusal(request), HasSubstr("8, 8, 8, 8, 4 bytes"));
}

TEST_F(OwnCodeTest, AMissingKernelOrADamagedFileIsNamed) {
  WorkloadRequest request = kernel_request();
  request.code.kernel->call.name = "gevm";
  EXPECT_THAT(refusal(request), HasSubstr("gevm"));
  const std::string damaged = testing::TempDir() + "/damaged.cubin";
  std::ofstream(damaged) << "\x7f"
                            "ELF and nothing more";
  request.code.kernel->call.file = damaged;
  EXPECT_THAT(refusal(request), HasSubstr("cannot be loaded"));
}

TEST_F(OwnCodeTest, ThePluginExampleIsRight) {
  const auto workload = rig().make_workload(plugin_request(2));
  EXPECT_EQ(workload->info().api, "plugin_gemv");
  EXPECT_EQ(workload->info().kernels.size(), 1U);
  const auto verified = workload->verify(3);
  ASSERT_TRUE(verified);
  EXPECT_TRUE(verified->passed()) << verified->max_rel_error;
}

TEST_F(OwnCodeTest, APluginsFailureIsInItsOwnWords) {
  WorkloadRequest request = plugin_request();
  request.shape = no_shape;
  request.code.plugin->weight_bytes.reset();
  EXPECT_THROW(rig().make_workload(request), DeviceError);
}

}  // namespace
}  // namespace l2bench

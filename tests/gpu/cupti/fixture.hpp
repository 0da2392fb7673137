#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "kernels/flush.hpp"
#include "kernels/gate.hpp"
#include "l2bench/size.hpp"
#include "src/cuda/cupti.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// A stream, data of 32 MiB to work on, and flush buffers of 256 MiB: one to read and one to write.
class CuptiOnDevice : public testing::Test {
 protected:
  void SetUp() override {
    int devices = 0;
    if (const cudaError_t result = cudaGetDeviceCount(&devices); result != cudaSuccess || devices == 0) {
      GTEST_SKIP() << "no CUDA device: " << cudaGetErrorString(result);
    }
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0), "describe the device");
    device_name_ = properties.name;
    stream_ = make_stream();
    data_ = allocate_device<char>(32 * MiB, "data");
    clean_ = allocate_device<char>(256 * MiB, "a buffer to read");
    dirty_ = allocate_device<char>(256 * MiB, "a buffer to write");
    gate_words_ = allocate_mapped<GateWords>(1, "the gate");
    check(cudaMemset(data_.get(), 1, 32 * MiB), "fill the data");
    check(cudaMemset(clean_.get(), 1, 256 * MiB), "fill the buffer to read");
    warm_up();
  }

  void read_data() { launch_read(data_.get(), 32 * MiB, stream_.get()); }
  void read_half_of_data() { launch_read(data_.get(), 16 * MiB, stream_.get()); }
  void read_flush() { launch_read(clean_.get(), 256 * MiB, stream_.get()); }
  void zero_flush(std::size_t bytes = 256 * MiB) {
    check(cudaMemsetAsync(dirty_.get(), 0, bytes, stream_.get()), "zero the buffer to write");
  }
  void wait() { check(cudaStreamSynchronize(stream_.get()), "wait for the stream"); }

  /// Queues `queued` behind a gate, opens the gate and waits.
  void run_gated(const std::function<void()>& queued) {
    launch_gate(gate_words_.get(), ++ticket_, 1'000'000'000, stream_.get());
    queued();
    *const_cast<volatile std::uint32_t*>(&gate_words_.get()->opened) = ticket_;
    wait();
    ASSERT_NE(gate_words_.get()->timed_out, ticket_) << "the gate timed out: something waited for the stream";
  }

  GraphExec capture(const std::function<void()>& queued) {
    check(cudaStreamBeginCapture(stream_.get(), cudaStreamCaptureModeThreadLocal), "begin a capture");
    queued();
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(stream_.get(), &graph), "end a capture");
    const Graph owner(graph);
    cudaGraphExec_t exec = nullptr;
    check(cudaGraphInstantiate(&exec, graph, 0), "instantiate a graph");
    return GraphExec(exec);
  }

  void replay(const GraphExec& graph) {
    check(cudaGraphLaunch(graph.get(), stream_.get()), "replay a graph");
    wait();
  }

  std::string device_name_;
  Stream stream_;
  DeviceMemory<char> data_;
  DeviceMemory<char> clean_;
  DeviceMemory<char> dirty_;
  PinnedMemory<GateWords> gate_words_;

 private:
  /// Loads every kernel before the first gate: loading one would wait for the stream that the gate holds.
  void warm_up() {
    read_data();
    zero_flush();
    launch_nop(stream_.get());
    gate_words_.get()->opened = ++ticket_;
    launch_gate(gate_words_.get(), ticket_, 1'000'000, stream_.get());
    wait();
  }

  std::uint32_t ticket_ = 0;
};

/// The two kernels of a BF16 product of a 4096 x 4096 weight and one row: the call of the reference figures.
class CublasCall {
 public:
  explicit CublasCall(cudaStream_t stream);
  void queue() const;

 private:
  Cublas handle_;
  DeviceMemory<char> weight_;
  DeviceMemory<char> x_;
  DeviceMemory<char> y_;
  DeviceMemory<char> workspace_;
};

double median(std::vector<double> values);

}  // namespace l2bench

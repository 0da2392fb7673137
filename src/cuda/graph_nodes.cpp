#include "src/cuda/graph_nodes.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "l2bench/error.hpp"
#include "src/cuda/driver.hpp"

namespace l2bench {
namespace {

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? text.get() : name;
}

/// A library's kernels belong to its own copy of the runtime; only the driver knows them all.
std::string kernel_name(cudaGraphNode_t node) {
  static const auto node_params =
      driver_function<PFN_cuGraphKernelNodeGetParams_v12000>("cuGraphKernelNodeGetParams", 12000);
  static const auto kernel_name_of = driver_function<PFN_cuKernelGetName_v12030>("cuKernelGetName", 12030);
  static const auto function_name_of = driver_function<PFN_cuFuncGetName_v12030>("cuFuncGetName", 12030);
  CUDA_KERNEL_NODE_PARAMS_v2 params{};
  check_driver(node_params(node, &params), "read a kernel node of a graph");
  const char* name = nullptr;
  if (params.kern != nullptr) {
    check_driver(kernel_name_of(&name, params.kern), "read a kernel's name");
  } else {
    check_driver(function_name_of(&name, params.func), "read a kernel's name");
  }
  return demangled(name);
}

std::vector<cudaGraphNode_t> nodes_of(cudaGraph_t graph) {
  std::size_t count = 0;
  check(cudaGraphGetNodes(graph, nullptr, &count), "count the nodes of a graph");
  std::vector<cudaGraphNode_t> nodes(count);
  if (count > 0) check(cudaGraphGetNodes(graph, nodes.data(), &count), "list the nodes of a graph");
  return nodes;
}

cudaGraphNodeType type_of(cudaGraphNode_t node) {
  cudaGraphNodeType type{};
  check(cudaGraphNodeGetType(node, &type), "read the type of a graph node");
  return type;
}

}  // namespace

Graph capture(cudaStream_t stream, const std::function<void()>& queue) {
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "begin to record a graph");
  try {
    queue();
  } catch (...) {
    drop_capture(stream);
    throw;
  }
  cudaGraph_t graph = nullptr;
  check(cudaStreamEndCapture(stream, &graph), "end the recording of a graph");
  return Graph(graph);
}

void drop_capture(cudaStream_t stream) noexcept {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone) {
    cudaGraph_t graph = nullptr;
    static_cast<void>(cudaStreamEndCapture(stream, &graph));
    Graph dropped(graph);
  }
  static_cast<void>(cudaGetLastError());
}

void refuse_allocations(cudaGraph_t graph) {
  for (cudaGraphNode_t node : nodes_of(graph)) {
    const cudaGraphNodeType type = type_of(node);
    if (type != cudaGraphNodeTypeMemAlloc && type != cudaGraphNodeTypeMemFree) continue;
    throw DeviceError(
        "A recorded graph allocates device memory, so that its replay would time the allocator as well. Use "
        "--launch stream for this case.",
        false);
  }
}

void set_window(cudaGraph_t graph, const cudaAccessPolicyWindow& window) {
  cudaKernelNodeAttrValue value{};
  value.accessPolicyWindow = window;
  for (cudaGraphNode_t node : nodes_of(graph)) {
    if (type_of(node) != cudaGraphNodeTypeKernel) continue;
    check(cudaGraphKernelNodeSetAttribute(node, cudaKernelNodeAttributeAccessPolicyWindow, &value),
          "set the access policy window of a graph's kernel");
  }
}

std::vector<KernelInfo> kernels_of(cudaGraph_t graph) {
  std::vector<KernelInfo> kernels;
  for (cudaGraphNode_t node : nodes_of(graph)) {
    switch (type_of(node)) {
      case cudaGraphNodeTypeKernel:
        kernels.push_back({kernel_name(node)});
        break;
      case cudaGraphNodeTypeMemset:
        kernels.push_back({"memset"});
        break;
      case cudaGraphNodeTypeMemcpy:
        kernels.push_back({"memcpy"});
        break;
      default:
        break;
    }
  }
  return kernels;
}

}  // namespace l2bench

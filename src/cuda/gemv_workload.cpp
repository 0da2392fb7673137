#include "src/cuda/gemv_workload.hpp"

#include <algorithm>
#include <utility>

#include "src/cuda/graph_nodes.hpp"

namespace l2bench {

GemvWorkload::GemvWorkload(const WorkloadRequest& request, const GemvTypes& types, double tolerance,
                           cudaStream_t stream)
    : stream_(stream), tolerance_(tolerance), data_(request, types, stream) {}

void GemvWorkload::describe(WorkloadInfo info, std::uint64_t workspace_bytes) {
  queue_call(0);
  check(cudaStreamSynchronize(stream_), "run the first call of the workload");
  const Graph call = capture(stream_, [this] { queue_call(0); });
  refuse_allocations(call.get());
  const GemvBytes& bytes = data_.bytes();
  info.weight_bytes = bytes.weight;
  info.read_bytes = bytes.weight + bytes.scale + bytes.x;
  info.write_bytes = bytes.y;
  info.kernels = kernels_of(call.get());
  info.operands = {{"W", bytes.weight, true}};
  if (bytes.scale > 0) info.operands.push_back({"scale", bytes.scale, true});
  info.operands.push_back({"x", bytes.x, false});
  info.operands.push_back({"y", bytes.y, false});
  if (workspace_bytes > 0) info.operands.push_back({"workspace", workspace_bytes, false});
  info_ = std::move(info);
}

std::optional<Verification> GemvWorkload::verify(std::uint64_t seed) {
  Verification result{.max_rel_error = 0.0, .tolerance = tolerance_};
  data_.fill_input(seed);
  for (int copy = 0; copy < copies(); ++copy) {
    data_.poison_output();
    queue_call(copy);
    result.max_rel_error = std::max(result.max_rel_error, data_.worst_error(copy));
  }
  return result;
}

}  // namespace l2bench

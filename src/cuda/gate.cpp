#include "src/cuda/gate.hpp"

#include <atomic>

namespace l2bench {

Gate::Gate() : words_(allocate_mapped<GateWords>(1, "the gate")) {}

void Gate::arm() {
  ++ticket_;
}

void Gate::queue(cudaStream_t stream) {
  launch_gate(words_.get(), ticket_, timeout_ns, stream);
}

void Gate::release() noexcept {
  std::atomic_ref<std::uint32_t>(words_->opened).store(ticket_, std::memory_order_release);
}

bool Gate::timed_out() const {
  return ticket_ != 0 && std::atomic_ref<std::uint32_t>(words_->timed_out).load(std::memory_order_acquire) == ticket_;
}

}  // namespace l2bench

#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace l2bench {

/// What the host and a gate share, in mapped host memory. A gate carries a ticket and opens once `opened` has reached
/// it. Tickets only grow, so a word never has to be reset while a gate may still be looking at it.
struct GateWords {
  std::uint32_t opened = 0;     ///< written by the host: the highest ticket that may pass
  std::uint32_t timed_out = 0;  ///< written by the gate: the ticket that passed by its timeout
};

/// True if the ticket `now` has reached `ticket`, also when the count has wrapped around.
constexpr bool ticket_reached(std::uint32_t now, std::uint32_t ticket) {
  return static_cast<std::int32_t>(now - ticket) >= 0;
}

/// Queues a kernel of one thread that holds `stream` until words->opened reaches `ticket`, or for `timeout_ns` of
/// %globaltimer; in that case words->timed_out becomes `ticket`.
void launch_gate(GateWords* words, std::uint32_t ticket, std::uint64_t timeout_ns, cudaStream_t stream);

/// Queues a kernel of one thread that holds `stream` for `ns` of %globaltimer and touches no memory.
void launch_pause(std::uint64_t ns, cudaStream_t stream);

}  // namespace l2bench

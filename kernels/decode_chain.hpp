#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/decode_chain_plan.hpp"

// The small kernels of a Llama layer, unfused, bf16 with fp32 arithmetic. Rows are tokens. References on the CPU:
// decode_chain_reference.hpp.

namespace l2bench {

/// out[row] = in[row] / sqrt(mean of its squares + norm_epsilon) * weight.
void launch_rms_norm(__nv_bfloat16* out, const __nv_bfloat16* in, const __nv_bfloat16* weight, const ChainSizes& sizes,
                     cudaStream_t stream);

/// Each query head of each row over the cache and the row's own key and value. All rows share the cache, as the tokens
/// of one sequence do; no row sees another's key.
void launch_attention(__nv_bfloat16* out, const __nv_bfloat16* qkv, const __nv_bfloat16* cache, const ChainSizes& sizes,
                      cudaStream_t stream);

/// out[row, i] = silu(gate_up[row, i]) * gate_up[row, ffn + i].
void launch_silu_mul(__nv_bfloat16* out, const __nv_bfloat16* gate_up, const ChainSizes& sizes, cudaStream_t stream);

/// out = a + b, of [tokens, hidden].
void launch_add(__nv_bfloat16* out, const __nv_bfloat16* a, const __nv_bfloat16* b, const ChainSizes& sizes,
                cudaStream_t stream);

}  // namespace l2bench

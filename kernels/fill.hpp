#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/element.hpp"
#include "l2bench/spec.hpp"

// Random data by a counter: element i depends on (seed, i) alone, never on the grid or the device.
// Hash: the finaliser of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).

namespace l2bench {

/// A seed of its own for part `which` of what `seed` stands for.
std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t which);

/// CPU reference: the value that element `index` holds after launch_fill. `normal` has a standard deviation of 1 and
/// `uniform` lies in [-1, 1), both then rounded to the element. int8: normal x 32, or uniform x 127, rounded to the
/// nearest integer and limited to +-127.
double fill_value(Element element, Init init, std::uint64_t seed, std::uint64_t index);

/// Fills `count` elements of `data`.
void launch_fill(void* data, Element element, Init init, std::uint64_t seed, std::uint64_t count, cudaStream_t stream);

}  // namespace l2bench

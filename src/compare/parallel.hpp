#pragma once

#include <cstddef>
#include <functional>

namespace l2bench {

/// Every index below `count` once, on as many threads as the machine has.
void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace l2bench

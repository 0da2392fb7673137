#include "compare/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace l2bench {

void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next{0};
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min(most, count); ++i) threads.emplace_back(take);
  take();
}

}  // namespace l2bench

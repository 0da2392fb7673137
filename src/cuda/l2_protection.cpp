#include "src/cuda/l2_protection.hpp"

#include <fmt/format.h>

#include "kernels/flush.hpp"
#include "l2bench/error.hpp"
#include "l2bench/size.hpp"

namespace l2bench {
namespace {

[[noreturn]] void refuse(const std::string& reason) {
  throw DeviceError("Could not protect lines in L2: " + reason, false);
}

void require_support(const DeviceInfo& device) {
  if (device.mig.value_or(false)) {
    refuse("this is a MIG slice, where CUDA disables the set-aside. Run on a whole GPU.");
  }
  if (!device.persisting_l2_max_bytes) refuse("this device has no set-aside for persisting lines.");
}

std::uint64_t largest_window() {
  int ordinal = 0;
  int bytes = 0;
  check(cudaGetDevice(&ordinal), "ask for the current device");
  check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxAccessPolicyWindowSize, ordinal),
        "ask for the largest access policy window");
  return static_cast<std::uint64_t>(bytes);
}

std::size_t set_aside(std::size_t bytes) {
  check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes), "set a part of L2 aside");
  std::size_t found = 0;
  check(cudaDeviceGetLimit(&found, cudaLimitPersistingL2CacheSize), "read the set-aside of L2 back");
  return found;
}

cudaAccessPolicyWindow window_over(void* base, std::uint64_t bytes, double ratio) {
  const std::uint64_t most = largest_window();
  if (bytes > most) {
    refuse(fmt::format("the input has {} and the largest window {}. Use a smaller block.", format_bytes(bytes),
                       format_bytes(most)));
  }
  cudaAccessPolicyWindow window{};
  window.base_ptr = base;
  window.num_bytes = bytes;
  window.hitRatio = static_cast<float>(ratio);
  window.hitProp = cudaAccessPropertyPersisting;
  window.missProp = cudaAccessPropertyNormal;
  return window;
}

void set_window(cudaStream_t stream, const cudaAccessPolicyWindow& window) {
  cudaStreamAttrValue value{};
  value.accessPolicyWindow = window;
  check(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value), "set an access policy window");
}

std::size_t window_bytes(cudaStream_t stream) {
  cudaStreamAttrValue value{};
  check(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value),
        "read the access policy window back");
  return value.accessPolicyWindow.num_bytes;
}

}  // namespace

void L2Protection::begin(const Protection& protection, const MemoryRange& input, const DeviceInfo& device,
                         cudaStream_t stream) {
  require_support(device);
  check(cudaStreamSynchronize(stream), "run what was queued");
  if (set_aside(*device.persisting_l2_max_bytes) == 0) refuse("nothing of L2 was set aside, though it was asked for.");
  if (protection.kind == ProtectKind::input) {
    window_ =
        window_over(reinterpret_cast<void*>(static_cast<std::uintptr_t>(input.address)), input.bytes, protection.ratio);
    set_window(stream, *window_);
  }
  if (protection.kind == ProtectKind::foreign) protect_foreign(protection, input.bytes, stream);
}

/// The lines of the other buffer are brought in once, so that the set-aside is full of what the call does not use.
void L2Protection::protect_foreign(const Protection& protection, std::uint64_t bytes, cudaStream_t stream) {
  if (foreign_bytes_ < bytes) {
    foreign_ = allocate_device<std::byte>(bytes, "the buffer that is protected instead of the input");
    foreign_bytes_ = bytes;
  }
  window_ = window_over(foreign_.get(), bytes, protection.ratio);
  set_window(stream, *window_);
  launch_zero(foreign_.get(), bytes / line_bytes * line_bytes, stream);
  check(cudaStreamSynchronize(stream), "bring the foreign buffer in");
}

void L2Protection::end(cudaStream_t stream) {
  window_.reset();
  set_window(stream, {});
  check(cudaStreamSynchronize(stream), "run what was queued");
  check(cudaCtxResetPersistingL2Cache(), "make persisting lines normal ones");
  const std::size_t left = set_aside(0);
  const std::size_t window = window_bytes(stream);
  if (left == 0 && window == 0) return;
  throw DeviceError(
      fmt::format("L2 was not put back: {} bytes are still set aside and the window still has {} bytes. What is "
                  "measured next in this process would not be what it says.",
                  left, window),
      true);
}

}  // namespace l2bench

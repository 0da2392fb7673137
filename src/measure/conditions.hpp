#pragma once

#include <exception>

#include "l2bench/device.hpp"

namespace l2bench {

/// Runs `work` with the input of `workload` protected as the case says. Everything is put back on every way out.
template <typename Work>
void under_protection(Device& device, const Protection& protection, const Workload& workload, Work work) {
  if (!protection.on()) return work();
  try {
    device.protect(protection, workload.input());
    work();
  } catch (...) {
    try {
      device.unprotect();
    } catch (const std::exception&) {  // the first error is on its way to the caller
    }
    throw;
  }
  device.unprotect();
}

/// Runs `work` beside the stealer that the case names. Nothing may be loaded or allocated by `work`.
template <typename Work>
void under_theft(Device& device, const Steal& steal, Work work) {
  if (!steal.on()) return work();
  try {
    device.begin_steal(steal);
    work();
  } catch (...) {
    try {
      device.end_steal();
    } catch (const std::exception&) {  // the first error is on its way to the caller
    }
    throw;
  }
  device.end_steal();
}

}  // namespace l2bench

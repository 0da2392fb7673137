#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "l2bench/own_code.hpp"

namespace l2bench {

/// The arguments of one call in memory of their own, as cuLaunchKernel takes them.
class ArgumentValues {
 public:
  /// `address_of` gives a buffer's place on the device. Throws UsageError for a scalar that does not fit its type.
  ArgumentValues(const KernelCall& call, const AmountNames& names,
                 const std::function<std::uint64_t(const std::string& buffer)>& address_of);
  void** pointers() { return pointers_.data(); }
  std::span<const std::uint64_t> words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;  ///< a value each, from its first byte on
  std::vector<void*> pointers_;
};

/// Bytes that an argument takes.
std::size_t argument_bytes(ArgumentKind kind);

/// Throws UsageError unless the call's arguments are as many and as large as the kernel's parameters.
void check_arguments(const KernelCall& call, std::span<const std::size_t> parameter_bytes);

}  // namespace l2bench

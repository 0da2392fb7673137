#pragma once

#include <stdexcept>

#include "l2bench/error.hpp"

namespace l2bench::fuzz {

/// Runs `work`; an Error is how a reader refuses.
template <typename Work>
void allowing_errors(const Work& work) {
  try {
    work();
  } catch (const Error&) {
  }
}

inline void must(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace l2bench::fuzz

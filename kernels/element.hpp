#pragma once

#include <cstddef>

namespace l2bench {

/// How one number is stored in device memory.
enum class Element { bf16, fp16, fp32, int8, int32 };

constexpr std::size_t element_bytes(Element element) {
  switch (element) {
    case Element::int8:
      return 1;
    case Element::bf16:
    case Element::fp16:
      return 2;
    case Element::fp32:
    case Element::int32:
      return 4;
  }
  return 0;  // unreachable: every enumerator is above
}

}  // namespace l2bench

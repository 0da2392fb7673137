#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/spec.hpp"

namespace l2bench {

/// A case's word on an axis of selector_axes: "4096x4096", "zero:256MiB", "".
std::string axis_word(const Case& c, std::string_view axis);

bool selects(const Selector& selector, const Case& c);

/// Indices of the cases it selects.
std::vector<std::size_t> selected(const std::vector<Case>& cases, const Selector& selector);

/// Cases that `to` selects and that are like `c` on every axis that neither selector names.
std::vector<std::size_t> partners(const std::vector<Case>& cases, const Case& c, const Selector& of,
                                  const Selector& to);

/// Cases among `chosen` that are alike on every axis but those of `apart`, in the order of their first ones.
std::vector<std::vector<std::size_t>> alike_but(const std::vector<Case>& cases, const std::vector<std::size_t>& chosen,
                                                const std::vector<std::string_view>& apart);

}  // namespace l2bench

#include "src/cuda/kernel_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "l2bench/error.hpp"
#include "l2bench/number.hpp"

namespace l2bench {
namespace {

[[noreturn]] void does_not_fit(const KernelArgument& argument) {
  throw UsageError(
      fmt::format("{} does not fit the type {}.", in_quotes(argument.text), row_of(scalar_table, argument.kind).word));
}

template <typename Integer>
Integer integer(const KernelArgument& argument, const AmountNames& names) {
  if (const auto number = parse_literal<Integer>(argument.text)) return *number;
  if (argument.text.starts_with('-')) does_not_fit(argument);
  const std::uint64_t value = evaluate(argument.text, names);
  if (value > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max())) does_not_fit(argument);
  return static_cast<Integer>(value);
}

template <typename Real>
Real real(const KernelArgument& argument, const AmountNames& names) {
  const auto number = parse_literal<double>(argument.text);
  const double value = number ? *number : static_cast<double>(evaluate(argument.text, names));
  if (!std::isfinite(static_cast<Real>(value))) does_not_fit(argument);
  return static_cast<Real>(value);
}

template <typename Value>
std::uint64_t as_word(Value value) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}

std::uint64_t word_of_argument(const KernelArgument& argument, const AmountNames& names) {
  switch (argument.kind) {
    case ArgumentKind::i32:
      return as_word(integer<std::int32_t>(argument, names));
    case ArgumentKind::u32:
      return as_word(integer<std::uint32_t>(argument, names));
    case ArgumentKind::i64:
      return as_word(integer<std::int64_t>(argument, names));
    case ArgumentKind::u64:
      return as_word(integer<std::uint64_t>(argument, names));
    case ArgumentKind::f32:
      return as_word(real<float>(argument, names));
    case ArgumentKind::f64:
      return as_word(real<double>(argument, names));
    case ArgumentKind::buffer:
    case ArgumentKind::null_pointer:
      break;
  }
  return 0;
}

}  // namespace

ArgumentValues::ArgumentValues(const KernelCall& call, const AmountNames& names,
                               const std::function<std::uint64_t(const std::string& buffer)>& address_of) {
  for (const KernelArgument& argument : call.arguments) {
    const bool buffer = argument.kind == ArgumentKind::buffer;
    words_.push_back(buffer ? address_of(argument.text) : word_of_argument(argument, names));
  }
  for (std::uint64_t& word : words_) pointers_.push_back(&word);
}

std::size_t argument_bytes(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::i32:
    case ArgumentKind::u32:
    case ArgumentKind::f32:
      return 4;
    default:
      return 8;
  }
}

void check_arguments(const KernelCall& call, std::span<const std::size_t> parameter_bytes) {
  std::vector<std::size_t> given;
  for (const KernelArgument& argument : call.arguments) given.push_back(argument_bytes(argument.kind));
  if (std::equal(given.begin(), given.end(), parameter_bytes.begin(), parameter_bytes.end())) return;
  throw UsageError(fmt::format(
      "The kernel '{}' takes {} parameters of {} bytes; the spec's args are {} of {} bytes. (A "
      "pointer has 8 bytes; Triton adds pointers for scratch memory at the end: write null.)",
      call.name, parameter_bytes.size(), fmt::join(parameter_bytes, ", "), given.size(), fmt::join(given, ", ")));
}

}  // namespace l2bench

#include <fmt/format.h>

#include "l2bench/error.hpp"
#include "l2bench/number.hpp"
#include "l2bench/own_code.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t largest_amount = std::uint64_t{1} << 53;

[[noreturn]] void reject(const Amount& amount, std::string_view reason) {
  throw UsageError(fmt::format("{} {} Write numbers, N, K or rows, joined by * and / (which rounds up), such as N*K*2.",
                               in_quotes(amount), reason));
}

std::uint64_t side(const Amount& amount, std::int64_t value) {
  if (value == 0) reject(amount, "needs a shape: add --shape NxK.");
  return static_cast<std::uint64_t>(value);
}

std::uint64_t factor(const Amount& amount, std::string_view word, const AmountNames& names) {
  if (word == "N") return side(amount, names.n);
  if (word == "K") return side(amount, names.k);
  if (word == "rows") return static_cast<std::uint64_t>(names.rows);
  const std::optional<std::uint64_t> number = parse_whole(word);
  if (!number || *number > largest_amount) reject(amount, "is not a whole number.");
  return *number;
}

std::uint64_t times(const Amount& amount, std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > largest_amount / b) reject(amount, "is above 2^53.");
  return a * b;
}

std::uint64_t divided(const Amount& amount, std::uint64_t a, std::uint64_t b) {
  if (b == 0) reject(amount, "divides by 0.");
  return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace

std::uint64_t evaluate(const Amount& amount, const AmountNames& names) {
  std::size_t end = std::min(amount.find_first_of("*/"), amount.size());
  std::uint64_t value = factor(amount, std::string_view(amount).substr(0, end), names);
  while (end < amount.size()) {
    const char joint = amount[end];
    const std::size_t start = end + 1;
    end = std::min(amount.find_first_of("*/", start), amount.size());
    const std::uint64_t next = factor(amount, std::string_view(amount).substr(start, end - start), names);
    value = joint == '*' ? times(amount, value, next) : divided(amount, value, next);
  }
  return value;
}

int bytes_of(BufferType type) {
  switch (type) {
    case BufferType::int8:
      return 1;
    case BufferType::bf16:
    case BufferType::fp16:
      return 2;
    case BufferType::fp32:
    case BufferType::int32:
      return 4;
  }
  return 0;  // unreachable: every enumerator is above
}

KernelBytes bytes_of(const Kernel& kernel, const AmountNames& names) {
  KernelBytes bytes;
  for (const KernelBuffer& buffer : kernel.buffers) {
    const std::uint64_t size = evaluate(buffer.size, names) * static_cast<std::uint64_t>(bytes_of(buffer.type));
    if (buffer.role == BufferRole::weight) bytes.weight += size;
    if (buffer.role == BufferRole::weight || buffer.role == BufferRole::input) bytes.read += size;
    if (buffer.role == BufferRole::output) bytes.write += size;
  }
  if (kernel.read_bytes) bytes.read = evaluate(*kernel.read_bytes, names);
  if (kernel.write_bytes) bytes.write = evaluate(*kernel.write_bytes, names);
  return bytes;
}

}  // namespace l2bench

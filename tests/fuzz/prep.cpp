#include "l2bench/prep.hpp"

#include "fuzz/allowing_errors.hpp"
#include "fuzz/targets.hpp"

namespace l2bench::fuzz {
namespace {

constexpr std::uint64_t l2_bytes = 60 * MiB;

}  // namespace

void read_prep(std::string_view text) {
  allowing_errors([&] {
    const Prep prep = parse_prep(text);
    must(parse_prep(to_string(prep)) == prep, "a prep reads back to itself");
    const PlacedPrep placed = place(prep, l2_bytes);
    claim_of(placed, l2_bytes);
    traffic_bytes(placed);
    must(!to_string(placed).empty(), "a placed prep has a name");
  });
}

}  // namespace l2bench::fuzz

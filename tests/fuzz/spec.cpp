#include <nlohmann/json.hpp>

#include "fuzz/allowing_errors.hpp"
#include "fuzz/targets.hpp"
#include "l2bench/spec_io.hpp"

namespace l2bench::fuzz {
namespace {

Spec spec_of(std::string_view text) {
  return parse_spec({.path = "fuzz", .text = std::string(text), .flags = {}});
}

}  // namespace

void read_spec(std::string_view text) {
  allowing_errors([&] {
    const Spec spec = spec_of(text);
    const std::string written = to_json(spec).dump();
    must(to_json(spec_of(written)).dump() == written, "an effective spec reads back to itself");
  });
}

}  // namespace l2bench::fuzz

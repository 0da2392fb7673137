#include <fmt/format.h>

#include "l2bench/spec_io.hpp"
#include "spec/axes.hpp"
#include "spec/code.hpp"
#include "spec/expect.hpp"
#include "spec/grid.hpp"
#include "spec/sampling.hpp"
#include "spec/values.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

std::string read_text(const Givens& givens, std::string_view key) {
  const std::optional<Given> given = givens.find(key);
  return given ? givens.read(*given, [&](const json& value) { return text_of(value, key); }) : "";
}

std::string read_device(const Givens& givens) {
  const std::optional<Given> given = givens.find("device");
  const NameRule rule{.example = "0 or model:a100-pcie-40gb", .punctuation = "_.:/-", .most_characters = 128};
  return given ? givens.read(*given, [&](const json& value) { return name_of(value, rule); }) : Spec{}.device;
}

/// Sizes are checked group by group, before anything is expanded: a hostile spec costs no more than its own length.
std::vector<WrittenGrid> read_grids(const Givens& givens, const OwnCode& code) {
  std::vector<WrittenGrid> grids;
  std::size_t cases = 0;
  for (std::size_t group = 0; group < givens.groups(); ++group) {
    grids.push_back(read_axes(givens, group, workload_of(code)));
    cases += count_cases(plain(grids.back()));
    if (cases > max_cases) {
      givens.reject_group(
          group, fmt::format("the spec has more than {} cases. Write smaller axes, or several specs.", max_cases));
    }
    check_pairs(grids.back(), givens);
  }
  check_configs(grids, givens);
  return grids;
}

}  // namespace

Spec parse_spec(const SpecSource& source) {
  const Givens givens(source);
  if (const std::optional<Given> version = givens.find("schema_version")) {
    givens.read(*version, [](const json& value) { return whole_of(value, spec_key("schema_version")); });
  }
  Spec spec;
  spec.name = read_text(givens, "name");
  spec.description = read_text(givens, "description");
  spec.device = read_device(givens);
  spec.model_file = read_text(givens, "model_file");
  spec.sampling = read_sampling(givens);
  spec.tags = read_tags(givens);
  spec.code = read_code(givens, source);
  for (const WrittenGrid& grid : read_grids(givens, spec.code)) spec.grids.push_back(plain(grid));
  spec.cases = expand(spec.grids);
  check_code(spec.code, spec.cases);
  spec.expect = read_expectations(givens, spec.cases);
  return spec;
}

}  // namespace l2bench

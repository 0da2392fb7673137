#include <fmt/format.h>

#include <algorithm>

#include "l2bench/spec_io.hpp"
#include "record/fields.hpp"

namespace l2bench {
namespace {

void check_version(Reader& reader) {
  int version = 0;
  reader("schema_version", version);
  if (version == record_schema_version) return;
  throw UsageError(
      fmt::format("/schema_version: the record has version {}; this l2bench reads version {}. Use the "
                  "l2bench that wrote it, or run again.",
                  version, record_schema_version));
}

}  // namespace

nlohmann::json to_leaf(const Spec& spec) {
  return to_json(spec);
}

void from_leaf(const nlohmann::json& j, const JsonPath& at, Spec& spec) {
  try {
    spec = parse_spec({.path = "", .text = j.dump(), .flags = {}});
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", at.text(), error.what()));
  }
}

template <typename V>
void fields(V& v, Is<Record> auto& record) {
  v("tool", record.tool);
  v("started", record.started);
  v("partial", record.partial);
  v("argv", record.argv);
  v("spec", record.spec);
  v.unless("code", record.code, {});
  v("environment", record.environment);
  v("cases", record.cases);
  v("findings", record.findings);
  v("expect", record.expect);
  v("warnings", record.warnings);
}

namespace {

/// Everything that reads samples by block relies on this.
void check_blocks(const CaseResult& c, const JsonPath& at) {
  for (std::size_t i = 0; i < c.blocks.size(); ++i) {
    const BlockRow& block = c.blocks[i];
    if (block.first <= c.samples_ns.size() && block.count <= c.samples_ns.size() - block.first) continue;
    throw UsageError(fmt::format("{}: the block holds samples {} to {}, but the case has {} samples",
                                 (at / "blocks" / i).text(), block.first, block.first + block.count,
                                 c.samples_ns.size()));
  }
}

void check_flags(const CaseResult& c, const JsonPath& at) {
  const auto known = [](const Flag& flag) {
    return std::any_of(flag_table.begin(), flag_table.end(), [&](const FlagRow& row) { return row.id == flag.id; });
  };
  const auto unknown = std::find_if_not(c.flags.begin(), c.flags.end(), known);
  if (unknown == c.flags.end()) return;
  throw UsageError(fmt::format("{}: this l2bench knows no flag \"{}\"; the record may be of a newer one",
                               (at / "flags").text(), unknown->id));
}

void check(const Record& record, const JsonPath& root) {
  for (std::size_t i = 0; i < record.cases.size(); ++i) {
    const JsonPath cases = root / "cases";
    check_blocks(record.cases[i], cases / i);
    check_flags(record.cases[i], cases / i);
  }
}

}  // namespace

nlohmann::json to_json(const Record& record) {
  Writer writer;
  writer("schema_version", record_schema_version);
  fields(writer, record);
  return writer.take();
}

Record record_from_json(const nlohmann::json& j) {
  const JsonPath root;
  Reader reader(j, root);
  check_version(reader);
  Record record;
  fields(reader, record);
  check(record, root);
  return record;
}

Record parse_record(std::string_view text) {
  return record_from_json(parse_limited(text, record_limits));
}

}  // namespace l2bench

#include "record/journal_line.hpp"

#include <fmt/format.h>

#include "l2bench/sha256.hpp"
#include "l2bench/spec_io.hpp"
#include "record/fields.hpp"

namespace l2bench {

constexpr int journal_schema_version = 1;
constexpr std::size_t hash_digits = 16;

std::string sealed(std::string_view json) {
  return fmt::format("{} {}", sha256(json).substr(0, hash_digits), json);
}

std::string_view unsealed(std::string_view line) {
  const std::string_view json = line.size() > hash_digits ? line.substr(hash_digits + 1) : std::string_view();
  if (json.empty() || sealed(json) != line) throw UsageError("its hash does not agree with its content");
  return json;
}

nlohmann::json to_leaf(const Spec& spec);
void from_leaf(const nlohmann::json& j, const JsonPath& at, Spec& spec);

template <typename V>
void fields(V& v, Is<JournalHeader> auto& header) {
  v("tool", header.tool);
  v("build_id", header.build_id);
  v("started", header.started);
  v("argv", header.argv);
  v("spec", header.spec);
  v.unless("code", header.code, {});
}

nlohmann::json to_json(const JournalHeader& header) {
  Writer writer;
  writer("journal", journal_schema_version);
  fields(writer, header);
  return writer.take();
}

JournalHeader journal_header_from_json(const nlohmann::json& j) {
  const JsonPath root;
  Reader reader(j, root);
  int version = 0;
  reader("journal", version);
  if (version != journal_schema_version) {
    throw UsageError(
        fmt::format("it is a journal of version {}; this l2bench reads version {}", version, journal_schema_version));
  }
  JournalHeader header;
  fields(reader, header);
  return header;
}

}  // namespace l2bench

#include <nlohmann/json.hpp>

#include "compare/comparison_fields.hpp"
#include "l2bench/baseline.hpp"

namespace l2bench {

template <typename V>
void fields(V& v, Is<BaselineEntry> auto& entry) {
  v("id", entry.id);
  v("sha256", entry.sha256);
  v("started", entry.started);
  v("git_revision", entry.git_revision);
  v("device", entry.device);
  v("passing", entry.passing);
  v.text_or_null("pin", entry.pin);
}

nlohmann::json to_json(const BaselineIndex& index) {
  Writer writer;
  writer("schema_version", baseline_schema_version);
  writer("entries", index.entries);
  return writer.take();
}

BaselineIndex baseline_index_from_json(const nlohmann::json& j) {
  const JsonPath root;
  Reader reader(j, root);
  check_schema_version(reader, baseline_schema_version, "index of baselines");
  BaselineIndex index;
  reader("entries", index.entries);
  return index;
}

}  // namespace l2bench

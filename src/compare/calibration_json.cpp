#include <nlohmann/json.hpp>

#include "compare/comparison_fields.hpp"
#include "l2bench/calibrate.hpp"

namespace l2bench {

template <typename V>
void fields(V& v, Is<Calibration> auto& calibration) {
  v("tool", calibration.tool);
  v("started", calibration.started);
  v("device", calibration.device);
  v("uuid", calibration.uuid);
  v("host", calibration.host);
  v("processes", calibration.processes);
  v("cases", calibration.cases);
  v("left_out", calibration.left_out);
}

nlohmann::json to_json(const Calibration& calibration) {
  Writer writer;
  writer("schema_version", calibration_schema_version);
  fields(writer, calibration);
  return writer.take();
}

Calibration calibration_from_json(const nlohmann::json& j) {
  const JsonPath root;
  Reader reader(j, root);
  check_schema_version(reader, calibration_schema_version, "calibration");
  Calibration calibration;
  fields(reader, calibration);
  return calibration;
}

}  // namespace l2bench

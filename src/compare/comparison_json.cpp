#include <nlohmann/json.hpp>

#include "compare/comparison_fields.hpp"
#include "l2bench/compare.hpp"

namespace l2bench {

constexpr const auto& word_table(Verdict) {
  return verdict_table;
}

template <typename V>
void fields(V& v, Is<CompareOptions> auto& options) {
  v("threshold", options.threshold);
  v("allow_mismatch", options.allowed);
  v("require_baseline", options.require_baseline);
  v("noise", options.noise);
}

template <typename V>
void fields(V& v, Is<RunLabel> auto& run) {
  v.text_or_null("path", run.path);
  v.text_or_null("name", run.name);
  v("started", run.started);
  v("git_revision", run.git_revision);
  v.text_or_null("device", run.device);
  v("uuid", run.uuid);
  v("host", run.host);
  v("simulated", run.simulated);
  v("partial", run.partial);
}

template <typename V>
void fields(V& v, Is<Side> auto& side) {
  v("key", side.key);
  v("process_medians_ns", side.process_medians_ns);
  v("samples", side.samples);
  v("median_ns", side.median_ns);
  v("sm_mhz", side.sm_mhz);
}

template <typename V>
void fields(V& v, Is<Mismatch> auto& mismatch) {
  v("key", mismatch.key);
  v("base", mismatch.base);
  v("new", mismatch.candidate);
  v("allowed", mismatch.allowed);
}

template <typename V>
void fields(V& v, Is<CaseComparison> auto& c) {
  v("key", c.key);
  v("verdict", c.verdict);
  v("reason", c.reason);
  v("threshold", c.threshold);
  v("base", c.base);
  v("new", c.candidate);
  v("ratio", c.ratio);
  v("ratio_ci95", c.ratio_ci95);
  v("cycles_ratio", c.cycles_ratio);
  v("p", c.p);
  v("p_holm", c.p_holm);
  v("processes_needed", c.processes_needed);
  v("mismatches", c.mismatches);
}

nlohmann::json to_json(const Comparison& comparison) {
  Writer writer;
  writer("schema_version", comparison_schema_version);
  writer("tool", this_build());
  writer("exit", static_cast<int>(exit_of(comparison)));
  writer("options", comparison.options);
  writer("base", comparison.base);
  writer("new", comparison.candidate);
  writer("cases", comparison.cases);
  writer("only_in_base", comparison.only_in_base);
  writer("warnings", comparison.warnings);
  return writer.take();
}

}  // namespace l2bench

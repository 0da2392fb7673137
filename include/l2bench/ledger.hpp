#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/record.hpp"

// The ledger: what all handoffs of a model's step are worth at most. For each tensor that one kernel writes and a later
// one reads, the share that is still in L2 (survival) x its bytes x the consumer's sensitivity (kappa), summed over the
// layers.

namespace l2bench {

// ---- The layer, as its file says
// --------------------------------------------------------------------------------------

/// Where a consumer's kappa comes from: a call in a record, or a number with its source. Of several for as many tokens,
/// the first that a record has is taken.
struct LayerKappa {
  std::optional<std::uint64_t> up_to_tokens;  ///< for steps of so many tokens at most; empty: for any
  std::string workload;
  std::string config;
  std::optional<double> ms_per_gb;  ///< given, not measured by us
  double low = 0;                   ///< of a given one
  double high = 0;
  std::string why;  ///< this call stands for the consumer, or the source of a given number
};

/// A tensor that one kernel of a layer writes and a later one reads.
struct LayerHandoff {
  std::string name;
  std::string producer;
  std::string consumer;
  std::string kappa;  ///< a key of Layer::kappas
  std::uint64_t bytes_per_token = 0;
  std::uint64_t times_per_layer = 1;
  std::uint64_t between_bytes = 0;  ///< what the kernels between the two move, whoever else runs
  std::uint64_t between_bytes_per_token = 0;
};

struct Layer {
  std::string name;
  std::string about;
  Shape shape;  ///< of the workload decode-chain that is this layer
  std::uint64_t layers = 1;
  std::uint64_t tokens = 1;
  std::string left_by = "produce";  ///< the step that leaves a block as these producers do
  Step polluter;                    ///< of the loaded case
  std::map<std::string, std::vector<LayerKappa>> kappas;
  std::vector<LayerHandoff> handoffs;
};

/// "read:32MiB", "write:0.5xL2". Throws UsageError for any other prep.
Step parse_polluter(std::string_view text);

inline constexpr int layer_schema_version = 1;
/// Throws UsageError naming "path:line:column: /json/path: ...".
Layer parse_layer(std::string_view text, const std::string& path);

// ---- The sum
// ----------------------------------------------------------------------------------------------------------

/// A record with the name that messages and outputs give it.
struct NamedRecord {
  std::string path;
  Record record;
};

struct LedgerOptions {
  std::optional<std::uint64_t> tokens;  ///< in place of the layer's
  std::optional<Step> polluter;         ///< in place of the layer's
  std::optional<double> step_ms;        ///< given; else a decode-chain record is looked for
};

enum class LedgerCase { best, loaded, hostile };
struct LedgerCaseRow {
  LedgerCase value;
  std::string_view word;
  std::string_view help;
};
inline constexpr std::array<LedgerCaseRow, 3> ledger_case_table{{
    {LedgerCase::best, "best", "no traffic but the layer's own between producer and consumer"},
    {LedgerCase::loaded, "loaded", "the polluter passes between them, too"},
    {LedgerCase::hostile, "hostile",
     "as best, with every uncertainty in favour of the handoffs: the count that left the most, and the larger of "
     "kappa's "
     "upper end and 1 / bandwidth"},
}};

/// One handoff in one case: survival x bytes x kappa.
struct LedgerCell {
  double survival = 0;
  double between_bytes = 0;  ///< the traffic at which survival was taken
  double kappa_ms_per_gb = 0;
  double ms = 0;                   ///< of a step
  std::vector<std::string> cases;  ///< "record.json: case" of each point of survival in use
  std::vector<std::string> notes;  ///< what was not measured there, and what was taken in its place
};

struct LedgerRow {
  LayerHandoff handoff;
  double block_bytes = 0;
  double times = 0;  ///< in a step
  std::string kappa_source;
  std::array<LedgerCell, ledger_case_table.size()> cells;
};

struct Ledger {
  Layer layer;
  std::uint64_t tokens = 0;
  Step polluter;
  std::string device;
  std::uint64_t l2_bytes = 0;
  bool simulated = false;
  std::vector<std::string> records;
  std::string bandwidth_source;
  double inverse_bandwidth_ms_per_gb = 0;
  std::vector<LedgerRow> rows;
  std::array<double, ledger_case_table.size()> total_ms{};
  std::optional<double> step_ms;
  std::string step_source;  ///< of step_ms, or what would give it
};

/// Pure. Throws UsageError where an input is missing, naming the run that gives it, and for records of different
/// devices, or simulated and measured together.
Ledger make_ledger(const Layer& layer, const std::vector<NamedRecord>& records, const LedgerOptions& options);

// ---- Output
// -----------------------------------------------------------------------------------------------------------

std::string render_ledger_text(const Ledger& ledger);
std::string render_ledger_json(const Ledger& ledger);
std::string render_ledger_markdown(const Ledger& ledger);

struct LedgerRendererRow {
  std::string (*value)(const Ledger&);
  std::string_view word;
  std::string_view help;
};
inline constexpr std::array<LedgerRendererRow, 2> ledger_renderer_table{{
    {render_ledger_json, "json", "every number with the record and case it came from"},
    {render_ledger_markdown, "md", "the table for a document"},
}};

}  // namespace l2bench

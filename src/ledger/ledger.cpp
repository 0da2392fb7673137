#include "l2bench/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyze/kappa.hpp"
#include "kernels/decode_chain_plan.hpp"
#include "l2bench/error.hpp"
#include "ledger/survival_table.hpp"

namespace l2bench {
namespace {

constexpr double bytes_per_gb = 1e9;

struct MeasuredKappa {
  std::string path;
  Kappa kappa;
};

/// Every kappa of the records, and what a pure reader takes: from records that have kappas, where its L2 is cold.
struct Sensitivities {
  std::vector<MeasuredKappa> kappas;
  std::optional<double> inverse_bandwidth;
  std::string bandwidth_source;
};

Sensitivities sensitivities_of(const std::vector<NamedRecord>& records) {
  Sensitivities all;
  for (const NamedRecord& named : records) {
    const std::vector<Kappa> kappas = kappas_of(named.record);
    for (const Kappa& kappa : kappas) all.kappas.push_back({named.path, kappa});
    const auto reader = inverse_bandwidth_ms_per_gb(named.record);
    if (kappas.empty() || !reader || all.inverse_bandwidth) continue;
    all.inverse_bandwidth = reader;
    all.bandwidth_source = fmt::format("{}: consume:forward alone", named.path);
  }
  if (all.inverse_bandwidth) return all;
  throw UsageError(
      "The ledger needs 1 / bandwidth, the time of a pure reader alone (consume:forward) beside kappas, and no record "
      "has it. This run has: l2bench run configs/handoff_kappa.json --export-json handoff_kappa.json.");
}

/// A kappa with where it is from.
struct SourcedKappa {
  double ms_per_gb = 0;
  double high = 0;
  std::string source;
};

/// The kappas that the file has for so many tokens: the first that fits, and those that follow for as many.
std::vector<LayerKappa> kappas_for(const std::string& kind, const Layer& layer, std::uint64_t tokens) {
  std::vector<LayerKappa> fitting;
  for (const LayerKappa& kappa : layer.kappas.at(kind)) {
    if (kappa.up_to_tokens && tokens > *kappa.up_to_tokens) continue;
    if (!fitting.empty() && kappa.up_to_tokens != fitting.front().up_to_tokens) break;
    fitting.push_back(kappa);
  }
  if (!fitting.empty()) return fitting;
  throw UsageError(fmt::format("{}: its kappas of {} end below {} tokens. Add one without up_to_tokens.", layer.name,
                               in_quotes(kind), tokens));
}

std::optional<SourcedKappa> found_kappa(const LayerKappa& wanted, const Sensitivities& all) {
  if (wanted.ms_per_gb) return SourcedKappa{*wanted.ms_per_gb, wanted.high, fmt::format("given: {}", wanted.why)};
  for (const MeasuredKappa& measured : all.kappas) {
    if (measured.kappa.workload != wanted.workload || measured.kappa.config != wanted.config) continue;
    return SourcedKappa{
        measured.kappa.ms_per_gb, measured.kappa.high,
        fmt::format("{}: {}{} ({})", measured.path, measured.kappa.name,
                    measured.kappa.against_spinning ? "" : ", as timed, without a spinning control", wanted.why)};
  }
  return std::nullopt;
}

SourcedKappa kappa_for(const std::string& kind, const Layer& layer, std::uint64_t tokens, const Sensitivities& all) {
  const std::vector<LayerKappa> choices = kappas_for(kind, layer, tokens);
  for (const LayerKappa& choice : choices) {
    if (auto found = found_kappa(choice, all)) return *found;
  }
  const LayerKappa& first = choices.front();
  throw UsageError(fmt::format(
      "The ledger needs the kappa of {}{}{} for {} consumers of {}, and no record has it. Such a run has it: l2bench "
      "--workload {}{} --shape 1GiB --flush none --steal 0,10%,50%,75%,spin:10%,spin:50%,spin:75% --export-json "
      "kappa.json.",
      first.workload, first.config.empty() ? "" : ":", first.config, kind, layer.name, first.workload,
      first.config.empty() ? "" : " --config " + first.config));
}

void check_alike(const std::vector<NamedRecord>& records) {
  if (records.empty()) throw UsageError("The ledger needs records: of survival and of kappa.");
  const DeviceInfo& first = records.front().record.environment.device;
  for (const NamedRecord& named : records) {
    const DeviceInfo& device = named.record.environment.device;
    if (device.name == first.name && device.simulated == first.simulated && device.l2_bytes == first.l2_bytes) continue;
    throw UsageError(fmt::format("{} is of {}, {} is of {}: a ledger is of one device.", named.path, device.name,
                                 records.front().path, first.name));
  }
}

/// The traffic between producer and consumer in one case.
double between_bytes(const LayerHandoff& handoff, std::uint64_t tokens, double polluter_bytes) {
  return static_cast<double>(handoff.between_bytes) +
         static_cast<double>(handoff.between_bytes_per_token) * static_cast<double>(tokens) + polluter_bytes;
}

struct CaseInputs {
  const SurvivalTable& survival;
  const Ledger& ledger;
  SourcedKappa kappa;
};

LedgerCell cell_of(LedgerCase which, const LedgerRow& row, const CaseInputs& inputs) {
  const bool hostile = which == LedgerCase::hostile;
  const bool loaded = which == LedgerCase::loaded;
  const double polluter =
      loaded ? static_cast<double>(resolve(*inputs.ledger.polluter.size, inputs.ledger.l2_bytes)) : 0;
  const bool writes = loaded && inputs.ledger.polluter.kind == StepKind::write;
  LedgerCell cell;
  cell.between_bytes = between_bytes(row.handoff, inputs.ledger.tokens, polluter);
  SurvivalTable::Reading reading = inputs.survival.at(row.block_bytes, cell.between_bytes, writes, hostile);
  cell.survival = reading.share;
  cell.cases = std::move(reading.cases);
  cell.notes = std::move(reading.notes);
  if (cell.between_bytes > polluter && cell.survival > 0.0) {
    cell.notes.push_back(fmt::format("the layer's own traffic in between is taken to be {}, as the polluter's",
                                     writes ? "writes" : "reads"));
  }
  cell.kappa_ms_per_gb =
      hostile ? std::max(inputs.kappa.high, inputs.ledger.inverse_bandwidth_ms_per_gb) : inputs.kappa.ms_per_gb;
  if (cell.kappa_ms_per_gb < 0.0) cell.notes.push_back("kappa is below 0 as measured, and used so");
  cell.ms = cell.survival * row.block_bytes * row.times / bytes_per_gb * cell.kappa_ms_per_gb;
  return cell;
}

/// The time of all layers, from a chain of the layer's shape over as many tokens, whole and with nothing between its
/// kernels.
struct MeasuredStep {
  double ms = 0;
  std::string source;
};
std::optional<MeasuredStep> measured_step(const Ledger& ledger, const std::vector<NamedRecord>& records) {
  for (const NamedRecord& named : records) {
    for (const CaseResult& c : named.record.cases) {
      const bool fits = c.workload.api == "decode-chain" && c.status == Status::ok && c.stats &&
                        c.what.shape == ledger.layer.shape &&
                        static_cast<std::uint64_t>(c.what.rows) == ledger.tokens &&
                        c.prep.find("scrub") == std::string::npos && !c.what.steal.on() && !c.what.protect.on();
      const auto config = fits ? parse_chain_config(c.workload.config) : std::nullopt;
      if (!config || config->empty) continue;
      const double layers = static_cast<double>(ledger.layer.layers) / config->layers;
      std::string source = fmt::format("{}: {}", named.path, c.key);
      for (const Flag& flag : c.flags) {
        if (flag_row(flag.id).severity >= Severity::warning) source += fmt::format(" ({})", flag.id);
      }
      if (layers != 1.0) source += fmt::format(" times {:g}, for {} layers", layers, ledger.layer.layers);
      return MeasuredStep{c.stats->median_ns * layers * 1e-6, std::move(source)};
    }
  }
  return std::nullopt;
}

void find_step(Ledger& ledger, const std::vector<NamedRecord>& records, const LedgerOptions& options) {
  if (options.step_ms) {
    ledger.step_ms = options.step_ms;
    ledger.step_source = "given by --step-ms";
    return;
  }
  if (const auto step = measured_step(ledger, records)) {
    ledger.step_ms = step->ms;
    ledger.step_source = step->source;
    return;
  }
  ledger.step_source = fmt::format(
      "not known: give --step-ms, or a record of the chain: l2bench --workload decode-chain --shape {} --tokens {} "
      "--config layers-{}-kv-64 --export-json chain.json",
      to_string(ledger.layer.shape), ledger.tokens, ledger.layer.layers);
}

}  // namespace

Ledger make_ledger(const Layer& layer, const std::vector<NamedRecord>& records, const LedgerOptions& options) {
  check_alike(records);
  const DeviceInfo& device = records.front().record.environment.device;
  const Sensitivities sensitivities = sensitivities_of(records);
  Ledger ledger;
  ledger.layer = layer;
  ledger.tokens = options.tokens.value_or(layer.tokens);
  ledger.polluter = options.polluter.value_or(layer.polluter);
  ledger.device = device.name;
  ledger.l2_bytes = device.l2_bytes;
  ledger.simulated = device.simulated;
  for (const NamedRecord& named : records) ledger.records.push_back(named.path);
  ledger.bandwidth_source = sensitivities.bandwidth_source;
  ledger.inverse_bandwidth_ms_per_gb = *sensitivities.inverse_bandwidth;
  const SurvivalTable survival(records, layer.left_by, static_cast<double>(device.l2_bytes));
  for (const LayerHandoff& handoff : layer.handoffs) {
    LedgerRow row{.handoff = handoff};
    row.block_bytes = static_cast<double>(handoff.bytes_per_token) * static_cast<double>(ledger.tokens);
    row.times = static_cast<double>(handoff.times_per_layer) * static_cast<double>(layer.layers);
    const CaseInputs inputs{survival, ledger, kappa_for(handoff.kappa, layer, ledger.tokens, sensitivities)};
    row.kappa_source = inputs.kappa.source;
    for (std::size_t i = 0; i < ledger_case_table.size(); ++i) {
      row.cells[i] = cell_of(ledger_case_table[i].value, row, inputs);
      ledger.total_ms[i] += row.cells[i].ms;
    }
    ledger.rows.push_back(std::move(row));
  }
  find_step(ledger, records, options);
  return ledger;
}

}  // namespace l2bench

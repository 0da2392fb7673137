#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "l2bench/ledger.hpp"

namespace l2bench {
namespace {

using Ordered = nlohmann::ordered_json;

Ordered cell_json(const LedgerCell& cell) {
  return {{"survival", cell.survival},
          {"between_bytes", cell.between_bytes},
          {"kappa_ms_per_gb", cell.kappa_ms_per_gb},
          {"ms", cell.ms},
          {"survival_cases", cell.cases},
          {"notes", cell.notes}};
}

Ordered row_json(const LedgerRow& row) {
  Ordered j{{"handoff", row.handoff.name},
            {"producer", row.handoff.producer},
            {"consumer", row.handoff.consumer},
            {"block_bytes", row.block_bytes},
            {"times", row.times},
            {"kappa", row.handoff.kappa},
            {"kappa_source", row.kappa_source}};
  for (std::size_t i = 0; i < ledger_case_table.size(); ++i) {
    j[std::string(ledger_case_table[i].word)] = cell_json(row.cells[i]);
  }
  return j;
}

Ordered total_json(const Ledger& ledger, std::size_t i) {
  Ordered total{{"ms", ledger.total_ms[i]}, {"percent_of_step", nullptr}};
  if (ledger.step_ms) total["percent_of_step"] = 100.0 * ledger.total_ms[i] / *ledger.step_ms;
  return total;
}

}  // namespace

std::string render_ledger_json(const Ledger& ledger) {
  Ordered j{{"ledger", ledger.layer.name},
            {"simulated", ledger.simulated},
            {"device", ledger.device},
            {"l2_bytes", ledger.l2_bytes},
            {"records", ledger.records},
            {"layers", ledger.layer.layers},
            {"tokens", ledger.tokens},
            {"left_by", ledger.layer.left_by},
            {"polluter", to_string(Prep{{ledger.polluter}, Rotation::off})},
            {"inverse_bandwidth_ms_per_gb", ledger.inverse_bandwidth_ms_per_gb},
            {"inverse_bandwidth_source", ledger.bandwidth_source},
            {"step_ms", nullptr},
            {"step_source", ledger.step_source},
            {"total", Ordered::object()},
            {"handoffs", Ordered::array()}};
  if (ledger.step_ms) j["step_ms"] = *ledger.step_ms;
  for (std::size_t i = 0; i < ledger_case_table.size(); ++i) {
    j["total"][std::string(ledger_case_table[i].word)] = total_json(ledger, i);
  }
  for (const LedgerRow& row : ledger.rows) j["handoffs"].push_back(row_json(row));
  return safe_json(j.dump(1, ' ', false, nlohmann::json::error_handler_t::replace)) + '\n';
}

}  // namespace l2bench

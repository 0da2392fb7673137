#include "l2bench/ledger.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "ledger/survival_table.hpp"
#include "unit/record/one_case.hpp"

namespace l2bench {
namespace {

using one_case::record_of;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

constexpr double mib = 1024.0 * 1024.0;

/// A reader of a block of `mebibytes` that reads `from_dram` of it (a share) from DRAM, in each of the counts.
CaseResult read_block(int mebibytes, const char* prep, std::vector<double> from_dram) {
  CaseResult c = one_case::of(prep, 10000.0);
  c.what.workload = "consume";
  c.what.config = "forward";
  c.what.shape = {mebibytes * static_cast<std::int64_t>(MiB), 0};
  c.what.dtype = Dtype::int8;
  c.key = case_key(c.what, place(c.what.prep, one_case::l2_bytes));
  c.workload.api = "consume";
  c.workload.config = "forward";
  c.workload.read_bytes = c.what.shape.elements();
  c.counters = CounterSummary{};
  for (const double share : from_dram) {
    c.counters->readings.push_back({.dram_read_bytes = share * mebibytes * mib, .dram_write_bytes = 0.0});
  }
  return c;
}

Record judged(std::vector<CaseResult> cases) {
  Record record = record_of(std::move(cases));
  judge(record);
  return record;
}

/// Of 10 MiB all is left at once and half after 16 MiB of reads, of 20 MiB 0.8 and 0.2; nothing after 64 MiB. One count
/// of the 10 MiB block after 16 MiB left 0.6.
NamedRecord survival() {
  return {"survival.json",
          judged({read_block(10, "read+produce", {0.0}), read_block(10, "read+produce+read:16MiB", {0.5, 0.4, 0.5}),
                  read_block(10, "read+produce+read:32MiB", {0.75}), read_block(10, "read+produce+read:64MiB", {1.0}),
                  read_block(20, "read+produce", {0.2}), read_block(20, "read+produce+read:16MiB", {0.8}),
                  read_block(20, "read+produce+read:32MiB", {0.9}), read_block(20, "read+produce+read:64MiB", {1.0})})};
}

CaseResult robbed_call(const char* config, const char* steal, double median_ns, double stolen_bytes_per_s) {
  CaseResult c = read_block(1000, "none", {1.0});
  c.what.config = config;
  c.workload.config = config;
  c.what.steal = parse_steal(steal);
  c.samples_ns = {median_ns};
  c.blocks = {{.count = 1, .stolen_bytes_per_s = stolen_bytes_per_s}};
  return c;
}

/// 1000 MiB alone in 1048.576 us, so 1 / bandwidth is 1 ms a GB. Half of what is stolen is paid for: kappa is 0.5.
NamedRecord kappas() {
  constexpr double alone_ns = 1000.0 * mib * 1e-3;
  std::vector<CaseResult> cases{robbed_call("forward", "0", alone_ns, 0.0)};
  for (const auto& [steal, stolen_bytes] : {std::pair{"10%", 1e8}, {"25%", 2e8}, {"50%", 4e8}}) {
    const double ns = alone_ns + 0.5e-3 * stolen_bytes;
    cases.push_back(robbed_call("forward", steal, ns, stolen_bytes / ns * 1e9));
  }
  return {"kappa.json", judged(std::move(cases))};
}

constexpr const char* one_handoff = R"({
  "schema_version": 1, "name": "toy", "shape": "512x1024", "layers": 10, "tokens": 1024, "polluter": "read:16MiB",
  "kappas": {"reader": [{"workload": "consume", "config": "forward", "why": "reads"}]},
  "handoffs": [{"name": "a to b", "producer": "a", "consumer": "b", "bytes_per_token": 10240, "times_per_layer": 2,
                "kappa": "reader"}]
})";

Layer toy(const std::string& from = "", const std::string& to = "") {
  std::string text = one_handoff;
  if (!from.empty()) text.replace(text.find(from), from.size(), to);
  return parse_layer(text, "toy.json");
}

// ---- The sum --------------------------------------------------------------------------------------------------------

TEST(Ledger, IsSurvivalTimesBytesTimesKappa) {
  const Ledger ledger = make_ledger(toy(), {survival(), kappas()}, {.step_ms = 20.0});
  ASSERT_EQ(ledger.rows.size(), 1U);
  const LedgerRow& row = ledger.rows.front();
  EXPECT_DOUBLE_EQ(row.block_bytes, 10.0 * mib);
  EXPECT_DOUBLE_EQ(row.times, 20.0);
  const double gb = 20.0 * 10.0 * mib / 1e9;  // 0.2097152
  EXPECT_DOUBLE_EQ(row.cells[0].survival, 1.0);
  EXPECT_NEAR(row.cells[0].ms, gb * 0.5, 1e-9);
  EXPECT_DOUBLE_EQ(row.cells[1].survival, 0.5);
  EXPECT_NEAR(row.cells[1].ms, gb * 0.25, 1e-9);
  EXPECT_NEAR(row.cells[2].kappa_ms_per_gb, 1.0, 1e-9);  // 1 / bandwidth, which is above kappa's upper end
  EXPECT_NEAR(row.cells[2].ms, gb, 1e-9);
  EXPECT_NEAR(ledger.total_ms[0], 0.1048576, 1e-9);
  EXPECT_DOUBLE_EQ(*ledger.step_ms, 20.0);
  EXPECT_THAT(render_ledger_text(ledger), HasSubstr("0.524%"));
}

TEST(Ledger, NamesTheRecordAndCaseOfEachInput) {
  const Ledger ledger = make_ledger(toy(), {survival(), kappas()}, {});
  const LedgerRow& row = ledger.rows.front();
  EXPECT_THAT(row.cells[1].cases,
              ElementsAre("survival.json: consume:forward/10MiB/m1/int8/read:256MiB+produce/event/stream",
                          "survival.json: consume:forward/10MiB/m1/int8/read:256MiB+produce+read:16MiB/event/stream"));
  EXPECT_EQ(
      row.kappa_source,
      "kappa.json: consume:forward/1000MiB/m1/int8/event/stream/none, as timed, without a spinning control (reads)");
  EXPECT_EQ(ledger.bandwidth_source, "kappa.json: consume:forward alone");
  EXPECT_THAT(row.cells[1].notes, ElementsAre(HasSubstr("no consumer of nothing was counted")));
}

TEST(Ledger, WithoutAStepSaysWhatIsMissing) {
  const Ledger ledger = make_ledger(toy(), {survival(), kappas()}, {});
  EXPECT_FALSE(ledger.step_ms);
  EXPECT_THAT(ledger.step_source, HasSubstr("--step-ms"));
  const auto j = nlohmann::json::parse(render_ledger_json(ledger));
  EXPECT_TRUE(j["step_ms"].is_null());
  EXPECT_TRUE(j["total"]["best"]["percent_of_step"].is_null());
  EXPECT_NEAR(j["total"]["best"]["ms"].get<double>(), 0.1048576, 1e-9);
}

NamedRecord chain(const char* config, int tokens, const char* prep, double median_ns) {
  CaseResult c = one_case::of(prep, median_ns);
  c.what.workload = "decode-chain";
  c.what.config = config;
  c.what.shape = {512, 1024};
  c.what.rows = tokens;
  c.key = case_key(c.what, place(c.what.prep, one_case::l2_bytes));
  c.workload.api = "decode-chain";
  c.workload.config = config;
  return {"chain.json", judged({c})};
}

TEST(Ledger, TakesTheStepFromAChainOfItsTokens) {
  const Ledger ledger = make_ledger(toy(), {survival(), kappas(), chain("layers-2-kv-1", 1024, "read", 4e6)}, {});
  ASSERT_TRUE(ledger.step_ms);
  EXPECT_DOUBLE_EQ(*ledger.step_ms, 20.0);  // 4 ms for 2 layers, so 20 for 10
  EXPECT_EQ(
      ledger.step_source,
      "chain.json: decode-chain:layers-2-kv-1/512x1024/m1024/bf16/read:256MiB/event/stream times 5, for 10 layers");
  for (const NamedRecord& other : {chain("layers-2", 512, "read", 4e6), chain("layers-2-empty", 1024, "read", 4e6),
                                   chain("layers-2", 1024, "read+scrub:4MiB", 4e6)}) {
    EXPECT_FALSE(make_ledger(toy(), {survival(), kappas(), other}, {}).step_ms) << other.record.cases[0].key;
  }
}

TEST(Ledger, CountsTheLayersOwnTrafficInEveryCase) {
  const Layer layer = toy(R"("kappa": "reader"})", R"("kappa": "reader", "between_bytes": 8388608,
      "between_bytes_per_token": 8192})");  // 8 MiB and 1024 x 8 KiB: 16 MiB
  const Ledger ledger = make_ledger(layer, {survival(), kappas()}, {});
  const auto& cells = ledger.rows.front().cells;
  EXPECT_DOUBLE_EQ(cells[0].between_bytes, 16.0 * mib);
  EXPECT_DOUBLE_EQ(cells[0].survival, 0.5);
  EXPECT_DOUBLE_EQ(cells[1].survival, 0.25);  // after 32 MiB
  EXPECT_DOUBLE_EQ(cells[2].survival, 0.6);   // the count that left the most
}

TEST(Ledger, TakesAGivenKappaWithItsInterval) {
  const Layer layer = toy(R"("workload": "consume", "config": "forward", "why": "reads")",
                          R"("ms_per_gb": 0.25, "low": 0.2, "high": 3.0, "why": "a paper")");
  const Ledger ledger = make_ledger(layer, {survival(), kappas()}, {});
  EXPECT_DOUBLE_EQ(ledger.rows.front().cells[0].kappa_ms_per_gb, 0.25);
  EXPECT_DOUBLE_EQ(ledger.rows.front().cells[2].kappa_ms_per_gb, 3.0);
  EXPECT_EQ(ledger.rows.front().kappa_source, "given: a paper");
}

TEST(Ledger, TakesTheFirstKappaForSoManyTokens) {
  const Layer layer = toy("[{\"workload\"", R"([{"up_to_tokens": 1024, "ms_per_gb": 7, "low": 7, "high": 7,
      "why": "few tokens"}, {"workload")");
  EXPECT_DOUBLE_EQ(make_ledger(layer, {survival(), kappas()}, {}).rows.front().cells[0].kappa_ms_per_gb, 7.0);
  const Ledger more = make_ledger(layer, {survival(), kappas()}, {.tokens = 1025});
  EXPECT_NEAR(more.rows.front().cells[0].kappa_ms_per_gb, 0.5, 1e-9);
}

TEST(Ledger, TakesTheFirstKappaThatARecordHas) {
  const Layer layer = toy("[{\"workload\"", R"([{"workload": "consume", "config": "forward-512", "why": "computes"},
      {"workload")");
  EXPECT_THAT(make_ledger(layer, {survival(), kappas()}, {}).rows.front().kappa_source,
              HasSubstr("consume:forward/1000MiB"));
}

TEST(Ledger, MissingInputsNameTheRunThatGivesThem) {
  EXPECT_THAT([] { make_ledger(toy(), {survival()}, {}); },
              ThrowsMessage<UsageError>(HasSubstr("l2bench run configs/handoff_kappa.json")));
  EXPECT_THAT([] { make_ledger(toy(), {kappas()}, {}); },
              ThrowsMessage<UsageError>(HasSubstr("l2bench run configs/handoff_survival.json")));
  const Layer other = toy("\"forward\"", "\"forward-16\"");
  EXPECT_THAT(
      [&] {
        make_ledger(other, {survival(), kappas()}, {});
      },
      ThrowsMessage<UsageError>(HasSubstr("--workload consume --config forward-16")));
  EXPECT_THAT(
      [] {
        make_ledger(toy(), {survival(), kappas()}, {.polluter = parse_polluter("write:8MiB")});
      },
      ThrowsMessage<UsageError>(HasSubstr("a polluter that writes")));
}

TEST(Ledger, IsOfOneDeviceAndNeverHalfSimulated) {
  NamedRecord simulated = kappas();
  simulated.record.environment.device.simulated = true;
  EXPECT_THAT(
      [&] {
        make_ledger(toy(), {survival(), simulated}, {});
      },
      ThrowsMessage<UsageError>(HasSubstr("a ledger is of one device")));
  NamedRecord both = survival();
  both.record.environment.device.simulated = true;
  EXPECT_THAT(render_ledger_text(make_ledger(toy(), {both, simulated}, {})), HasSubstr("SIMULATED"));
}

// ---- Survival between and outside of what was measured --------------------------------------------------------------

SurvivalTable table() {
  return {{survival()}, "produce", 60.0 * mib};
}

TEST(SurvivalTable, GoesStraightBetweenPoints) {
  EXPECT_DOUBLE_EQ(table().at(15.0 * mib, 0.0, false, false).share, 0.9);
  EXPECT_DOUBLE_EQ(table().at(10.0 * mib, 24.0 * mib, false, false).share, 0.375);
  // 0.9 at once; of that 0.5 (10 MiB) and 0.25 (20 MiB) are left after 16 MiB.
  EXPECT_DOUBLE_EQ(table().at(15.0 * mib, 16.0 * mib, false, false).share, 0.9 * 0.375);
  EXPECT_THAT(table().at(15.0 * mib, 16.0 * mib, false, false).notes,
              ElementsAre(HasSubstr("no consumer of nothing was counted")));
}

TEST(SurvivalTable, TheMostIsThatOfTheOrderOfReadingThatLeavesTheMost) {
  NamedRecord both = survival();
  CaseResult backward = read_block(20, "read+produce", {0.1});
  backward.what.config = backward.workload.config = "backward";
  backward.key = case_key(backward.what, place(backward.what.prep, one_case::l2_bytes));
  both.record.cases.push_back(backward);
  judge(both.record);
  const SurvivalTable orders({both}, "produce", 60.0 * mib);
  EXPECT_DOUBLE_EQ(orders.at(20.0 * mib, 0.0, false, false).share, 0.8) << "the first order stays what it was";
  const auto most = orders.at(20.0 * mib, 0.0, false, true);
  EXPECT_DOUBLE_EQ(most.share, 0.9);
  EXPECT_THAT(most.cases, Contains(HasSubstr("backward")));
}

TEST(SurvivalTable, SaysWhatItTakesOutsideOfThem) {
  const auto large = table().at(40.0 * mib, 0.0, false, false);
  EXPECT_DOUBLE_EQ(large.share, 0.4);  // 16 MiB of 20 are left, so of 40
  EXPECT_THAT(large.notes, Contains(HasSubstr("no block above 20 MiB was measured")));
  const auto most = table().at(120.0 * mib, 0.0, false, true);
  EXPECT_DOUBLE_EQ(most.share, 0.5);  // as much as L2 holds
  EXPECT_THAT(most.notes, Contains(HasSubstr("as much as L2 holds")));
  const auto small = table().at(1.0 * mib, 16.0 * mib, false, false);
  EXPECT_DOUBLE_EQ(small.share, 0.5);
  EXPECT_THAT(small.notes, Contains(HasSubstr("no block below 10 MiB was measured")));
  EXPECT_THAT(small.notes, Contains(HasSubstr("no polluter was measured after a block below 10 MiB")));
  const auto far = table().at(10.0 * mib, 65.0 * mib, false, false);
  EXPECT_DOUBLE_EQ(far.share, 0.0);
  EXPECT_THAT(far.notes, Contains(HasSubstr("no polluter above 64 MiB was measured")));
}

// ---- The file -------------------------------------------------------------------------------------------------------

TEST(ParseLayer, NamesThePlaceOfAMistake) {
  EXPECT_THAT([] { toy("\"times_per_layer\"", "\"times\""); }, ThrowsMessage<UsageError>(HasSubstr("toy.json:4:")));
  EXPECT_THAT([] { toy("\"kappa\": \"reader\"", "\"kappa\": \"gemm\""); },
              ThrowsMessage<UsageError>(HasSubstr("/handoffs/0/kappa: 'gemm' is not one of this file's kappas")));
  EXPECT_THAT([] { toy("read:16MiB", "zero:16MiB"); },
              ThrowsMessage<UsageError>(HasSubstr("write read:SIZE or write:SIZE")));
  EXPECT_THAT([] { toy("\"layers\": 10", "\"layers\": 0"); }, ThrowsMessage<UsageError>(HasSubstr("/layers")));
  EXPECT_THAT([] { toy("\"schema_version\": 1", "\"schema_version\": 2"); },
              ThrowsMessage<UsageError>(HasSubstr("/schema_version")));
}

Layer layer_file(const std::string& name) {
  std::ifstream file(std::string(L2BENCH_SOURCE_DIR) + "/configs/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return parse_layer(text.str(), name);
}

TEST(ParseLayer, TheLlamaLayersAddUp) {
  const auto bytes = [](const Layer& layer) {
    std::uint64_t sum = 0;
    for (const LayerHandoff& handoff : layer.handoffs) sum += handoff.bytes_per_token * handoff.times_per_layer;
    return sum;
  };
  const Layer layer = layer_file("llama31_8b_layer.json");
  EXPECT_EQ(layer.layers, 32U);
  EXPECT_EQ(layer.tokens * 8192U, 24U * MiB);  // the block of the study that measured 24 MiB
  // Nine of hidden size, Q with K and V, gate with up, and their product; two bytes each.
  EXPECT_EQ(bytes(layer), 2U * (9U * 4096U + 6144U + 2U * 14336U + 14336U));
  EXPECT_EQ(bytes(layer_file("llama31_8b_fused_layer.json")), bytes(layer) - 2U * 8192U);
}

}  // namespace
}  // namespace l2bench

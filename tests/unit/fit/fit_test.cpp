#include "l2bench/fit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t mib = 1048576;

/// A GEMV of an N x 4096 bf16 weight.
WorkloadInfo gemv_of(std::uint64_t n) {
  WorkloadInfo info;
  info.api = "cublasGemmEx";
  info.weight_bytes = n * 4096 * 2;
  info.operands = {{"W", info.weight_bytes, true}, {"x", 8192, false}, {"y", n * 2, false}};
  info.read_bytes = info.weight_bytes + 8192;
  info.write_bytes = n * 2;
  return info;
}

struct Wanted {
  std::vector<Step> steps;
  std::uint64_t n = 4096;
  TimerKind timer = TimerKind::kernel;
};

Step step(StepKind kind, std::uint64_t mebibytes) {
  return {kind, Size{.bytes = mebibytes * mib}};
}

/// A record of exactly what `truth` gives, as if a card were that one.
Record record_of(const ModelCard& truth, const std::vector<Wanted>& wanted) {
  Record record;
  record.environment.device.name = "A card";
  record.environment.device.l2_bytes = static_cast<std::uint64_t>(truth.l2_bytes.value);
  record.environment.device.memory_bytes = 80ull << 30;
  record.environment.device.sm_count = 100;
  for (const Wanted& want : wanted) {
    CaseResult c;
    c.what.prep.steps = want.steps;
    c.what.timer = want.timer;
    c.workload = gemv_of(want.n);
    const PlacedPrep prep = place(c.what.prep, record.environment.device.l2_bytes);
    c.prep = to_string(prep);
    c.key = "gemv/" + std::to_string(want.n) + "/" + c.prep + "/" + std::string(row_of(timer_table, want.timer).word);
    const PredictedCase what{prep, c.workload, 1, want.timer};
    const Prediction seen = predict(truth, what);
    c.counters.emplace();
    c.counters->median.dram_read_bytes = seen.dram_read_bytes;
    c.counters->median.dram_write_bytes = seen.dram_write_bytes;
    c.counters->residual_dirty_bytes = predict_left_dirty_bytes(truth, what);
    c.stats.emplace();
    c.stats->median_ns = *seen.time_ns;
    record.cases.push_back(std::move(c));
  }
  return record;
}

std::vector<Wanted> probe_like() {
  std::vector<Wanted> wanted;
  for (const std::uint64_t fill : {8, 16, 24, 32, 256}) {
    wanted.push_back({{step(StepKind::read, 256), step(StepKind::zero, fill)}});
  }
  for (const std::uint64_t drain : {64, 96, 128}) {
    wanted.push_back({{step(StepKind::zero, 256), step(StepKind::read, drain)}});
  }
  for (const std::uint64_t n : {3072, 4096, 5120, 6144}) {
    wanted.push_back({{step(StepKind::read, 256), {StepKind::touch, std::nullopt}}, n});
  }
  wanted.push_back({{step(StepKind::read, 256)}, 4096});
  wanted.push_back({{step(StepKind::read, 256)}, 4096, TimerKind::event});
  wanted.push_back({{step(StepKind::read, 256)}, 28672});
  wanted.push_back({{step(StepKind::zero, 256)}, 28672});
  wanted.push_back({{step(StepKind::zero, 256)}, 4096, TimerKind::event});
  wanted.push_back({{}, 2048});
  return wanted;
}

TEST(Fit, FindsTheCardThatMadeTheRecord) {
  ModelCard truth = open_model_card("h200");
  truth.read_copy.value = 0.42;
  truth.write_copy.value = 0.8;
  truth.dirty_share.value = 0.38;
  truth.dirty_victim.value = 0.55;
  truth.dram_bytes_per_s.value = 2.0e12;
  truth.kernel_ns.value = 3000;
  truth.turnaround_ns_per_mb.value = 70;
  truth.event_overhead_ns.value = 1700;
  const Fit found = fit(record_of(truth, probe_like()), "found");
  EXPECT_EQ(found.card.name, "found");
  EXPECT_NEAR(found.card.dirty_share.value, 0.38, 0.02);
  EXPECT_NEAR(found.card.read_copy.value, 0.42, 0.04);
  EXPECT_NEAR(found.card.dram_bytes_per_s.value, 2.0e12, 0.05e12);
  EXPECT_NEAR(found.card.kernel_ns.value, 3000, 150);
  EXPECT_NEAR(found.card.turnaround_ns_per_mb.value, 70, 7);
  EXPECT_NEAR(found.card.event_overhead_ns.value, 1700, 1);
  EXPECT_EQ(found.card.dirty_share.source, Source::measured);
  EXPECT_THAT(found.unknown, IsEmpty());
  int held_out = 0;
  for (const FitPoint& point : found.points) {
    if (point.quantity == "time") continue;
    held_out += point.held_out;
    EXPECT_LT(std::abs(misfit_in_allowances(point)), 1.5)
        << point.key << " " << point.quantity << " " << point.seen << " " << point.modelled;
  }
  EXPECT_GT(held_out, 6);
}

TEST(Fit, SaysWhatTheRecordCannotTell) {
  const ModelCard truth = open_model_card("h200");
  const Fit found = fit(record_of(truth, {{{step(StepKind::zero, 256)}}}), "little");
  std::string unknown;
  for (const std::string& text : found.unknown) unknown += text + "\n";
  EXPECT_THAT(unknown, HasSubstr("memory rate"));
  EXPECT_THAT(unknown, HasSubstr("rate of hits"));
  EXPECT_EQ(found.card.l2_bytes_per_s.source, Source::guessed);
}

TEST(Fit, RefusesARecordWithoutCounters) {
  Record record = record_of(open_model_card("h200"), {{{step(StepKind::zero, 256)}}});
  record.cases[0].counters.reset();
  EXPECT_THROW(fit(record, "none"), UsageError);
}

TEST(Fit, ASimulatedRecordIsNamedInTheCard) {
  Record record = record_of(open_model_card("h200"), {{{step(StepKind::zero, 256)}}});
  record.environment.device.simulated = true;
  EXPECT_THAT(fit(record, "x").card.about, HasSubstr("SIMULATED"));
}

TEST(Fit, ACardSurvivesItsFile) {
  const ModelCard card = open_model_card("a100-pcie-40gb");
  const ModelCard again = parse_model_card(to_json(card).dump(), "card.json");
  for (const ParameterRow& row : parameter_table) {
    EXPECT_EQ((again.*row.value).value, (card.*row.value).value) << row.word;
    EXPECT_EQ((again.*row.value).source, (card.*row.value).source) << row.word;
    EXPECT_EQ((again.*row.value).note, (card.*row.value).note) << row.word;
  }
}

Finding fact(const std::vector<Finding>& facts, const std::string& id) {
  for (const Finding& finding : facts) {
    if (finding.id == id) return finding;
  }
  return {};
}

TEST(CardFacts, AreSaidInWordsAndNumbers) {
  const ModelCard truth = open_model_card("h200");
  std::vector<Wanted> wanted = probe_like();
  wanted.push_back({{step(StepKind::zero, 256)}, 3072});
  for (const std::uint64_t p : {8, 16, 24, 32}) {
    wanted.push_back({{step(StepKind::read, 256), {StepKind::touch, std::nullopt}, step(StepKind::read, p)}, 3072});
  }
  wanted.push_back({{step(StepKind::write, 256), {StepKind::discard, std::nullopt}}});
  const std::vector<Finding> facts = find_card_facts(record_of(truth, wanted));
  EXPECT_NEAR(fact(facts, "dirty_limit").values.at("bytes") / mib, 28.4, 0.5);
  EXPECT_EQ(fact(facts, "write_back").values.at("from_bytes"), 8.0 * mib);
  EXPECT_EQ(fact(facts, "drain").values.at("read_bytes"), 128.0 * mib);
  EXPECT_EQ(fact(facts, "second_read").values.at("bytes"), 32.0 * mib);
  EXPECT_NEAR(fact(facts, "survival_half").values.at("read_bytes") / mib, 18.5, 2.0);
  EXPECT_THAT(fact(facts, "discard").text, HasSubstr("drops lines unwritten"));
  EXPECT_GT(fact(facts, "read_bandwidth").values.at("bytes_per_s"), 3e12);
}

TEST(CardFacts, SayWhatIsNotKnown) {
  const std::vector<Finding> facts = find_card_facts(Record{});
  EXPECT_EQ(facts.size(), 8u);
  for (const Finding& finding : facts) EXPECT_EQ(finding.id, "unknown");
}

}  // namespace
}  // namespace l2bench

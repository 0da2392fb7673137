#include "analyze/handoffs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "l2bench/prep.hpp"
#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

constexpr std::string_view empty_config = "empty";

/// Empty for a text that is no prep: a record may come from anywhere. Sizes are spelled out in bytes.
std::optional<Prep> placed_prep_of(const CaseResult& c) {
  try {
    return parse_prep(c.prep);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

std::optional<std::size_t> last_own_step(const Prep& prep) {
  for (std::size_t i = prep.steps.size(); i-- > 0;) {
    if (row_of(step_table, prep.steps[i].kind).own) return i;
  }
  return std::nullopt;
}

/// A polluter that left more than was claimed is no reason to leave its point out: how much is left is the question.
bool is_usable_handoff(const CaseResult& c) {
  return c.status == Status::ok ||
         (c.status == Status::invalid && std::all_of(c.flags.begin(), c.flags.end(), [](const Flag& flag) {
            return flag_row(flag.id).severity < Severity::invalid || flag.id == "not_cold";
          }));
}

}  // namespace

std::optional<Handoff> handoff_of(const CaseResult& c) {
  const std::optional<Prep> prep = placed_prep_of(c);
  const std::optional<std::size_t> left = prep ? last_own_step(*prep) : std::nullopt;
  if (!left || prep->steps.size() > *left + 2) return std::nullopt;
  Handoff handoff;
  handoff.left_by = row_of(step_table, prep->steps[*left].kind).word;
  const auto begin = prep->steps.begin();
  handoff.before = to_string(Prep{{begin, begin + static_cast<std::ptrdiff_t>(*left) + 1}, Rotation::off});
  if (*left + 1 == prep->steps.size()) return handoff;
  const Step& polluter = prep->steps.back();
  if (!polluter.size || polluter.kind == StepKind::discard) return std::nullopt;
  handoff.polluter = Polluter{polluter.size->bytes, row_of(step_table, polluter.kind).writes};
  return handoff;
}

std::string to_string(const std::optional<Polluter>& polluter) {
  if (!polluter) return "no polluter";
  return fmt::format("{}:{}", polluter->writes ? "write" : "read", format_bytes(polluter->bytes));
}

std::optional<double> dram_reads(const CaseResult& c) {
  return c.counters ? c.counters->median.dram_read_bytes : std::nullopt;
}

EmptyBaseline empty_baseline(const Record& record, const CaseResult& like) {
  std::vector<double> reads;
  for (const CaseResult& c : record.cases) {
    const bool fits =
        c.what.workload == like.what.workload && c.what.config == empty_config && c.what.shape == like.what.shape;
    if (fits && dram_reads(c)) reads.push_back(*dram_reads(c));
  }
  const auto stats = summarize(reads);
  return stats ? EmptyBaseline{stats->median_ns, true} : EmptyBaseline{};
}

bool is_consumer(const CaseResult& c) {
  return is_usable_handoff(c) && c.stats && c.what.config != empty_config && c.workload.read_bytes > 0;
}

}  // namespace l2bench

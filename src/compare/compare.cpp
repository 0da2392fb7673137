#include "l2bench/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "compare/bootstrap.hpp"
#include "compare/comparability.hpp"
#include "compare/decide.hpp"
#include "compare/parallel.hpp"
#include "compare/rank_test.hpp"
#include "compare/replicates.hpp"
#include "compare/warn.hpp"

namespace l2bench {
namespace {

/// A case of the new record, the one of the base that it meets, and their samples by process.
struct Pair {
  std::size_t row = 0;  ///< in Comparison::cases
  const CaseResult* base = nullptr;
  const CaseResult* candidate = nullptr;
  std::vector<Replicate> base_replicates;
  std::vector<Replicate> candidate_replicates;
};

std::string flags_of(const CaseResult& c) {
  std::vector<std::string> ids;
  for (const Flag& flag : c.flags) {
    if (flag_row(flag.id).severity > Severity::warning) ids.push_back(flag.id);
  }
  return fmt::format("{}: {}", row_of(status_table, c.status).word, fmt::join(ids, ", "));
}

std::string texts_of(const std::vector<Mismatch>& mismatches) {
  std::vector<std::string> texts;
  for (const Mismatch& m : mismatches) {
    if (!m.allowed) texts.push_back(fmt::format("{} ({} / {})", m.key, m.base, m.candidate));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

class Comparer {
 public:
  Comparer(const Record& base, const Record& candidate, const CompareOptions& options)
      : base_(base), candidate_(candidate), options_(options) {
    for (const CaseResult& c : base.cases) base_by_key_[match_key(c, options)].push_back(&c);
  }

  Comparison run() {
    comparison_.base = label_of(base_, "");
    comparison_.candidate = label_of(candidate_, "");
    comparison_.options = options_;
    match();
    measure();
    adjust_and_decide();
    warn(comparison_);
    return std::move(comparison_);
  }

 private:
  void match() {
    std::set<const CaseResult*> met;
    for (const CaseResult& c : candidate_.cases) {
      CaseComparison row;
      row.key = c.key;
      row.threshold = options_.threshold;
      const auto found = base_by_key_.find(match_key(c, options_));
      if (found == base_by_key_.end()) {
        row.reason = "The base has no case of this key.";
      } else {
        met.insert(found->second.begin(), found->second.end());
        meet(row, c, found->second);
      }
      comparison_.cases.push_back(std::move(row));
    }
    for (const CaseResult& c : base_.cases) {
      if (met.count(&c) == 0) comparison_.only_in_base.push_back(c.key);
    }
  }

  /// Pairs them, or says why they cannot be compared.
  void meet(CaseComparison& row, const CaseResult& c, const std::vector<const CaseResult*>& of_base) {
    const CaseResult& b = *of_base.front();
    row.verdict = Verdict::not_comparable;
    if (of_base.size() > 1) {
      row.reason = fmt::format("{} cases of the base meet it once {} may differ. Allow less.", of_base.size(),
                               fmt::join(options_.allowed, ", "));
    } else if (c.status != Status::ok || !c.stats) {
      row.reason = fmt::format("The new record's case is {}.", flags_of(c));
    } else if (b.status != Status::ok || !b.stats) {
      row.reason = fmt::format("The base's case is {}.", flags_of(b));
    } else {
      row.mismatches = mismatches_of(base_, b, candidate_, c, options_);
      row.reason = fmt::format("These differ (base / new): {}.", texts_of(row.mismatches));
      const bool comparable =
          std::all_of(row.mismatches.begin(), row.mismatches.end(), [](const Mismatch& m) { return m.allowed; });
      if (comparable) pairs_.push_back({comparison_.cases.size(), &b, &c, {}, {}});
    }
  }

  void measure() {
    in_parallel(pairs_.size(), [&](std::size_t i) {
      pairs_[i].base_replicates = replicates_of(*pairs_[i].base);
      pairs_[i].candidate_replicates = replicates_of(*pairs_[i].candidate);
    });
    MedianResamplers resamplers;
    for (const Pair& pair : pairs_) {
      resamplers.need(pair.base_replicates);
      resamplers.need(pair.candidate_replicates);
    }
    in_parallel(pairs_.size(), [&](std::size_t i) { measure(pairs_[i], resamplers); });
  }

  void measure(const Pair& pair, const MedianResamplers& resamplers) {
    CaseComparison& row = comparison_.cases[pair.row];
    row.base = side_of(*pair.base, pair.base_replicates);
    row.candidate = side_of(*pair.candidate, pair.candidate_replicates);
    row.threshold = threshold_of(*pair.base, base_, *pair.candidate, candidate_, options_);
    row.ratio = row.candidate->median_ns / row.base->median_ns;
    if (row.base->sm_mhz && row.candidate->sm_mhz) {
      row.cycles_ratio = *row.ratio * *row.candidate->sm_mhz / *row.base->sm_mhz;
    }
    row.p = rank_test_p(row.base->process_medians_ns, row.candidate->process_medians_ns);
    if (std::min(pair.base_replicates.size(), pair.candidate_replicates.size()) < least_processes) return;
    row.ratio_ci95 = ratio_ci95(pair.base_replicates, pair.candidate_replicates, resamplers, pair.row + 1);
  }

  void adjust_and_decide() {
    std::vector<double> p;
    for (const Pair& pair : pairs_) p.push_back(*comparison_.cases[pair.row].p);
    const std::vector<double> adjusted = holm(p);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      CaseComparison& row = comparison_.cases[pairs_[i].row];
      row.p_holm = adjusted[i];
      decide(row, pairs_.size(), options_);
    }
  }

  const Record& base_;
  const Record& candidate_;
  const CompareOptions& options_;
  std::map<std::string, std::vector<const CaseResult*>> base_by_key_;
  std::vector<Pair> pairs_;
  Comparison comparison_;
};

}  // namespace

RunLabel label_of(const Record& record, const std::string& path) {
  const DeviceInfo& device = record.environment.device;
  return {.path = path,
          .name = record.spec.name,
          .started = record.started,
          .git_revision = record.tool.git_revision,
          .device = device.name,
          .uuid = device.uuid,
          .host = record.environment.host,
          .simulated = device.simulated,
          .partial = record.partial};
}

Comparison compare(const Record& base, const Record& candidate, const CompareOptions& options) {
  return Comparer(base, candidate, options).run();
}

std::size_t count_of(const Comparison& comparison, Verdict verdict) {
  const auto has_it = [verdict](const CaseComparison& c) { return c.verdict == verdict; };
  return static_cast<std::size_t>(std::count_if(comparison.cases.begin(), comparison.cases.end(), has_it));
}

Exit exit_of(const Comparison& comparison) {
  if (count_of(comparison, Verdict::slower) > 0) return Exit::regression;
  const std::size_t without = count_of(comparison, Verdict::no_baseline);
  if (without == comparison.cases.size()) return Exit::invalid;
  if (without > 0 && comparison.options.require_baseline) return Exit::invalid;
  const bool all_fine = std::all_of(comparison.cases.begin(), comparison.cases.end(), [](const CaseComparison& c) {
    return row_of(verdict_table, c.verdict).exit == Exit::ok;
  });
  return all_fine ? Exit::ok : Exit::invalid;
}

}  // namespace l2bench

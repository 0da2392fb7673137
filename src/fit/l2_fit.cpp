#include "fit/l2_fit.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <future>
#include <thread>

namespace l2bench {
namespace {

constexpr std::array<Parameter ModelCard::*, 4> fitted{&ModelCard::read_copy, &ModelCard::write_copy,
                                                       &ModelCard::dirty_share, &ModelCard::dirty_victim};
constexpr double first_step = 0.08;
constexpr double last_step = 0.004;

std::vector<SeenCase> without_held_out(std::vector<SeenCase> cases) {
  std::erase_if(cases, [](const SeenCase& seen) { return seen.held_out; });
  return cases;
}

double cost_of(const ModelCard& card, const std::vector<SeenCase>& fitted_to) {
  double cost = 0;
  for (const FitPoint& point : byte_points(card, fitted_to)) cost += std::pow(misfit_in_allowances(point), 2);
  return cost;
}

/// Cases cost unlike amounts, so each core takes the next one that is left.
std::vector<ModelledBytes> modelled_on_all_cores(const ModelCard& card, const std::vector<SeenCase>& cases) {
  std::vector<ModelledBytes> modelled(cases.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < cases.size(); i = next++) modelled[i] = modelled_bytes_of(card, cases[i]);
  };
  std::vector<std::future<void>> workers;
  for (unsigned core = 1; core < std::thread::hardware_concurrency(); ++core) {
    workers.push_back(std::async(std::launch::async, work));
  }
  work();
  for (std::future<void>& worker : workers) worker.get();
  return modelled;
}

void take_l2(ModelCard& card, const ModelCard& other) {
  for (const auto parameter : fitted) (card.*parameter).value = (other.*parameter).value;
}

/// Compass search: a step along each axis where it helps, half the step where none does.
class Search {
 public:
  Search(ModelCard& best, const std::vector<SeenCase>& cases, const FitProgress& progress)
      : best_(best), cases_(cases), progress_(progress), cost_(tried(best)) {}

  /// The nearest start saves most of the way.
  void start_from(const std::vector<ModelCard>& starts) {
    for (const ModelCard& start : starts) {
      ModelCard card = best_;
      take_l2(card, start);
      keep_if_better(card);
    }
  }

  void descend() {
    for (double step = first_step; step >= last_step;) {
      if (!step_along_axes(step)) step /= 2.0;
    }
  }

 private:
  bool step_along_axes(double step) {
    bool helped = false;
    for (const auto parameter : fitted) {
      for (const double signed_step : {step, -step}) {
        ModelCard card = best_;
        double& value = (card.*parameter).value;
        value = std::clamp(value + signed_step, 0.0, 1.0);
        if (value == (best_.*parameter).value) continue;
        if (!keep_if_better(card)) continue;
        helped = true;
        break;
      }
    }
    return helped;
  }

  bool keep_if_better(const ModelCard& card) {
    const double cost = tried(card);
    if (cost >= cost_) return false;
    best_ = card;
    cost_ = cost;
    return true;
  }

  double tried(const ModelCard& card) {
    ++tries_;
    if (progress_) progress_(tries_);
    return cost_of(card, cases_);
  }

  ModelCard& best_;
  const std::vector<SeenCase>& cases_;
  const FitProgress& progress_;
  int tries_ = 0;
  double cost_;
};

}  // namespace

ModelledBytes modelled_bytes_of(const ModelCard& card, const SeenCase& seen) {
  ModelledBytes bytes;
  if (seen.read_bytes || seen.written_bytes) {
    const Prediction prediction = predict(card, seen.what);
    bytes.read = prediction.dram_read_bytes.value_or(0.0);
    bytes.written = prediction.dram_write_bytes.value_or(0.0);
  }
  if (seen.left_dirty_bytes) bytes.left_dirty = predict_left_dirty_bytes(card, seen.what);
  return bytes;
}

std::vector<FitPoint> byte_points(const ModelCard& card, const std::vector<SeenCase>& cases) {
  const std::vector<ModelledBytes> all_bytes = modelled_on_all_cores(card, cases);
  std::vector<FitPoint> points;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const SeenCase& seen = cases[i];
    const ModelledBytes& bytes = all_bytes[i];
    const auto add = [&](std::string_view quantity, const std::optional<double>& counted, double modelled) {
      if (counted) points.push_back({seen.key, quantity, *counted, modelled, seen.held_out});
    };
    add("read", seen.read_bytes, bytes.read);
    add("written", seen.written_bytes, bytes.written);
    add("left dirty", seen.left_dirty_bytes, bytes.left_dirty);
  }
  return points;
}

void fit_l2(ModelCard& card, const std::vector<SeenCase>& cases, const FitProgress& progress) {
  const std::vector<SeenCase> fitted_to = without_held_out(cases);
  Search search(card, fitted_to, progress);
  search.start_from(builtin_model_cards());
  search.descend();
  for (const auto parameter : fitted) {
    card.*parameter = {(card.*parameter).value, Source::measured, "fitted to DRAM reads and writes"};
  }
}

}  // namespace l2bench

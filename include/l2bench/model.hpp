#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/device.hpp"
#include "l2bench/record.hpp"
#include "l2bench/words.hpp"

// A model of a GPU's L2: what a stream of reads or writes moves between L2 and DRAM, and how long it takes. It stands
// behind the doors of a device ("model:h200") and gives the predicted columns of real runs. docs/model.md states the
// mechanism, the fit and every misfit.

namespace l2bench {

/// Where a parameter's value comes from.
enum class Source { measured, published, guessed };
inline constexpr std::array<Word<Source>, 3> source_table{{
    {Source::measured, "measured", "measured on such a card, or fitted to measurements of it"},
    {Source::published, "published", "from the vendor or the literature"},
    {Source::guessed, "guessed", "carried over from another card, or a rule of thumb"},
}};

struct Parameter {
  double value = 0;
  Source source = Source::guessed;
  std::string note;  ///< which measurement, which publication, carried over from what
};

/// One GPU as data. The members are explained in parameter_table.
struct ModelCard {
  std::string name;    ///< "h200": what follows "model:"
  std::string device;  ///< "NVIDIA H200": DeviceInfo::name of the real card; empty for `generic`
  std::string about;
  Parameter l2_bytes;
  Parameter ways;
  Parameter read_copy;
  Parameter write_copy;
  Parameter dirty_share;
  Parameter dirty_victim;
  Parameter dram_bytes_per_s;
  Parameter turnaround_ns_per_mb;
  Parameter l2_bytes_per_s;
  Parameter flops_per_s;
  Parameter kernel_ns;
  Parameter empty_kernel_ns;
  Parameter kernel_gap_ns;
  Parameter event_pair_ns;
  Parameter event_overhead_ns;
  Parameter event_step_ns;
  Parameter stamp_pair_ns;
  Parameter stamp_overhead_ns;
  Parameter stamp_step_ns;
  Parameter kernel_step_ns;
  Parameter memory_bytes;
  Parameter peak_bytes_per_s;
  Parameter sm_count;
};

struct ParameterRow {
  Parameter ModelCard::*value;
  std::string_view word;
  std::string_view help;
  double least;
  double most;
  bool whole;
};
inline constexpr std::array<ParameterRow, 23> parameter_table{{
    {&ModelCard::l2_bytes, "l2_bytes", "size of L2 as the device reports it", 1048576.0, 1e12, true},
    {&ModelCard::ways, "ways", "places of one set", 4, 64, true},
    {&ModelCard::read_copy, "read_copy",
     "chance that a line read from DRAM takes a second place, its reader being on the other half of L2", 0, 1, false},
    {&ModelCard::write_copy, "write_copy", "chance that a line written takes a second place", 0, 1, false},
    {&ModelCard::dirty_share, "dirty_share", "dirty lines of a set at most, as a share of its ways", 0, 1, false},
    {&ModelCard::dirty_victim, "dirty_victim",
     "chance that a dirty line whose turn it is gets evicted; else the oldest clean line goes", 0, 1, false},
    {&ModelCard::dram_bytes_per_s, "dram_bytes_per_s", "rate of a long copy-free read or write", 1e9, 1e15, false},
    {&ModelCard::turnaround_ns_per_mb, "turnaround_ns_per_mb",
     "extra time for each MB written while as much is read, or the reverse", 0, 1e6, false},
    {&ModelCard::l2_bytes_per_s, "l2_bytes_per_s", "rate of a read that hits", 1e9, 1e15, false},
    {&ModelCard::flops_per_s, "flops_per_s", "single-precision operations, two a multiply-add", 1e9, 1e18, false},
    {&ModelCard::kernel_ns, "kernel_ns", "time of a kernel beyond what its bytes take", 0, 1e9, false},
    {&ModelCard::empty_kernel_ns, "empty_kernel_ns", "time of a kernel that does nothing", 0, 1e9, false},
    {&ModelCard::kernel_gap_ns, "kernel_gap_ns", "time between two kernels of one graph", 0, 1e9, false},
    {&ModelCard::event_pair_ns, "event_pair_ns", "two events with nothing between them", 0, 1e9, false},
    {&ModelCard::event_overhead_ns, "event_overhead_ns", "events around a kernel, less its own time", 0, 1e9, false},
    {&ModelCard::event_step_ns, "event_step_ns", "step of event times", 0, 1e6, false},
    {&ModelCard::stamp_pair_ns, "stamp_pair_ns", "two stamps with nothing between them", 0, 1e9, false},
    {&ModelCard::stamp_overhead_ns, "stamp_overhead_ns", "stamps around a kernel, less its own time", 0, 1e9, false},
    {&ModelCard::stamp_step_ns, "stamp_step_ns", "step of %globaltimer", 0, 1e6, false},
    {&ModelCard::kernel_step_ns, "kernel_step_ns", "step of CUPTI's kernel times", 0, 1e6, false},
    {&ModelCard::memory_bytes, "memory_bytes", "device memory", 1048576.0, 1e15, true},
    {&ModelCard::peak_bytes_per_s, "peak_bytes_per_s", "peak of the memory interface", 1e9, 1e15, false},
    {&ModelCard::sm_count, "sm_count", "streaming multiprocessors", 1, 1e6, true},
}};

/// Reads a card (schema/model.schema.json). Throws UsageError naming "path:line:column: /json/path: ...".
ModelCard parse_model_card(std::string_view text, const std::string& path);

/// The cards of configs/models/, built into the program, in the order of their names.
const std::vector<ModelCard>& builtin_model_cards();

/// What --device starts with for a model: "model:h200".
inline constexpr std::string_view model_prefix = "model:";

/// A built-in card by its name, or one of the user's by the path of its file (it has a '/' or ends with ".json").
/// Throws UsageError.
ModelCard open_model_card(const std::string& name_or_path);

/// The card in a file of the user's. Throws UsageError.
ModelCard read_model_card(const std::string& path);

/// The built-in card of a real device, or `generic` with the device's own sizes and rates.
ModelCard model_card_for(const DeviceInfo& device);

/// The model as a device. Its name says "(simulated)", and its info is marked so.
std::unique_ptr<Rig> open_model_rig(const ModelCard& card);

/// One case as the model needs it.
struct PredictedCase {
  PlacedPrep prep;
  WorkloadInfo workload;
  int copies = 1;
  TimerKind timer = TimerKind::event;
};

/// What one sample of the case reads, writes and takes once samples repeat; a rotation's figures are those of one
/// call. Pure.
Prediction predict(const ModelCard& card, const PredictedCase& what);

/// Bytes that a read of several times L2 writes back after the prep of `what`: what the counters' residual_dirty_bytes
/// is on a device. Pure.
double predict_left_dirty_bytes(const ModelCard& card, const PredictedCase& what);

/// Fills `predicted` of a run's cases: by the card of --model-file, else of the simulated device, else of the real one.
class Predictor {
 public:
  /// Throws UsageError if the card that `spec` names cannot be read.
  explicit Predictor(const Spec& spec);
  /// Predicts the case that `message` has made ready; other messages do nothing. Call it after apply().
  void take(Record& record, const Message& message) const;

 private:
  std::optional<ModelCard> named_;
};

}  // namespace l2bench

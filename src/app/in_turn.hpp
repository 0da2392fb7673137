#pragma once

#include <string>
#include <vector>

#include "app/exports.hpp"
#include "app/gpu_lock.hpp"
#include "app/interrupt.hpp"
#include "l2bench/processes.hpp"
#include "l2bench/record.hpp"

namespace l2bench {

/// A build that is measured in turn with another one.
struct BuildInTurn {
  std::vector<std::string> worker_command;
  Record record;      ///< begun; measured into
  ExportFiles files;  ///< rewritten after each round
};

/// Measures the spec of the first record with all builds: A B, B A, A B. The records are judged, also when this throws.
RunEnd measure_in_turn(std::vector<BuildInTurn>& builds, const Interrupt& interrupt, bool quiet, GpuLock::Wish wish);

/// The worker command of this very program.
std::vector<std::string> own_worker_command();

}  // namespace l2bench

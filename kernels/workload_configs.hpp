#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace l2bench {

/// A variant of a workload: what --config takes.
struct WorkloadConfig {
  std::string name;
  std::string help;
};

/// The variants of a workload that are listed; none for a workload without any.
std::vector<WorkloadConfig> workload_configs(std::string_view workload);

/// Their names alone.
std::vector<std::string> workload_config_names(std::string_view workload);

}  // namespace l2bench

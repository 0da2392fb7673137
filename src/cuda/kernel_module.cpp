#include "src/cuda/kernel_module.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <limits>

#include "l2bench/input_file.hpp"
#include "l2bench/size.hpp"
#include "src/cuda/driver.hpp"
#include "src/cuda/nvrtc.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t most_source_bytes = 64 * MiB;

CUmodule load(const std::string& path, const std::string& image) {
  static const auto load_data = driver_function<PFN_cuModuleLoadDataEx_v2010>("cuModuleLoadDataEx", 2010);
  std::array<char, 8192> log{};
  std::array options{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(log.size())};
  CUmodule module = nullptr;
  // A std::string ends with a zero byte, as PTX has to.
  const CUresult result = load_data(&module, image.data(), options.size(), options.data(), values.data());
  if (result == CUDA_SUCCESS) return module;
  throw UsageError(
      fmt::format("The kernel's file {} cannot be loaded on this device (driver error {}): it may be for "
                  "another architecture, or damaged. {}",
                  in_quotes(path), static_cast<int>(result), log.data()));
}

std::vector<std::string> kernels_in(CUmodule module) {
  static const auto count_of = driver_function<PFN_cuModuleGetFunctionCount_v12040>("cuModuleGetFunctionCount", 12040);
  static const auto enumerate =
      driver_function<PFN_cuModuleEnumerateFunctions_v12040>("cuModuleEnumerateFunctions", 12040);
  static const auto name_of = driver_function<PFN_cuFuncGetName_v12030>("cuFuncGetName", 12030);
  unsigned count = 0;
  check_driver(count_of(&count, module), "count the kernels of a module");
  std::vector<CUfunction> functions(count);
  check_driver(enumerate(functions.data(), count, module), "list the kernels of a module");
  std::vector<std::string> names;
  for (CUfunction function : functions) {
    const char* name = nullptr;
    if (name_of(&name, function) == CUDA_SUCCESS && name != nullptr) names.emplace_back(name);
  }
  return names;
}

CUfunction find(CUmodule module, const KernelCall& call, const std::string& name) {
  static const auto get = driver_function<PFN_cuModuleGetFunction_v2000>("cuModuleGetFunction", 2000);
  CUfunction function = nullptr;
  if (get(&function, module, name.c_str()) == CUDA_SUCCESS) return function;
  const std::vector<std::string> names = kernels_in(module);
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw UsageError(fmt::format("{} has no kernel {}{}. It has: {}.", in_quotes(call.file), in_quotes(call.name),
                               suggestion(call.name, known), fmt::join(names, " ")));
}

unsigned dimension(const KernelCall& call, const Amount& amount, const AmountNames& names) {
  const std::uint64_t value = evaluate(amount, names);
  if (value >= 1 && value <= static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
    return static_cast<unsigned>(value);
  }
  throw UsageError(fmt::format("The kernel '{}' cannot be launched with a size of {} ({}).", call.name, value, amount));
}

unsigned shared_bytes(const KernelCall& call, const AmountNames& names) {
  const std::uint64_t value = evaluate(call.shared_bytes, names);
  if (value <= static_cast<std::uint64_t>(std::numeric_limits<int>::max())) return static_cast<unsigned>(value);
  throw UsageError(fmt::format("The kernel '{}' cannot be launched with {} bytes of shared memory ({}).", call.name,
                               value, call.shared_bytes));
}

}  // namespace

void KernelModule::Unload::operator()(CUmodule module) const noexcept {
  try {
    static const auto unload = driver_function<PFN_cuModuleUnload_v2000>("cuModuleUnload", 2000);
    unload(module);
  } catch (const Error&) {  // without a driver there is nothing to unload
  }
}

KernelModule::KernelModule(const KernelCall& call, const std::vector<std::string>& options,
                           const std::vector<std::string>& include, const std::string& capability) {
  std::string image = read_input_file(call.file, "kernel's file", most_source_bytes);
  std::string name = call.name;
  if (call.file.ends_with(".cu")) {
    const Compiled compiled = compile_source({call.file, image, call.name, options, include}, capability);
    image = compiled.image;
    name = compiled.kernel_name;
  }
  module_.reset(load(call.file, image));
  function_ = find(module_.get(), call, name);
}

std::vector<std::size_t> KernelModule::parameter_bytes() const {
  static const auto info = driver_function<PFN_cuFuncGetParamInfo_v12040>("cuFuncGetParamInfo", 12040);
  std::vector<std::size_t> sizes;
  std::size_t offset = 0;
  std::size_t bytes = 0;
  while (info(function_, sizes.size(), &offset, &bytes) == CUDA_SUCCESS) sizes.push_back(bytes);
  return sizes;
}

void KernelModule::allow_shared_memory(const KernelCall& call, const AmountNames& names) const {
  static const auto set_attribute = driver_function<PFN_cuFuncSetAttribute_v9000>("cuFuncSetAttribute", 9000);
  const unsigned shared = shared_bytes(call, names);
  if (shared == 0) return;
  check_driver(set_attribute(function_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(shared)),
               fmt::format("give the kernel '{}' {} bytes of shared memory", call.name, shared));
}

void KernelModule::launch(const KernelCall& call, const AmountNames& names, ArgumentValues& arguments,
                          CUstream stream) const {
  static const auto launch_kernel = driver_function<PFN_cuLaunchKernel_v4000>("cuLaunchKernel", 4000);
  const auto size = [&](const Amount& amount) { return dimension(call, amount, names); };
  const unsigned shared = shared_bytes(call, names);
  check_driver(launch_kernel(function_, size(call.grid[0]), size(call.grid[1]), size(call.grid[2]), size(call.block[0]),
                             size(call.block[1]), size(call.block[2]), shared, stream, arguments.pointers(), nullptr),
               fmt::format("launch the kernel '{}' with a grid of {} and blocks of {}", call.name,
                           fmt::join(call.grid, "x"), fmt::join(call.block, "x")));
}

}  // namespace l2bench

#include "src/cuda/nvrtc.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nvrtc.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

/// Looked up at run time, so that the program starts on machines without NVRTC.
struct NvrtcLibrary {
  std::string path;
  decltype(&::nvrtcGetErrorString) error_string = nullptr;
  decltype(&::nvrtcCreateProgram) create = nullptr;
  decltype(&::nvrtcDestroyProgram) destroy = nullptr;
  decltype(&::nvrtcAddNameExpression) add_name = nullptr;
  decltype(&::nvrtcCompileProgram) compile = nullptr;
  decltype(&::nvrtcGetProgramLogSize) log_size = nullptr;
  decltype(&::nvrtcGetProgramLog) log = nullptr;
  decltype(&::nvrtcGetLoweredName) lowered_name = nullptr;
  decltype(&::nvrtcGetCUBINSize) cubin_size = nullptr;
  decltype(&::nvrtcGetCUBIN) cubin = nullptr;
};

template <typename Function>
bool find_nvrtc(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr;
}

bool fill(void* handle, NvrtcLibrary& l) {
  return find_nvrtc(handle, "nvrtcGetErrorString", l.error_string) &&
         find_nvrtc(handle, "nvrtcCreateProgram", l.create) && find_nvrtc(handle, "nvrtcDestroyProgram", l.destroy) &&
         find_nvrtc(handle, "nvrtcAddNameExpression", l.add_name) &&
         find_nvrtc(handle, "nvrtcCompileProgram", l.compile) &&
         find_nvrtc(handle, "nvrtcGetProgramLogSize", l.log_size) && find_nvrtc(handle, "nvrtcGetProgramLog", l.log) &&
         find_nvrtc(handle, "nvrtcGetLoweredName", l.lowered_name) &&
         find_nvrtc(handle, "nvrtcGetCUBINSize", l.cubin_size) && find_nvrtc(handle, "nvrtcGetCUBIN", l.cubin);
}

/// Beside the toolkit of the build (L2BENCH_NVRTC_DIR), on the loader's path, in the toolkit's usual place.
std::vector<std::string> nvrtc_candidates() {
  const std::string name = fmt::format("libnvrtc.so.{}", L2BENCH_CUDA_MAJOR);
  return {fmt::format("{}/{}", L2BENCH_NVRTC_DIR, name), name, fmt::format("/usr/local/cuda/lib64/{}", name)};
}

std::optional<NvrtcLibrary> open_nvrtc() {
  for (const std::string& candidate : nvrtc_candidates()) {
    void* handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    NvrtcLibrary library;
    if (handle == nullptr || !fill(handle, library)) continue;
    Dl_info where{};
    if (dladdr(reinterpret_cast<void*>(library.create), &where) != 0) library.path = where.dli_fname;
    return library;
  }
  return std::nullopt;
}

const NvrtcLibrary& nvrtc() {
  static const std::optional<NvrtcLibrary> library = open_nvrtc();
  if (library) return *library;
  throw MachineError(
      fmt::format("A .cu file is compiled by NVRTC, which was not found (libnvrtc.so.{}). Install the "
                  "CUDA Toolkit's cuda-nvrtc, or compile the kernel elsewhere (nvcc -cubin) and name the "
                  ".cubin.",
                  L2BENCH_CUDA_MAJOR));
}

void check_nvrtc(nvrtcResult result, std::string_view attempted) {
  if (result == NVRTC_SUCCESS) return;
  throw MachineError(fmt::format("NVRTC could not {}: {}.", attempted, nvrtc().error_string(result)));
}

/// The toolkit's headers (cuda_bf16.h and others) lie near the library; NVRTC itself does not look there.
std::vector<std::string> toolkit_headers(const NvrtcLibrary& library) {
  const std::filesystem::path folder = std::filesystem::path(library.path).parent_path();
  for (const char* relative : {"../include", "../../include", "../../../include", "../targets/x86_64-linux/include"}) {
    std::error_code ignored;
    const auto include = std::filesystem::weakly_canonical(folder / relative, ignored);
    if (std::filesystem::exists(include / "cuda_fp16.h", ignored))
      return {include.string(), (include / "cccl").string()};
  }
  return {};
}

bool names_an_architecture(const std::string& option) {
  return option.starts_with("-arch") || option.starts_with("--gpu-architecture");
}

std::vector<std::string> all_options(const Source& source, const std::string& capability) {
  std::vector<std::string> options = source.options;
  if (std::any_of(options.begin(), options.end(), names_an_architecture)) {
    throw UsageError(
        "The kernel's options name an architecture: l2bench compiles for the device in use. Leave it out.");
  }
  std::string digits = capability;
  std::erase(digits, '.');
  // From 9.0 on with all that the device has: wgmma and its like are in the architecture's own set, with an "a".
  const bool has_own_set = digits.size() > 2 || digits >= "90";
  options.push_back(fmt::format("--gpu-architecture=sm_{}{}", digits, has_own_set ? "a" : ""));
  const std::string own = std::filesystem::path(source.path).parent_path().string();
  options.push_back(fmt::format("-I{}", own.empty() ? "." : own));
  for (const std::string& folder : source.include) options.push_back(fmt::format("-I{}", folder));
  for (const std::string& folder : toolkit_headers(nvrtc())) options.push_back(fmt::format("-I{}", folder));
  return options;
}

struct DestroyProgram {
  using pointer = nvrtcProgram;
  void operator()(nvrtcProgram program) const { nvrtc().destroy(&program); }
};
using Program = std::unique_ptr<std::remove_pointer_t<nvrtcProgram>, DestroyProgram>;

std::string log_of(nvrtcProgram program) {
  std::size_t bytes = 0;
  if (nvrtc().log_size(program, &bytes) != NVRTC_SUCCESS || bytes <= 1) return "";
  std::string log(bytes, '\0');
  if (nvrtc().log(program, log.data()) != NVRTC_SUCCESS) return "";
  log.resize(bytes - 1);
  return log;
}

Program compiled(const Source& source, const std::vector<std::string>& options) {
  nvrtcProgram created = nullptr;
  check_nvrtc(nvrtc().create(&created, source.text.c_str(), source.path.c_str(), 0, nullptr, nullptr),
              "read the source");
  Program program(created);
  check_nvrtc(nvrtc().add_name(created, source.kernel.c_str()), "note the kernel's name");
  std::vector<const char*> texts;
  for (const std::string& option : options) texts.push_back(option.c_str());
  const nvrtcResult result = nvrtc().compile(created, static_cast<int>(texts.size()), texts.data());
  if (result == NVRTC_SUCCESS) return program;
  throw UsageError(fmt::format("Could not compile {} for its kernel {}: {}.\n{}\nCompiled with: {}",
                               in_quotes(source.path), in_quotes(source.kernel), nvrtc().error_string(result),
                               log_of(created), fmt::join(options, " ")));
}

}  // namespace

Compiled compile_source(const Source& source, const std::string& capability) {
  const Program program = compiled(source, all_options(source, capability));
  const char* lowered = nullptr;
  if (nvrtc().lowered_name(program.get(), source.kernel.c_str(), &lowered) != NVRTC_SUCCESS || lowered == nullptr) {
    throw UsageError(fmt::format("{} has no kernel {}.", in_quotes(source.path), in_quotes(source.kernel)));
  }
  Compiled result{.image = "", .kernel_name = lowered};
  std::size_t bytes = 0;
  check_nvrtc(nvrtc().cubin_size(program.get(), &bytes), "size the compiled kernel");
  result.image.resize(bytes);
  check_nvrtc(nvrtc().cubin(program.get(), result.image.data()), "hand over the compiled kernel");
  return result;
}

}  // namespace l2bench

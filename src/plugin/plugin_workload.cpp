#include "plugin/plugin_workload.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "l2bench/error.hpp"
#include "l2bench/input_file.hpp"
#include "l2bench/size.hpp"

namespace l2bench {
namespace {

const l2b_plugin* load_table(const std::string& path) {
  check_input_file(path, "plug-in");
  // With a slash in it, so that the loader does not search its own path for a file of that name.
  void* library = dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw UsageError(fmt::format("The plug-in {} cannot be loaded: {}.", in_quotes(path), dlerror()));
  }
  const auto get = reinterpret_cast<decltype(&::l2b_plugin_get)>(dlsym(library, "l2b_plugin_get"));
  if (get == nullptr) {
    throw UsageError(
        fmt::format("{} is not a plug-in: it has no l2b_plugin_get (include/l2bench/plugin.h).", in_quotes(path)));
  }
  return get();
}

void check_table(const std::string& path, const l2b_plugin* table) {
  if (table == nullptr) throw UsageError(fmt::format("The plug-in {} has no table.", in_quotes(path)));
  if (table->abi_version != L2B_PLUGIN_ABI_VERSION) {
    throw UsageError(
        fmt::format("The plug-in {} was built for version {} of the interface; this l2bench has version "
                    "{}. Build it again with this l2bench's plugin.h.",
                    in_quotes(path), table->abi_version, L2B_PLUGIN_ABI_VERSION));
  }
  if (table->struct_size < sizeof(l2b_plugin)) {
    throw UsageError(fmt::format("The plug-in {} has a table of {} bytes where {} were expected: set struct_size.",
                                 in_quotes(path), table->struct_size, sizeof(l2b_plugin)));
  }
  const bool complete = table->setup && table->bytes && table->launch && table->teardown && table->error;
  if (!complete) {
    throw UsageError(
        fmt::format("The plug-in {} lacks one of setup, bytes, launch, teardown, error.", in_quotes(path)));
  }
}

}  // namespace

PlugInLibrary::PlugInLibrary(const std::string& path) : table_(load_table(path)) {
  check_table(path, table_);
}

PlugInWorkload::PlugInWorkload(const WorkloadRequest& request, void* stream)
    : library_(request.code.plugin->file), stream_(stream), copies_(request.copies) {
  const PlugIn& plugin = *request.code.plugin;
  const l2b_plugin_setup setup{.struct_size = sizeof(l2b_plugin_setup),
                               .abi_version = L2B_PLUGIN_ABI_VERSION,
                               .n = request.shape.n,
                               .k = request.shape.k,
                               .rows = request.rows,
                               .copies = copies_,
                               .seed = request.seed,
                               .parameters = plugin.parameters.c_str(),
                               .stream = stream_};
  try {
    set_up(setup);
    l2b_plugin_bytes bytes{};
    run("tell its bytes", [&] { return library_.table().bytes(state_, &bytes); });
    const char* name = library_.table().name;
    info_.api = name == nullptr ? "plugin" : printable(name);
    info_.compute_type = "own";
    info_.weight_bytes = bytes.weight;
    info_.read_bytes = bytes.read;
    info_.write_bytes = bytes.write;
    const AmountNames names{request.shape.n, request.shape.k, request.rows};
    if (copies_ > 1) check_weight(plugin.weight_bytes ? evaluate(*plugin.weight_bytes, names) : 0);
  } catch (...) {
    if (state_ != nullptr) library_.table().teardown(state_);
    throw;
  }
}

/// Its error is asked for without a state: what a failed setup left in it is for teardown alone.
void PlugInWorkload::set_up(const l2b_plugin_setup& setup) {
  void* state = nullptr;
  try {
    run("set up", [&] { return library_.table().setup(&setup, &state); });
  } catch (...) {
    state_ = state;
    throw;
  }
  state_ = state;
}

/// The number of copies was planned before the plug-in was asked.
void PlugInWorkload::check_weight(std::uint64_t planned) const {
  if (info_.weight_bytes >= planned) return;
  throw UsageError(
      fmt::format("The plug-in says that its weight has {}, the spec says {}: a rotation over {} copies "
                  "would not pass L2. Correct weight_bytes.",
                  format_bytes(info_.weight_bytes), format_bytes(planned), copies_));
}

PlugInWorkload::~PlugInWorkload() {
  library_.table().teardown(state_);
}

template <typename Call>
void PlugInWorkload::run(const char* what, Call call) const {
  int result = 0;
  try {
    result = call();
  } catch (...) {
    throw DeviceError(fmt::format("The plug-in let an exception out when it was to {}.", what), false);
  }
  if (result == 0) return;
  const char* text = library_.table().error(state_);
  throw DeviceError(fmt::format("The plug-in could not {}: {} (it returned {}).", what,
                                text == nullptr ? "it does not say why" : printable(text, 2000), result),
                    false);
}

void PlugInWorkload::queue_call(int copy) {
  run("launch", [&] { return library_.table().launch(state_, copy, stream_); });
}

void PlugInWorkload::queue_touch() {
  if (library_.table().touch == nullptr) {
    throw DeviceError("The plug-in has no touch, so the step touch cannot read its data.", false);
  }
  run("read its data", [&] { return library_.table().touch(state_, stream_); });
}

void PlugInWorkload::queue_produce() {
  throw DeviceError("A plug-in does not say what its input is, so the step produce cannot store it.", false);
}

MemoryRange PlugInWorkload::input() const {
  throw DeviceError("A plug-in does not say what its input is, so it cannot be protected.", false);
}

std::optional<Verification> PlugInWorkload::verify(std::uint64_t seed) {
  if (library_.table().verify == nullptr) return std::nullopt;
  Verification result{.max_rel_error = std::numeric_limits<double>::infinity(), .tolerance = 0.0};
  run("verify", [&] { return library_.table().verify(state_, seed, &result.max_rel_error, &result.tolerance); });
  if (std::isnan(result.max_rel_error)) result.max_rel_error = std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace l2bench

// A plug-in without a GPU. FAKE_PLUGIN_ABI is the version it claims; what goes wrong is named by the parameters:
// "fail_setup", "fail_late_in_setup", "fail_launch", "throw", "wrong"; "small_weight" halves what it says of its
// weight.
#include <cstring>
#include <stdexcept>
#include <string>

#include "l2bench/plugin.h"

namespace {

struct State {
  std::string parameters;
  l2b_plugin_setup setup;
  int launches = 0;
};

int states = 0;

int set_up(const l2b_plugin_setup* setup, void** state) {
  if (std::strcmp(setup->parameters, "fail_setup") == 0) return 7;
  *state = new State{setup->parameters, *setup};
  ++states;
  return std::strcmp(setup->parameters, "fail_late_in_setup") == 0 ? 8 : 0;
}

int tell_bytes(void* state, l2b_plugin_bytes* bytes) {
  const State& s = *static_cast<State*>(state);
  const auto weight = static_cast<uint64_t>(s.setup.n * s.setup.k);
  *bytes = l2b_plugin_bytes{s.parameters == "small_weight" ? weight / 2 : weight, weight + 8, 16};
  return 0;
}

int launch(void* state, int32_t copy, void*) {
  State& s = *static_cast<State*>(state);
  if (s.parameters == "throw") throw std::runtime_error("not to cross");
  if (s.parameters == "fail_launch" || copy >= s.setup.copies) return 3;
  ++s.launches;
  return 0;
}

int verify(void* state, uint64_t, double* max_rel_error, double* tolerance) {
  *max_rel_error = static_cast<State*>(state)->parameters == "wrong" ? 1.0 : 0.0;
  *tolerance = 0.01;
  return 0;
}

void tear_down(void* state) {
  delete static_cast<State*>(state);
  --states;
}

const char* error(void* state) {
  return state == nullptr ? "the fake was told to fail" : "the fake's launch was told to fail";
}

}  // namespace

/// States that were made and not torn down.
extern "C" int fake_plugin_states(void) {
  return states;
}

extern "C" const l2b_plugin* l2b_plugin_get(void) {
  static const l2b_plugin table{
      sizeof(l2b_plugin), FAKE_PLUGIN_ABI, "fake", set_up, tell_bytes, launch, verify, nullptr, tear_down, error};
  return &table;
}

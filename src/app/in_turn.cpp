#include "app/in_turn.hpp"

#include "app/measure_into.hpp"
#include "app/progress.hpp"
#include "l2bench/model.hpp"

namespace l2bench {
namespace {

/// What a person sees is one run with all builds' processes in it.
Spec spec_of_all(const std::vector<BuildInTurn>& builds) {
  Spec spec = builds.front().record.spec;
  spec.sampling.processes *= static_cast<int>(builds.size());
  return spec;
}

void finish_all(std::vector<BuildInTurn>& builds) {
  for (BuildInTurn& build : builds) finish(build.record, build.files);
}

}  // namespace

std::vector<std::string> own_worker_command() {
  return {"/proc/self/exe", "worker"};
}

RunEnd measure_in_turn(std::vector<BuildInTurn>& builds, const Interrupt& interrupt, bool quiet, GpuLock::Wish wish) {
  const Spec all = spec_of_all(builds);
  const Predictor predictor(all);
  Progress progress(all, progress_style(quiet));
  std::vector<Arm> arms;
  for (std::size_t i = 0; i < builds.size(); ++i) {
    arms.push_back({builds[i].worker_command, [&, i](int replicate, const Message& message) {
                      apply(builds[i].record, replicate, message);
                      predictor.take(builds[i].record, message);
                      progress.take(replicate * static_cast<int>(builds.size()) + static_cast<int>(i), message);
                      if (std::holds_alternative<RoundDone>(message)) finish(builds[i].record, builds[i].files);
                    }});
  }
  const auto interrupted = [&] { return interrupt.signal() != 0; };
  GpuLock lock(wish, interrupted);
  for (Arm& arm : arms) arm.on_device = [&](const std::string& uuid) { lock.hold(uuid); };
  const Spec spec = builds.front().record.spec;
  try {
    const RunEnd end = run_interleaved(spec, arms, interrupted);
    progress.finish();
    finish_all(builds);
    return end;
  } catch (...) {
    progress.finish();
    finish_all(builds);
    throw;
  }
}

}  // namespace l2bench

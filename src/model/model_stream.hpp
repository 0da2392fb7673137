#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/simulation.hpp"

namespace l2bench {

/// Is told of every kernel that runs.
class KernelWatcher {
 public:
  virtual ~KernelWatcher() = default;
  virtual void ran(const std::string& name, const SimulatedKernel& kernel) = 0;
};

/// The model's one stream: what is queued runs at once, or is recorded into a graph.
class ModelStream {
 public:
  using Command = std::function<void()>;

  explicit ModelStream(const ModelCard& card) : simulation_(card) {}

  Simulation& simulation() { return simulation_; }
  const ModelCard& card() const { return simulation_.card(); }

  /// `watcher` outlives the stream's last command.
  void watch(KernelWatcher& watcher) { watchers_.push_back(&watcher); }

  void queue(Command command);
  void queue_kernel(std::string name, std::function<SimulatedKernel(Simulation&)> kernel);

  bool capturing() const { return capturing_; }
  void begin_capture();
  GraphId end_capture();
  void replay(GraphId graph);
  /// Throws away what a capture has recorded so far, if one is open.
  void drop_capture();

 private:
  Simulation simulation_;
  std::vector<KernelWatcher*> watchers_;
  std::vector<Command> recorded_;
  std::vector<std::vector<Command>> graphs_;
  bool capturing_ = false;
};

}  // namespace l2bench

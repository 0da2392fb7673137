#include "model/model_stream.hpp"

#include <fmt/format.h>

#include <utility>

#include "l2bench/error.hpp"

namespace l2bench {

void ModelStream::queue(Command command) {
  if (capturing_) {
    recorded_.push_back(std::move(command));
  } else {
    command();
  }
}

void ModelStream::queue_kernel(std::string name, std::function<SimulatedKernel(Simulation&)> kernel) {
  queue([this, name = std::move(name), kernel = std::move(kernel)] {
    const SimulatedKernel done = kernel(simulation_);
    for (KernelWatcher* watcher : watchers_) watcher->ran(name, done);
  });
}

void ModelStream::begin_capture() {
  drop_capture();
  capturing_ = true;
}

GraphId ModelStream::end_capture() {
  if (!capturing_) throw DeviceError("Could not end the recording of a graph: none was begun.", false);
  capturing_ = false;
  graphs_.push_back(std::exchange(recorded_, {}));
  return static_cast<GraphId>(graphs_.size() - 1);
}

void ModelStream::replay(GraphId graph) {
  if (graph < 0 || static_cast<std::size_t>(graph) >= graphs_.size()) {
    throw DeviceError(fmt::format("Could not launch graph {}: there are {}.", graph, graphs_.size()), false);
  }
  queue([this, graph] {
    for (const Command& command : graphs_[static_cast<std::size_t>(graph)]) command();
  });
}

void ModelStream::drop_capture() {
  capturing_ = false;
  recorded_.clear();
}

}  // namespace l2bench

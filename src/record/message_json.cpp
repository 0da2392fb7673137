#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "record/fields.hpp"

namespace l2bench {
namespace {

/// The words of the alternatives of Message, in their order.
constexpr std::array<std::string_view, 13> message_words{
    "device_opened",   "floor_measured", "case_ready",    "warmed_up",   "block_started", "block_done", "round_done",
    "counters_opened", "counters_done",  "case_verified", "case_failed", "device_closed", "others_seen"};
static_assert(message_words.size() == std::variant_size_v<Message>);

}  // namespace

template <typename V>
void fields(V& v, Is<DeviceOpened> auto& m) {
  v("device", m.device);
  v("clocks_before", m.clocks_before);
}
template <typename V>
void fields(V& v, Is<OthersSeen> auto& m) {
  v("processes", m.processes);
}
template <typename V>
void fields(V& v, Is<FloorMeasured> auto& m) {
  v("floor", m.floor);
}
template <typename V>
void fields(V& v, Is<CaseReady> auto& m) {
  v("index", m.index);
  v("prep", m.prep);
  v("steps", m.steps);
  v("prep_time_ns", m.prep_time_ns);
  v("call", m.workload);
  v("kernels", m.workload.kernels);
  v("calls_per_sample", m.calls_per_sample);
  v("copies", m.copies);
  v("verified", m.verified);
}
template <typename V>
void fields(V& v, Is<WarmedUp> auto& m) {
  v("seconds", m.seconds);
  v("sm_mhz", m.sm_mhz);
}
template <typename V>
void fields(V& v, Is<BlockStarted> auto& m) {
  v("index", m.index);
  v("round", m.round);
  v("phase", m.phase);
}
template <typename V>
void fields(V& v, Is<BlockDone> auto& m) {
  v("index", m.index);
  v("round", m.round);
  v.samples("samples_ns", m.samples_ns);
  v("gate_timeouts", m.gate_timeouts);
  v("clocks", m.clocks);
  v("kernel_times", m.kernel_times);
  v.unless("stolen_bytes_per_s", m.stolen_bytes_per_s, {});
}
template <typename V>
void fields(V& v, Is<RoundDone> auto& m) {
  v("round", m.round);
}
template <typename V>
void fields(V& v, Is<CountersOpened> auto& m) {
  v("counters", m.status);
}
template <typename V>
void fields(V& v, Is<CountersDone> auto& m) {
  v("index", m.index);
  v("readings", m.readings);
  v("residual_dirty_bytes", m.residual_dirty_bytes);
}
template <typename V>
void fields(V& v, Is<CaseVerified> auto& m) {
  v("index", m.index);
  v("verified", m.verified);
}
template <typename V>
void fields(V& v, Is<CaseFailed> auto& m) {
  v("index", m.index);
  v("flag", m.flag);
  v("detail", m.detail);
}
template <typename V>
void fields(V& v, Is<DeviceClosed> auto& m) {
  v("clocks_after", m.clocks_after);
  v("phase_seconds", m.phase_seconds);
}

namespace {

template <std::size_t I>
void read_if(std::size_t index, Reader& reader, Message& message) {
  if (I == index) fields(reader, message.emplace<I>());
}

template <std::size_t... I>
Message read_alternative(std::size_t index, Reader& reader, std::index_sequence<I...> /*all*/) {
  Message message;
  (read_if<I>(index, reader, message), ...);
  return message;
}

}  // namespace

nlohmann::json to_json(const Message& message) {
  Writer writer;
  writer("message", std::string(message_words[message.index()]));
  std::visit([&](const auto& m) { fields(writer, m); }, message);
  return writer.take();
}

Message message_from_json(const nlohmann::json& j) {
  try {
    const JsonPath root;
    Reader reader(j, root);
    std::string word;
    reader("message", word);
    const auto found = std::find(message_words.begin(), message_words.end(), word);
    if (found == message_words.end()) throw std::runtime_error(fmt::format("'{}' is no kind of message", word));
    const auto index = static_cast<std::size_t>(found - message_words.begin());
    return read_alternative(index, reader, std::make_index_sequence<std::variant_size_v<Message>>());
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("A line from the measuring process is not a message: {}", error.what()));
  }
}

}  // namespace l2bench

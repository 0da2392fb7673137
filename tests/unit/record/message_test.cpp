#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "golden/synthetic_record.hpp"
#include "l2bench/record.hpp"

namespace l2bench {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Through text, as on the pipe.
template <typename M>
M round_trip(const M& message) {
  return std::get<M>(message_from_json(json::parse(to_json(Message(message)).dump())));
}

json to_text_and_back(const Message& message) {
  return to_json(message_from_json(json::parse(to_json(message).dump())));
}

std::string error_of(const json& j) {
  try {
    message_from_json(j);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

const ClockReading clocks{1980.0, 3201.0, 412.5, 41.0, 0x4};
const ClockReading no_clocks;

TEST(MessageJson, DeviceOpened) {
  const DeviceOpened back = round_trip(DeviceOpened{synthetic::device(), clocks});
  EXPECT_EQ(back.device.name, "NVIDIA H200");
  EXPECT_EQ(back.device.l2_bytes, 62914560U);
  EXPECT_EQ(back.device.sm_count, 132);
  EXPECT_EQ(back.device.peak_bytes_per_s, 4.814e12);
  EXPECT_EQ(back.device.ecc, true);
  EXPECT_EQ(back.device.mig, false);
  EXPECT_EQ(back.device.persisting_l2_found_bytes, 0U);
  EXPECT_EQ(back.clocks_before, clocks);
}

TEST(MessageJson, WhatADeviceDoesNotTellIsNullAndStaysAbsent) {
  const DeviceOpened m{.device = {.name = "x", .l2_bytes = 1}, .clocks_before = no_clocks};
  const json j = to_json(Message(m));
  for (const char* key :
       {"uuid", "pci_id", "compute_capability", "peak_bytes_per_s", "driver_version", "runtime_version",
        "cublas_version", "ecc", "mig", "power_limit_w", "persisting_l2_max_bytes", "persisting_l2_found_bytes"}) {
    EXPECT_TRUE(j.at("device").at(key).is_null()) << key;
  }
  EXPECT_TRUE(j.at("clocks_before").at("sm_mhz").is_null());
  EXPECT_EQ(round_trip(m).clocks_before, no_clocks);
  EXPECT_FALSE(round_trip(m).device.ecc);
}

TEST(MessageJson, FloorMeasured) {
  const TimerFloor floor{TimerKind::stamp, Launch::graph, 32.0, 1280.5, 2880.25};
  EXPECT_EQ(round_trip(FloorMeasured{floor}).floor, floor);
  const json j = to_json(Message(FloorMeasured{floor})).at("floor");
  EXPECT_EQ(j.at("timer"), "stamp");
  EXPECT_EQ(j.at("launch"), "graph");
}

TEST(MessageJson, CaseReady) {
  CaseReady m;
  m.index = 3;
  m.prep = {{{StepKind::zero, 256 * MiB}, {StepKind::touch, 0}}, Rotation::pool};
  m.steps = {{"zero:256MiB", "own kernel"}};
  m.prep_time_ns = 63250.5;
  m.workload = {.api = "int8_gemv", .compute_type = "int32", .config = "rows8", .weight_bytes = 16777216};
  m.workload.kernels = {{"a"}, {"b"}};
  m.workload.operands = {{"W", 16777216, true}};
  m.calls_per_sample = 10;
  m.copies = 10;
  m.verified = {0.001, 0.01};
  const CaseReady back = round_trip(m);
  EXPECT_EQ(back.index, 3U);
  EXPECT_EQ(back.prep, m.prep);
  EXPECT_EQ(back.steps, m.steps);
  EXPECT_EQ(back.prep_time_ns, 63250.5);
  EXPECT_EQ(back.workload, m.workload);
  EXPECT_EQ(back.calls_per_sample, 10);
  EXPECT_EQ(back.copies, 10);
  EXPECT_EQ(back.verified, m.verified);
}

TEST(MessageJson, AnInfiniteErrorIsNullAndStaysInfiniteAndFailed) {
  CaseVerified m{2, {std::numeric_limits<double>::infinity(), 0.01}};
  const json j = to_json(Message(m));
  EXPECT_TRUE(j.at("verified").at("max_rel_error").is_null());
  EXPECT_EQ(j.at("verified").at("passed"), false);
  EXPECT_EQ(round_trip(m).verified, m.verified);
  EXPECT_FALSE(round_trip(m).verified.passed());
}

TEST(MessageJson, WarmedUp) {
  const WarmedUp back = round_trip(WarmedUp{0.125, {1755, 1980}});
  EXPECT_EQ(back.seconds, 0.125);
  EXPECT_EQ(back.sm_mhz, (std::vector<double>{1755, 1980}));
}

TEST(MessageJson, BlockStarted) {
  const BlockStarted back = round_trip(BlockStarted{1, 4, "counters"});
  EXPECT_EQ(back.index, 1U);
  EXPECT_EQ(back.round, 4);
  EXPECT_EQ(back.phase, "counters");
}

TEST(MessageJson, BlockDoneKeepsSamplesToThePicosecond) {
  const BlockDone back =
      round_trip(BlockDone{1, 2, {14528.0004, 14528.12345, 9.0}, 3, clocks, {{"gemm", 9000.0}, {"reduce", 2000.5}}});
  EXPECT_EQ(back.samples_ns, (std::vector<double>{14528.0, 14528.123, 9.0}));
  EXPECT_EQ(back.gate_timeouts, 3);
  EXPECT_EQ(back.round, 2);
  EXPECT_EQ(back.clocks, clocks);
  EXPECT_EQ(back.kernel_times, (std::vector<KernelTime>{{"gemm", 9000.0}, {"reduce", 2000.5}}));
}

TEST(MessageJson, RoundDone) {
  EXPECT_EQ(round_trip(RoundDone{7}).round, 7);
}

TEST(MessageJson, CountersOpened) {
  const CounterStatus denied{false, "denied", "run as root"};
  EXPECT_EQ(round_trip(CountersOpened{denied}).status, denied);
  EXPECT_EQ(to_json(Message(CountersOpened{denied})).at("counters").at("status"), "denied");
}

TEST(MessageJson, CountersDone) {
  CountersDone m;
  m.index = 5;
  m.readings = {{.dram_read_bytes = 33570000.5, .l2_tag_hits = 12.0}, {}};
  const CountersDone back = round_trip(m);
  EXPECT_EQ(back.readings, m.readings);
  EXPECT_FALSE(back.residual_dirty_bytes);
  m.residual_dirty_bytes = 4096.0;
  EXPECT_EQ(round_trip(m).residual_dirty_bytes, 4096.0);
}

TEST(MessageJson, CaseFailed) {
  const CaseFailed back = round_trip(CaseFailed{4, "timeout", "60 s \"passed\"\n"});
  EXPECT_EQ(back.index, 4U);
  EXPECT_EQ(back.flag, "timeout");
  EXPECT_EQ(back.detail, "60 s \"passed\"\n");
}

TEST(MessageJson, BytesThatAreNoUtf8AreShownAndDoNotStopTheMessage) {
  EXPECT_EQ(round_trip(CaseFailed{0, "device_error", "\xff\xfe err\n"}).detail, "\\xff\\xfe err\\x0a");
}

TEST(MessageJson, DeviceClosed) {
  const DeviceClosed back = round_trip(DeviceClosed{clocks, {{"open", 0.5}, {"samples", 1.25}}});
  EXPECT_EQ(back.clocks_after, clocks);
  EXPECT_EQ(back.phase_seconds, (std::map<std::string, double>{{"open", 0.5}, {"samples", 1.25}}));
}

TEST(MessageJson, EveryAlternativeHasItsOwnWordAndComesBackAsItself) {
  const std::vector<Message> all{DeviceOpened{}, FloorMeasured{}, CaseReady{},      WarmedUp{},     BlockStarted{},
                                 BlockDone{},    RoundDone{},     CountersOpened{}, CountersDone{}, CaseVerified{},
                                 CaseFailed{},   DeviceClosed{},  OthersSeen{}};
  ASSERT_EQ(all.size(), std::variant_size_v<Message>);
  std::set<std::string> words;
  for (const Message& message : all) {
    const json j = to_json(message);
    words.insert(j.at("message").get<std::string>());
    EXPECT_EQ(message_from_json(j).index(), message.index()) << j;
    EXPECT_EQ(to_text_and_back(message), j);
  }
  EXPECT_EQ(words.size(), all.size());
}

TEST(MessageJson, WhatIsNoMessageIsRefusedWithItsPlace) {
  EXPECT_THAT(error_of("hello"), HasSubstr("is not a message: the document: expected an object, found string"));
  EXPECT_THAT(error_of({{"round", 1}}), HasSubstr("the key \"message\" is missing"));
  EXPECT_THAT(error_of({{"message", "round_don"}}), HasSubstr("'round_don' is no kind of message"));
  EXPECT_THAT(error_of({{"message", "round_done"}, {"round", "one"}}),
              HasSubstr("/round: expected a whole number, found string (\"one\")"));
  EXPECT_THAT(error_of({{"message", "round_done"}, {"round", 1.5}}), HasSubstr("/round: expected a whole number"));
  EXPECT_THAT(error_of({{"message", "round_done"}, {"round", 3000000000U}}),
              HasSubstr("/round: expected a whole number"));
}

TEST(MessageJson, ASampleThatIsNoNumberIsNotReadAsOne) {
  json j = to_json(Message(BlockDone{0, 0, {1.0, std::nan(""), 3.0}, 0, {}}));
  EXPECT_THAT(error_of(json::parse(j.dump())), HasSubstr("/samples_ns/1: expected a number, found null"));
}

TEST(MessageJson, OthersSeen) {
  const OthersSeen back =
      round_trip(OthersSeen{{{4711, "python3", 5, "before"}, {1, "unknown", std::nullopt, "before"}}});
  ASSERT_EQ(back.processes.size(), 2U);
  EXPECT_EQ(back.processes[0], (GpuProcess{4711, "python3", 5, "before"}));
  EXPECT_FALSE(back.processes[1].memory_bytes);
}

}  // namespace
}  // namespace l2bench

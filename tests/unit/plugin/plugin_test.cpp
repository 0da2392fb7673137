#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "l2bench/error.hpp"
#include "plugin/plugin_workload.hpp"

namespace l2bench {
namespace {

using testing::AllOf;
using testing::HasSubstr;

WorkloadRequest plugin_request(const std::string& file, const std::string& parameters = "", int copies = 1) {
  WorkloadRequest request;
  request.workload = "plugin";
  request.shape = {64, 32};
  request.copies = copies;
  request.code.plugin = PlugIn{.file = file, .parameters = parameters, .weight_bytes = "N*K"};
  return request;
}

std::string plugin_error(const std::string& file, const std::string& parameters = "", int copies = 1) {
  try {
    PlugInWorkload workload(plugin_request(file, parameters, copies), nullptr);
    workload.queue_call(0);
  } catch (const Error& error) {
    return error.what();
  }
  return "ran";
}

TEST(PlugIn, IsSetUpLaunchedVerifiedAndTornDown) {
  PlugInWorkload workload(plugin_request(FAKE_PLUGIN, "", 3), nullptr);
  EXPECT_EQ(workload.info().api, "fake");
  EXPECT_EQ(workload.info().weight_bytes, 2048U);
  EXPECT_EQ(workload.info().read_bytes, 2056U);
  EXPECT_EQ(workload.copies(), 3);
  for (int copy = 0; copy < 3; ++copy) workload.queue_call(copy);
  EXPECT_EQ(workload.verify(1), (Verification{0.0, 0.01}));
}

TEST(PlugIn, AWrongResultIsReported) {
  PlugInWorkload workload(plugin_request(FAKE_PLUGIN, "wrong"), nullptr);
  EXPECT_FALSE(workload.verify(1)->passed());
}

TEST(PlugIn, FailuresAreInItsOwnWords) {
  EXPECT_THAT(plugin_error(FAKE_PLUGIN, "fail_setup"), HasSubstr("the fake was told to fail (it returned 7)"));
  EXPECT_THAT(plugin_error(FAKE_PLUGIN, "fail_launch"), HasSubstr("the fake's launch was told to fail"));
  EXPECT_THAT(plugin_error(FAKE_PLUGIN, "throw"), HasSubstr("let an exception out"));
}

TEST(PlugIn, WhatASetupLeavesThatFailsLateIsTornDown) {
  void* library = dlopen(FAKE_PLUGIN, RTLD_NOW);  // stays open, and with it the count
  ASSERT_NE(library, nullptr);
  const auto states = reinterpret_cast<int (*)()>(dlsym(library, "fake_plugin_states"));
  ASSERT_NE(states, nullptr);
  EXPECT_THAT(plugin_error(FAKE_PLUGIN, "fail_late_in_setup"), HasSubstr("the fake was told to fail (it returned 8)"));
  EXPECT_EQ(states(), 0);
}

TEST(PlugIn, AStepItDoesNotHaveIsRefused) {
  PlugInWorkload workload(plugin_request(FAKE_PLUGIN), nullptr);
  EXPECT_THROW(workload.queue_touch(), DeviceError);
}

TEST(PlugIn, ARotationChecksWhatThePlugInSays) {
  EXPECT_THAT(plugin_error(FAKE_PLUGIN, "small_weight", 2), HasSubstr("Correct weight_bytes"));
  EXPECT_EQ(plugin_error(FAKE_PLUGIN, "small_weight", 1), "ran");
}

TEST(PlugIn, OfAnotherInterfaceIsRefused) {
  EXPECT_THAT(plugin_error(OLD_PLUGIN), AllOf(HasSubstr("version 99"), HasSubstr("Build it again")));
}

TEST(PlugIn, HostileFilesAreRefused) {
  EXPECT_THAT(plugin_error("/no/such/plugin.so"), HasSubstr("No such file"));
  EXPECT_THAT(plugin_error("libm.so.6"), HasSubstr("No such file")) << "the loader's path is not searched";
  EXPECT_THAT(plugin_error("/dev/zero"), HasSubstr("not a regular file"));
  EXPECT_THAT(plugin_error("/proc/self/exe"), HasSubstr("plug-in"));
  const std::string text = testing::TempDir() + "/not_a_library.so";
  std::ofstream(text) << "text";
  EXPECT_THAT(plugin_error(text), HasSubstr("cannot be loaded"));
}

}  // namespace
}  // namespace l2bench

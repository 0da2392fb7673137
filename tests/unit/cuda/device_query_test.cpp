#include "src/cuda/device_query.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using testing::AllOf;
using testing::HasSubstr;

DeviceSummary device(const std::string& id, const std::string& uuid, const std::string& pci_id) {
  DeviceSummary summary;
  summary.id = id;
  summary.info.name = "Card " + id;
  summary.info.uuid = uuid;
  summary.info.pci_id = pci_id;
  return summary;
}

const std::vector<DeviceSummary>& two_devices() {
  static const std::vector<DeviceSummary> devices{
      device("0", "GPU-01234567-89ab-cdef-0123-456789abcdef", "0000:65:00.0"),
      device("1", "GPU-0123ffff-89ab-cdef-0123-456789abcdef", "0001:C4:00.0"),
  };
  return devices;
}

std::string refusal(const std::string& text) {
  try {
    find_device(text, two_devices());
  } catch (const MachineError& error) {
    return error.what();
  }
  return "found";
}

TEST(UuidText, IsWrittenAsNvidiasToolsDo) {
  std::array<char, 16> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 17);
  EXPECT_EQ(uuid_text(bytes), "GPU-00112233-4455-6677-8899-aabbccddeeff");
}

TEST(FindDevice, TakesAnIndex) {
  EXPECT_EQ(find_device("0", two_devices()), 0u);
  EXPECT_EQ(find_device("1", two_devices()), 1u);
}

TEST(FindDevice, TakesAUuidInAnyCaseOrItsBeginning) {
  EXPECT_EQ(find_device("GPU-0123ffff-89ab-cdef-0123-456789abcdef", two_devices()), 1u);
  EXPECT_EQ(find_device("gpu-01234567", two_devices()), 0u);
}

TEST(FindDevice, RefusesABeginningThatTwoDevicesShare) {
  EXPECT_THAT(refusal("GPU-0123"), HasSubstr("More than one CUDA device is named 'GPU-0123'"));
}

TEST(FindDevice, TakesAPciIdWithAnyDomainWidthAndWithoutFunction) {
  EXPECT_EQ(find_device("0000:65:00.0", two_devices()), 0u);
  EXPECT_EQ(find_device("00000000:65:00.0", two_devices()), 0u);
  EXPECT_EQ(find_device("65:00", two_devices()), 0u);
  EXPECT_EQ(find_device("0001:c4:00.0", two_devices()), 1u);
}

TEST(FindDevice, DoesNotLeaveOutADomainThatIsNotZero) {
  EXPECT_THAT(refusal("c4:00.0"), HasSubstr("No CUDA device"));
}

TEST(FindDevice, ListsWhatIsThere) {
  for (const char* text : {"2", "-1", "", "GPU", "0x", "h200", "99:00.0"}) {
    EXPECT_THAT(refusal(text), AllOf(HasSubstr("No CUDA device is named '" + std::string(text) + "'"),
                                     HasSubstr("an index, a UUID or a PCI id"),
                                     HasSubstr("0  Card 0  GPU-01234567-89ab-cdef-0123-456789abcdef  0000:65:00.0"),
                                     HasSubstr("1  Card 1")))
        << text;
  }
}

}  // namespace
}  // namespace l2bench

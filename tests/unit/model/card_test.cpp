#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "l2bench/error.hpp"
#include "l2bench/model.hpp"
#include "model/builtin_cards.hpp"

namespace l2bench {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json h200_text() {
  for (const auto& [name, text] : builtin_card_texts) {
    if (name == "h200") return json::parse(text);
  }
  return {};
}

std::string why_refused(const json& card) {
  try {
    parse_model_card(card.dump(1), "mine.json");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

TEST(ModelCard, BuiltInCardsAreThoseOfTheirFiles) {
  std::vector<std::string> names;
  for (const ModelCard& card : builtin_model_cards()) names.push_back(card.name);
  EXPECT_THAT(names, testing::ElementsAre("a100-pcie-40gb", "a100-sxm-80gb", "generic", "h100-sxm", "h200"));
}

TEST(ModelCard, ReadsEachParameterWithItsSource) {
  const ModelCard card = open_model_card("h200");
  EXPECT_EQ(card.device, "NVIDIA H200");
  EXPECT_EQ(card.l2_bytes.value, 62914560.0);
  EXPECT_EQ(card.l2_bytes.source, Source::measured);
  EXPECT_EQ(card.ways.source, Source::guessed);
  EXPECT_EQ(card.memory_bytes.source, Source::published);
  for (const ParameterRow& row : parameter_table) EXPECT_NE((card.*row.value).note, "") << row.word;
}

TEST(ModelCard, NothingWasMeasuredOfCardsThatWereNotMeasured) {
  for (const char* name : {"h100-sxm", "a100-sxm-80gb", "generic"}) {
    const ModelCard card = open_model_card(name);
    for (const ParameterRow& row : parameter_table) {
      EXPECT_NE((card.*row.value).source, Source::measured) << name << ' ' << row.word;
    }
  }
}

TEST(ModelCard, AnUnknownNameGetsASuggestion) {
  try {
    open_model_card("h20");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'h20' is not a built-in model (did you mean 'h200'?)"));
    EXPECT_THAT(error.what(), HasSubstr("a100-pcie-40gb a100-sxm-80gb generic h100-sxm h200"));
    EXPECT_THAT(error.what(), HasSubstr("path of its file"));
  }
}

TEST(ModelCard, AFileThatIsNotThereIsNamed) {
  try {
    open_model_card("no/such.json");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("The model card 'no/such.json' cannot be read: No such file"));
  }
}

TEST(ModelCard, AFileOfTheUsersIsRead) {
  const std::string path = testing::TempDir() + "mine.json";
  json card = h200_text();
  card["name"] = "mine";
  card["parameters"]["ways"]["value"] = 32;
  std::ofstream(path) << card.dump();
  EXPECT_EQ(open_model_card(path).name, "mine");
  EXPECT_EQ(open_model_card(path).ways.value, 32.0);
}

TEST(ModelCard, ErrorsNameThePlace) {
  json card = h200_text();
  card["parameters"]["ways"]["value"] = 3.5;
  EXPECT_THAT(why_refused(card), HasSubstr("mine.json:"));
  EXPECT_THAT(why_refused(card), HasSubstr("/parameters/ways/value: '3.5' is not a whole number from 4 to 64."));

  card = h200_text();
  card["parameters"]["dirty_share"]["value"] = 1.5;
  EXPECT_THAT(why_refused(card), HasSubstr("/parameters/dirty_share/value: '1.5' is not a number from 0 to 1."));

  card = h200_text();
  card["parameters"]["dirty_share"]["value"] = "much";
  EXPECT_THAT(why_refused(card), HasSubstr("/parameters/dirty_share/value"));

  card = h200_text();
  card["parameters"]["dirty_share"]["source"] = "mesured";
  EXPECT_THAT(why_refused(card),
              HasSubstr("/parameters/dirty_share/source: 'mesured' is not a source (did you mean 'measured'?)"));

  card = h200_text();
  card["parameters"].erase("kernel_ns");
  EXPECT_THAT(why_refused(card), HasSubstr("/parameters: the key 'kernel_ns' is missing."));

  card = h200_text();
  card["parameters"]["dirty_shar"] = card["parameters"]["dirty_share"];
  EXPECT_THAT(why_refused(card),
              HasSubstr("/parameters/dirty_shar: 'dirty_shar' is not a key here (did you mean 'dirty_share'?)"));

  card = h200_text();
  card["name"] = 7;
  EXPECT_THAT(why_refused(card), HasSubstr("/name: it must be a text."));

  card = h200_text();
  card["parameters"]["ways"] = 16;
  EXPECT_THAT(why_refused(card), HasSubstr("/parameters/ways: it must be an object with the keys value source note."));
}

/// schema/model.schema.json says in JSON Schema what the reader checks.
TEST(ModelCard, TheSchemaHasTheSameParametersAndLimits) {
  std::ifstream file(std::string(L2BENCH_SOURCE_DIR) + "/schema/model.schema.json");
  const json schema = json::parse(file);
  const json& parameters = schema["properties"]["parameters"];
  ASSERT_EQ(parameters["properties"].size(), parameter_table.size());
  ASSERT_EQ(parameters["required"].size(), parameter_table.size());
  for (const ParameterRow& row : parameter_table) {
    const json& entry = parameters["properties"].at(std::string(row.word));
    const json& value = entry["properties"]["value"];
    EXPECT_EQ(entry["description"], row.help);
    EXPECT_EQ(value["minimum"].get<double>(), row.least) << row.word;
    EXPECT_EQ(value["maximum"].get<double>(), row.most) << row.word;
    EXPECT_EQ(value["type"], row.whole ? "integer" : "number") << row.word;
  }
  const auto sources = schema["definitions"]["source"]["enum"].get<std::vector<std::string>>();
  EXPECT_THAT(sources, testing::ElementsAre("measured", "published", "guessed"));
}

TEST(ModelCard, ADeviceGetsTheCardOfItsName) {
  DeviceInfo device;
  device.name = "NVIDIA H200";
  device.l2_bytes = 62914560;
  EXPECT_EQ(model_card_for(device).name, "h200");
}

/// A slice of a partitioned H200 has its name, but not its L2.
TEST(ModelCard, ADeviceOfAnotherL2GetsTheGenericCardWithItsOwnSizes) {
  DeviceInfo device;
  device.name = "NVIDIA H200";
  device.l2_bytes = 31457280;
  device.memory_bytes = 64'000'000'000;
  device.sm_count = 60;
  device.peak_bytes_per_s = 2e12;
  const ModelCard card = model_card_for(device);
  EXPECT_EQ(card.name, "generic");
  EXPECT_EQ(card.l2_bytes.value, 31457280.0);
  EXPECT_EQ(card.l2_bytes.source, Source::measured);
  EXPECT_EQ(card.dram_bytes_per_s.value, 1.8e12);
  EXPECT_EQ(card.sm_count.value, 60.0);
}

TEST(ReadModelCard, OfAFileWithoutEndIsRefused) {
  EXPECT_THROW(read_model_card("/dev/zero"), UsageError);
}

}  // namespace
}  // namespace l2bench

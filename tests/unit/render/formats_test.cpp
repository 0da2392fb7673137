#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <nlohmann/json.hpp>
#include <regex>

#include "golden/synthetic_record.hpp"
#include "l2bench/analyze.hpp"
#include "l2bench/render.hpp"
#include "render/escape.hpp"
#include "unit/record/one_case.hpp"

// What the golden files cannot say: properties that hold for every record.

namespace l2bench {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

/// RFC 4180, as strict as it is: rows end in CRLF, quotes are doubled inside quotes.
std::vector<std::vector<std::string>> parse_csv(const std::string& csv) {
  std::vector<std::vector<std::string>> rows{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    std::string& field = rows.back().back();
    if (quoted && csv.compare(i, 2, "\"\"") == 0) {
      field += csv[i++];
    } else if (csv[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && csv[i] == ',') {
      rows.back().emplace_back();
    } else if (!quoted && csv.compare(i, 2, "\r\n") == 0) {
      rows.emplace_back(1, "");
      ++i;
    } else {
      field += csv[i];
    }
  }
  rows.pop_back();
  return rows;
}

std::string cell(const std::vector<std::vector<std::string>>& rows, std::size_t row, const std::string& title) {
  const auto found = std::find(rows[0].begin(), rows[0].end(), title);
  return found == rows[0].end() ? "no column " + title : rows[row][static_cast<std::size_t>(found - rows[0].begin())];
}

// ---- CSV ------------------------------------------------------------------------------------------------------------

TEST(Csv, HasARowACaseAndEveryRowAllColumns) {
  Record record = synthetic::hostile_and_partial();
  record.cases[0].key.clear();
  record.cases[0].reproduce = "l2bench --tag 'a=\"x, y\"'";
  const auto rows = parse_csv(render_csv(record));
  ASSERT_THAT(rows, SizeIs(3));
  EXPECT_THAT(rows, Each(SizeIs(rows[0].size())));
  EXPECT_EQ(cell(rows, 1, "key"), "");
  EXPECT_EQ(cell(rows, 1, "workload"), "cublas");
  EXPECT_EQ(cell(rows, 1, "reproduce"), "l2bench --tag 'a=\"x, y\"'");
}

TEST(Csv, NumbersAreExactAndWhatIsAbsentIsEmpty) {
  const auto rows = parse_csv(render_csv(synthetic::study()));
  EXPECT_EQ(cell(rows, 2, "median_ns"), "18016");
  EXPECT_EQ(std::stod(cell(rows, 2, "slowdown")), 18016.0 / 14528.0);
  EXPECT_EQ(cell(rows, 2, "dirty_evicted_bytes"), "11761808");
  EXPECT_EQ(cell(rows, 2, "simulated"), "false");
  EXPECT_EQ(cell(rows, 5, "slowdown"), "");
  EXPECT_EQ(cell(rows, 10, "status"), "skipped");
  EXPECT_EQ(cell(rows, 10, "median_ns"), "");
  EXPECT_EQ(cell(rows, 10, "weight_bytes"), "");
}

TEST(Csv, ANegativeNumberIsNotTakenForAFormula) {
  CaseResult c = one_case::of("read", 14528);
  c.workload.write_bytes = 100'000'000;
  c.counters = one_case::cold_counters(72.0e6);
  const auto rows = parse_csv(render_csv(one_case::record_of({one_case::judged(c)})));
  EXPECT_EQ(cell(rows, 1, "dirty_evicted_bytes"), "-28000000");
}

TEST(Csv, EveryRowOfASimulatedRecordSaysSo) {
  const auto rows = parse_csv(render_csv(synthetic::simulated_sweep()));
  for (std::size_t row = 1; row < rows.size(); ++row) EXPECT_EQ(cell(rows, row, "simulated"), "true");
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

TEST(Json, IsTheRecord) {
  const Record record = synthetic::study();
  EXPECT_EQ(nlohmann::json::parse(render_json(record)), to_json(record));
}

TEST(Json, SamplesAreOneLineHoweverMany) {
  const Record record =
      one_case::record_of({one_case::of("read", std::vector<double>(1000, 14528.125)), one_case::of("none", 1.0)});
  std::size_t lines_with_samples = 0;
  for (const std::string& line : lines_of(render_json(record))) {
    if (line.find("\"samples_ns\": [") == std::string::npos) continue;
    ++lines_with_samples;
    EXPECT_THAT(line, HasSubstr("],"));
  }
  EXPECT_EQ(lines_with_samples, 2U);
}

TEST(Json, AMillionSamplesAreWrittenInSecondsOfWork) {
  const Record record = one_case::record_of({one_case::of("read", std::vector<double>(1'000'000, 14528.125))});
  const std::clock_t start = std::clock();
  EXPECT_GT(render_json(record).size(), 9'000'000U);
  EXPECT_LT(std::clock() - start, 5 * CLOCKS_PER_SEC);  // a tenth of it without sanitizers
}

// ---- Table and Markdown ---------------------------------------------------------------------------------------------

TEST(Table, ColourIsDecorationOnly) {
  for (const Record& record : {synthetic::study(), synthetic::hostile_and_partial()}) {
    const std::string coloured = render_table(record, {.colour = true});
    EXPECT_THAT(coloured, HasSubstr("\x1b["));
    EXPECT_EQ(std::regex_replace(coloured, std::regex("\x1b\\[[0-9]+m"), ""), render_table(record, {}));
  }
}

TEST(Table, NothingOfTheUserReachesTheTerminalUnescaped) {
  Record record = synthetic::hostile_and_partial();
  record.cases[0].what.config = "\x1b[2J";
  record.findings = {{"slowdown", "\x1b]0;title\x07", {}}};
  record.warnings = {{"device_changed", "GPU\rx"}};
  for (const char c : render_table(record, {})) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << static_cast<int>(c);
  }
}

TEST(Table, EveryRowOfASimulatedRecordSaysSo) {
  const Record record = synthetic::simulated_sweep();
  for (const std::string& text : {render_table(record, {}), render_markdown(record)}) {
    std::size_t rows = 0;
    for (const std::string& line : lines_of(text)) {
      if (line.find("zero:") == std::string::npos || line.find(" ok") == std::string::npos) continue;
      EXPECT_THAT(line, HasSubstr("simulated"));
      ++rows;
    }
    EXPECT_EQ(rows, 6U);
    EXPECT_THAT(text, HasSubstr("SIMULATED: nothing here was measured. The numbers come from model:h200."));
  }
  EXPECT_THAT(render_table(synthetic::study(), {}), Not(HasSubstr("simulated")));
}

TEST(Table, RowsLineUp) {
  const std::vector<std::string> lines = lines_of(render_table(synthetic::study(), {}));
  const auto title = std::find_if(lines.begin(), lines.end(), [](const auto& l) { return l.find("median") != l.npos; });
  ASSERT_NE(title, lines.end());
  const std::size_t end_of_median = title->find("median") + std::string("median").size();
  for (auto row = title + 1; row != title + 10; ++row) {
    const std::size_t unit = row->find("µs");
    ASSERT_NE(unit, std::string::npos) << *row;
    EXPECT_EQ(display_width(row->substr(0, unit)) + 2, end_of_median) << *row;
  }
}

TEST(Table, OneCaseStillShowsItsPrep) {
  Record record = one_case::record_of({one_case::of("read", 14528)});
  judge(record);
  const std::string table = render_table(record, {});
  EXPECT_THAT(table, HasSubstr("\nread:256MiB  "));
  EXPECT_THAT(table, HasSubstr("shape 4096x4096"));
  EXPECT_THAT(table, HasSubstr("\n1 case: 1 ok; 5 samples in 0.0 s.\n"));
}

TEST(Table, ARecordWithoutADeviceIsShownToo) {
  Spec spec;
  spec.cases = {Case{.shape = {8, 8}, .prep = parse_prep("read:2xL2")}};
  const std::string table = render_table(begin_record(spec, {}), {});
  EXPECT_THAT(table, HasSubstr("No device was opened."));
  EXPECT_THAT(table, HasSubstr("read:2xL2"));
  EXPECT_THAT(table, HasSubstr("PARTIAL"));
}

TEST(Table, AFlagIsExplainedOnceWithItsCasesAndTheRestIsCounted) {
  std::vector<CaseResult> cases;
  for (int mib = 100; mib < 108; ++mib) {
    cases.push_back(one_case::of(("read:" + std::to_string(mib) + "MiB").c_str(), 14528.0));
  }
  Record record = one_case::record_of(cases);
  judge(record);
  const std::string table = render_table(record, {});
  EXPECT_THAT(table, HasSubstr("\nunverified (note): the cache state is as claimed, but no counter proved it. To do: "
                               "run with --counters.\n  read:100MiB, read:101MiB, read:102MiB, read:103MiB, "
                               "read:104MiB, read:105MiB and 2 more: Cold is not proven.\n"));
}

TEST(Table, ThousandsOfCasesAreShownInSecondsOfWork) {
  std::vector<CaseResult> cases;
  for (int n = 1; n <= 2000; ++n) {
    cases.push_back(one_case::of("read", 14528.0 + n));
    cases.back().what.shape.n = n;
  }
  Record record = one_case::record_of(cases);
  const std::clock_t start = std::clock();
  judge(record);
  record.findings = analyze(record);
  EXPECT_THAT(render_table(record, {}), HasSubstr("\n2000 cases: 2000 ok;"));
  EXPECT_LT(std::clock() - start, 5 * CLOCKS_PER_SEC);  // a tenth of it without sanitizers
}

TEST(Markdown, EveryTableRowHasTheSameNumberOfCells) {
  for (const Record& record : {synthetic::study(), synthetic::hostile_and_partial()}) {
    std::set<std::ptrdiff_t> bars;
    for (const std::string& line : lines_of(render_markdown(record))) {
      if (line.rfind('|', 0) != 0) continue;
      std::ptrdiff_t n = 0;
      for (std::size_t i = 0; i < line.size(); ++i) n += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
      bars.insert(n);
    }
    EXPECT_THAT(bars, SizeIs(1));
  }
}

TEST(Renderers, EveryFormatIsInTheTable) {
  for (const char* word : {"json", "csv", "md"}) EXPECT_NE(find_word(renderer_table, word), nullptr) << word;
  const Record record = synthetic::study();
  for (const RendererRow& row : renderer_table) EXPECT_FALSE(row.value(record).empty()) << row.word;
}

}  // namespace
}  // namespace l2bench

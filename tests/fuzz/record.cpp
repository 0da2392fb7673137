#include "l2bench/record.hpp"

#include <functional>
#include <nlohmann/json.hpp>

#include "fuzz/allowing_errors.hpp"
#include "fuzz/targets.hpp"
#include "l2bench/analyze.hpp"
#include "l2bench/evaluate.hpp"
#include "l2bench/render.hpp"

namespace l2bench::fuzz {
namespace {

/// The page holds a megabyte of scripts: one input in this many is rendered as one.
constexpr std::size_t inputs_a_page = 256;

void render_all(const Record& record, bool with_page) {
  for (const RendererRow& row : renderer_table) {
    if (row.word != "html" || with_page) row.value(record);
  }
  render_table(record, {.colour = true, .plot = true});
}

}  // namespace

void read_record(std::string_view text) {
  allowing_errors([&] {
    Record record = parse_record(text);
    judge(record);
    record.findings = analyze(record);
    if (record.expect) record.expect->results = evaluate(record);
    render_all(record, std::hash<std::string_view>()(text) % inputs_a_page == 0);
    const std::string written = to_json(record).dump();
    must(to_json(parse_record(written)).dump() == written, "a record reads back to itself");
  });
}

}  // namespace l2bench::fuzz

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/schemas.hpp"
#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

constexpr std::array<Word<std::string_view>, 3> schema_table{{
    {spec_schema, "spec", "what `l2bench run FILE` reads"},
    {result_schema, "result", "what --export-json writes"},
    {model_schema, "model", "a model card: what --model-file and --device model:FILE.json read"},
}};

}  // namespace

int schema_command(const Arguments& arguments) {
  const auto* row = arguments.size() == 1 ? find_word(schema_table, arguments[0]) : nullptr;
  if (row == nullptr) throw UsageError("Usage: l2bench schema spec|result|model");
  fmt::print("{}", row->value);
  return 0;
}

}  // namespace l2bench

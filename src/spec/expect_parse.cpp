#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "l2bench/expect_cases.hpp"
#include "l2bench/number.hpp"
#include "spec/axes.hpp"
#include "spec/expect.hpp"
#include "spec/values.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

Given at(const Given& outer, std::string_view key, const json& value) {
  return {value, "", pointer_to(outer.pointer, key)};
}

template <typename Row, std::size_t N>
const Row& row_for(const json& value, const std::array<Row, N>& table) {
  const std::string text = text_of(value, table.front().word);
  if (const Row* row = find_word(table, text)) return *row;
  const std::vector<std::string_view> known = words_of(table);
  throw UsageError(
      fmt::format("{} is none of these{}: {}.", in_quotes(text), suggestion(text, known), fmt::join(known, " ")));
}

std::string axis_of(std::string_view text) {
  if (std::find(selector_axes.begin(), selector_axes.end(), text) != selector_axes.end()) return std::string(text);
  throw UsageError(fmt::format("{} is no axis of a case{}. Axes: {}.", in_quotes(text), suggestion(text, selector_axes),
                               fmt::join(selector_axes, " ")));
}

/// A word of an axis, in the form that a case has it.
std::string word_on_axis(const json& value, const std::string& axis) {
  const std::string text = value.is_number_integer() ? value.dump() : text_of(value, "read");
  if (axis == "prep") return to_string(parse_prep(text));
  if (axis == "shape") {
    const std::vector<Shape> shapes = parse_shapes(text);
    if (shapes.size() != 1)
      throw UsageError(fmt::format("{} is a range. Write one shape, or a list.", in_quotes(text)));
    return to_string(shapes.front());
  }
  return text;
}

double finite_number(const json& value) {
  if (!value.is_number()) throw UsageError(fmt::format("it must be a number, not {}.", printable(value.dump())));
  return value.get<double>();
}

/// Reads one claim. The place of every error is that of the value it is about.
class ClaimReader {
 public:
  ClaimReader(const Givens& givens, const Given& claim) : givens_(givens), claim_(claim) {
    if (!claim.value.is_object()) givens.reject(claim, "a claim is an object {...}.");
  }

  Expectation read(std::size_t index) {
    e_.kind = row("claim", expect_kind_table).value;
    check_keys();
    e_.name = claim_.value.contains("name")
                  ? givens_.read(inner("name"), [](const json& value) { return text_of(value, "zero is slower"); })
                  : fmt::format("claim {}", index + 1);
    if (claim_.value.contains("value")) e_.value = row("value", quantity_table).value;
    e_.of = selector("of");
    if (claim_.value.contains("to")) e_.to = selector("to");
    e_.least = number("least");
    e_.most = number("most");
    e_.slack = number("slack").value_or(0.0);
    if (claim_.value.contains("over")) e_.over = row("over", sweep_axis_table).value;
    if (claim_.value.contains("direction")) e_.direction = row("direction", direction_table).value;
    read_order();
    read_timers();
    check_bounds();
    return std::move(e_);
  }

 private:
  Given inner(std::string_view key) const { return at(claim_, key, claim_.value.at(std::string(key))); }

  template <typename Row, std::size_t N>
  Row row(std::string_view key, const std::array<Row, N>& table) const {
    if (!claim_.value.contains(std::string(key))) {
      givens_.reject(claim_, fmt::format("the key '{}' is missing: one of {}.", key, joined_words(table)));
    }
    return givens_.read(inner(key), [&](const json& value) { return row_for(value, table); });
  }

  std::optional<double> number(std::string_view key) const {
    if (!claim_.value.contains(std::string(key))) return std::nullopt;
    return givens_.read(inner(key), finite_number);
  }

  void check_keys() const {
    const ExpectKindRow& kind = row_of(expect_kind_table, e_.kind);
    std::vector<std::string_view> known{"name", "claim", "value", "of"};
    std::vector<std::string_view> needed{"of"};
    for (const std::string_view key : split(kind.needs, ' ')) {
      if (!key.empty()) needed.push_back(key);
    }
    known.insert(known.end(), needed.begin() + 1, needed.end());
    for (const std::string_view key : split(kind.takes, ' ')) {
      if (!key.empty()) known.push_back(key);
    }
    for (const auto& [key, value] : claim_.value.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      givens_.reject(at(claim_, key, value),
                     fmt::format("a claim of '{}' has no key {}{}. Its keys: {}.", kind.word, in_quotes(key),
                                 suggestion(key, known), fmt::join(known, " ")));
    }
    for (const std::string_view key : needed) {
      if (claim_.value.contains(std::string(key))) continue;
      givens_.reject(claim_, fmt::format("a claim of '{}' needs the key '{}': {}.", kind.word, key, kind.help));
    }
  }

  Selector selector(std::string_view key) const {
    const Given given = inner(key);
    if (!given.value.is_object()) {
      givens_.reject(given, "a selector is an object of axes and words, such as {\"prep\": \"zero\"}.");
    }
    Selector result;
    for (const auto& [name, value] : given.value.items()) {
      const Given axis = at(given, name, value);
      const std::string known = givens_.read(axis, [&, &word = name](const json&) { return axis_of(word); });
      result.axes[known] = words(axis, known);
    }
    return result;
  }

  std::vector<std::string> words(const Given& given, const std::string& axis) const {
    std::vector<std::string> result;
    const json list = given.value.is_array() ? given.value : json::array({given.value});
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Given item = given.value.is_array() ? at(given, std::to_string(i), list[i]) : given;
      result.push_back(givens_.read(item, [&](const json& value) { return word_on_axis(value, axis); }));
    }
    if (result.empty()) givens_.reject(given, "the list is empty.");
    return result;
  }

  void read_order() {
    if (e_.kind != ExpectKind::order) return;
    e_.by = givens_.read(inner("by"), [](const json& value) { return axis_of(text_of(value, "prep")); });
    e_.words = words(inner("words"), e_.by);
    if (e_.words.size() < 2) givens_.reject(inner("words"), "an order is of two words at least.");
  }

  void read_timers() {
    if (e_.kind != ExpectKind::agree) return;
    const Given given = inner("timers");
    if (!given.value.is_array() || given.value.size() != 2 || given.value[0] == given.value[1]) {
      givens_.reject(given, "it must be a list of two timers, such as [\"event\", \"kernel\"].");
    }
    for (std::size_t i = 0; i < 2; ++i) {
      e_.timers.push_back(givens_.read(at(given, std::to_string(i), given.value[i]), [](const json& value) {
        return std::string(row_for(value, timer_table).word);
      }));
    }
  }

  void check_bounds() const {
    const bool bounded = e_.least || e_.most;
    const bool needs_one =
        e_.kind == ExpectKind::range || e_.kind == ExpectKind::ratio || e_.kind == ExpectKind::difference;
    if (needs_one && !bounded) givens_.reject(claim_, "it claims nothing without 'least' or 'most'.");
    if (e_.least && e_.most && *e_.least > *e_.most) givens_.reject(inner("least"), "it is above 'most'.");
  }

  const Givens& givens_;
  const Given& claim_;
  Expectation e_;
};

std::string of_case(const Case& c) {
  std::vector<std::string> words;
  for (const std::string_view axis : selector_axes) {
    if (const std::string word = axis_word(c, axis); !word.empty()) words.push_back(word);
  }
  return fmt::format("{}", fmt::join(words, "/"));
}

/// A claim that this spec could never judge is a mistake in the spec.
void check_cases(const Expectation& e, const Given& claim, const Givens& givens, const std::vector<Case>& cases) {
  const std::vector<std::size_t> chosen = selected(cases, e.of);
  if (chosen.empty()) {
    givens.reject(at(claim, "of", claim.value.at("of")), "it selects no case of this spec. See l2bench --dry-run.");
  }
  if (!e.to) return;
  for (const std::size_t i : chosen) {
    const std::size_t count = partners(cases, cases[i], e.of, *e.to).size();
    if (count == 1) continue;
    givens.reject(
        at(claim, "to", claim.value.at("to")),
        fmt::format("{} has {} partners here; it must have one. A partner is alike on every axis that neither "
                    "'of' nor 'to' names.",
                    of_case(cases[i]), count));
  }
}

}  // namespace

std::vector<Expectation> read_expectations(const Givens& givens, const std::vector<Case>& cases) {
  std::vector<Expectation> all;
  const std::optional<Given> given = givens.find("expect");
  if (!given) return all;
  if (!given->value.is_array()) givens.reject(*given, "it must be a list of claims {...}.");
  std::set<std::string> names;
  for (std::size_t i = 0; i < given->value.size(); ++i) {
    const Given claim = at(*given, std::to_string(i), given->value[i]);
    Expectation e = ClaimReader(givens, claim).read(i);
    if (!names.insert(e.name).second) {
      givens.reject(claim, fmt::format("two claims have the name {}. Names tell them apart.", in_quotes(e.name)));
    }
    check_cases(e, claim, givens, cases);
    all.push_back(std::move(e));
  }
  return all;
}

}  // namespace l2bench

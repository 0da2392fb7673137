#pragma once

#include <fmt/format.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "l2bench/error.hpp"
#include "record/json_writer.hpp"

namespace l2bench {

/// Where a value stands in its document; made into text only when there is an error to report.
struct JsonPath {
  const JsonPath* parent = nullptr;
  std::string_view key;
  std::size_t index = 0;
  bool is_index = false;

  std::string text() const {
    if (parent == nullptr) return "";
    return is_index ? fmt::format("{}/{}", parent->text(), index) : fmt::format("{}/{}", parent->text(), key);
  }
  JsonPath operator/(std::string_view inner) const { return {this, inner, 0, false}; }
  JsonPath operator/(std::size_t inner) const { return {this, {}, inner, true}; }
};

[[noreturn]] inline void reject(const JsonPath& at, std::string_view expected, const nlohmann::json& found) {
  const std::string path = at.text();
  std::string shown = found.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (shown.size() > 60) shown = shown.substr(0, 60) + "...";
  throw UsageError(fmt::format("{}: expected {}, found {} ({})", path.empty() ? "the document" : path, expected,
                               found.type_name(), shown));
}

template <typename T>
void decode(const nlohmann::json& j, const JsonPath& at, T& value);

class Reader {
 public:
  Reader(const nlohmann::json& object, const JsonPath& at) : object_(object), at_(at) {
    if (!object.is_object()) reject(at, "an object", object);
  }
  template <typename T>
  void operator()(const char* key, T& value) {
    decode(member(key), at_ / key, value);
  }
  template <typename T>
  void operator()(const char* key, std::optional<T>& value) {
    const auto found = object_.find(key);
    value.reset();
    if (found != object_.end() && !found->is_null()) decode(*found, at_ / key, value.emplace());
  }
  /// A key that is left out where its value is the default.
  template <typename T>
  void unless(const char* key, T& value, const std::type_identity_t<T>& fallback) {
    value = fallback;
    if (object_.contains(key)) (*this)(key, value);
  }
  template <typename T>
  void newer(const char* key, T& value) {
    if (object_.contains(key)) (*this)(key, value);
  }
  template <typename T>
  void derived(const char* /*key*/, const T& /*value*/) {}
  void text_or_null(const char* key, std::string& text) {
    std::optional<std::string> found;
    (*this)(key, found);
    text = found.value_or("");
  }
  void finite_or_null(const char* key, double& value) {
    std::optional<double> found;
    (*this)(key, found);
    value = found.value_or(std::numeric_limits<double>::infinity());
  }
  void samples(const char* key, std::vector<double>& samples_ns) { (*this)(key, samples_ns); }
  template <typename Walk>
  void object(const char* key, bool /*present*/, const Walk& walk) {
    const nlohmann::json& inner = member(key);
    if (inner.is_null()) return;
    const JsonPath at = at_ / key;
    Reader reader(inner, at);
    walk(reader);
  }

 private:
  const nlohmann::json& member(const char* key) const {
    const auto found = object_.find(key);
    if (found == object_.end()) {
      throw UsageError(fmt::format("{}: the key \"{}\" is missing", at_.text().empty() ? "/" : at_.text(), key));
    }
    return *found;
  }

  const nlohmann::json& object_;
  const JsonPath& at_;
};

template <typename T>
struct Decode {
  static void to(const nlohmann::json& j, const JsonPath& at, T& value) {
    if constexpr (HasWords<T>) {
      const auto& table = word_table(value);
      const auto* row = j.is_string() ? find_word(table, j.get_ref<const std::string&>()) : nullptr;
      if (row == nullptr) reject(at, fmt::format("one of {}", joined_words(table)), j);
      value = row->value;
    } else if constexpr (HasLeaf<T>) {
      from_leaf(j, at, value);
    } else if constexpr (std::same_as<T, bool>) {
      if (!j.is_boolean()) reject(at, "true or false", j);
      value = j.get<bool>();
    } else if constexpr (std::integral<T>) {
      to_integer(j, at, value);
    } else if constexpr (std::same_as<T, double>) {
      if (!j.is_number()) reject(at, "a number", j);
      value = j.get<double>();
    } else if constexpr (std::same_as<T, std::string>) {
      if (!j.is_string()) reject(at, "a string", j);
      value = j.get<std::string>();
    } else {
      Reader reader(j, at);
      fields(reader, value);
    }
  }
  static void to_integer(const nlohmann::json& j, const JsonPath& at, T& value) {
    const bool fits = j.is_number_unsigned() ? std::in_range<T>(j.get<std::uint64_t>())
                                             : j.is_number_integer() && std::in_range<T>(j.get<std::int64_t>());
    if (!fits) reject(at, std::is_signed_v<T> ? "a whole number" : "a whole number from 0 up", j);
    value = j.get<T>();
  }
};
template <typename T>
struct Decode<std::vector<T>> {
  static void to(const nlohmann::json& j, const JsonPath& at, std::vector<T>& values) {
    if (!j.is_array()) reject(at, "an array", j);
    values.clear();
    values.reserve(j.size());
    for (std::size_t i = 0; i < j.size(); ++i) {
      T value{};
      decode(j[i], at / i, value);
      values.push_back(std::move(value));
    }
  }
};
template <>
struct Decode<std::array<double, 2>> {
  static void to(const nlohmann::json& j, const JsonPath& at, std::array<double, 2>& pair) {
    if (!j.is_array() || j.size() != 2) reject(at, "an array of two numbers", j);
    decode(j[0], at / std::size_t{0}, pair[0]);
    decode(j[1], at / std::size_t{1}, pair[1]);
  }
};
template <typename T>
struct Decode<std::map<std::string, T>> {
  static void to(const nlohmann::json& j, const JsonPath& at, std::map<std::string, T>& values) {
    if (!j.is_object()) reject(at, "an object", j);
    values.clear();
    for (const auto& [key, inner] : j.items()) decode(inner, at / std::string_view(key), values[key]);
  }
};

template <typename T>
void decode(const nlohmann::json& j, const JsonPath& at, T& value) {
  Decode<T>::to(j, at, value);
}

}  // namespace l2bench

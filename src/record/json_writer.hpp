#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "l2bench/words.hpp"

// Writing and reading JSON from one list of fields a struct. For a struct S there is one function
//   template <typename V> void fields(V& v, Is<S> auto& s) { v("name", s.name); ... }
// and both Writer and Reader walk it, so that what is written and what is read cannot differ.

namespace l2bench {

template <typename T, typename S>
concept Is = std::same_as<std::remove_const_t<T>, S>;

/// Samples are kept to the picosecond: finer than any timer here, and short in JSON.
inline double rounded_to_ps(double ns) {
  return std::round(ns * 1000.0) / 1000.0;
}

/// JSON is UTF-8 and nothing else; an argument or a driver's message may be anything. Bytes that are not become \xNN.
inline std::string json_text(const std::string& text) {
  return is_utf8(text) ? text : printable(text, std::string::npos);
}

class Writer;
template <typename T>
nlohmann::json encode(const T& value);

class Writer {
 public:
  template <typename T>
  void operator()(const char* key, const T& value) {
    object_[key] = encode(value);
  }
  /// A field that follows from others: written for the reader's sake, not read back.
  template <typename T>
  void derived(const char* key, const T& value) {
    object_[key] = encode(value);
  }
  /// A field that older records lack.
  template <typename T>
  void newer(const char* key, const T& value) {
    object_[key] = encode(value);
  }
  /// A key that is left out where its value is the default.
  template <typename T>
  void unless(const char* key, const T& value, const std::type_identity_t<T>& fallback) {
    if (!(value == fallback)) (*this)(key, value);
  }
  /// Empty text is an absent fact.
  void text_or_null(const char* key, const std::string& text) {
    object_[key] = text.empty() ? nlohmann::json() : nlohmann::json(json_text(text));
  }
  /// JSON has no infinity; null stands for it.
  void finite_or_null(const char* key, double value) {
    object_[key] = std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
  }
  void samples(const char* key, const std::vector<double>& samples_ns) {
    nlohmann::json array = nlohmann::json::array();
    for (const double ns : samples_ns) array.push_back(rounded_to_ps(ns));
    object_[key] = std::move(array);
  }
  /// An object of its own, or null if it is not `present`.
  template <typename Walk>
  void object(const char* key, bool present, const Walk& walk) {
    Writer inner;
    if (present) walk(inner);
    object_[key] = present ? std::move(inner.object_) : nlohmann::json();
  }
  nlohmann::json take() { return std::move(object_); }

 private:
  nlohmann::json object_ = nlohmann::json::object();
};

/// A type with a word table is written as its word: `word_table(T)` finds the table.
template <typename T>
concept HasWords = requires(T value) {
  word_table(value);
};
/// A type with its own text or JSON form: `to_leaf(value)` and `from_leaf(json, value)`.
template <typename T>
concept HasLeaf = requires(const T& value) {
  to_leaf(value);
};

template <typename T>
struct Encode {
  static nlohmann::json of(const T& value) {
    if constexpr (HasWords<T>) {
      return row_of(word_table(value), value).word;
    } else if constexpr (HasLeaf<T>) {
      return to_leaf(value);
    } else if constexpr (std::is_arithmetic_v<T>) {
      return value;
    } else if constexpr (std::same_as<T, std::string>) {
      return json_text(value);
    } else {
      Writer writer;
      fields(writer, value);
      return writer.take();
    }
  }
};
template <typename T>
struct Encode<std::optional<T>> {
  static nlohmann::json of(const std::optional<T>& value) { return value ? encode(*value) : nlohmann::json(); }
};
template <typename T>
struct Encode<std::vector<T>> {
  static nlohmann::json of(const std::vector<T>& values) {
    nlohmann::json array = nlohmann::json::array();
    for (const T& value : values) array.push_back(encode(value));
    return array;
  }
};
template <>
struct Encode<std::array<double, 2>> {
  static nlohmann::json of(const std::array<double, 2>& pair) { return {pair[0], pair[1]}; }
};
template <typename T>
struct Encode<std::map<std::string, T>> {
  static nlohmann::json of(const std::map<std::string, T>& values) {
    nlohmann::json object = nlohmann::json::object();
    for (const auto& [key, value] : values) object[key] = encode(value);
    return object;
  }
};

template <typename T>
nlohmann::json encode(const T& value) {
  return Encode<T>::of(value);
}

}  // namespace l2bench

#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "l2bench/error.hpp"
#include "l2bench/spec_io.hpp"
#include "spec/json_text.hpp"

namespace l2bench {

/// A value as the user gave it, and where: by a flag, or at a pointer in the file.
struct Given {
  nlohmann::json value;
  std::string flag;     ///< empty: from the file
  std::string pointer;  ///< used when `flag` is empty
};

/// What a parsed value came from, kept for checks that need several values.
template <typename T>
struct Written {
  T value;
  Given from;
};

/// All that the user gave, by key; a flag hides the file's value of its key. Every key is known and in its place.
class Givens {
 public:
  /// Throws UsageError for what is wrong with the file or the flags as such, whatever the values mean.
  explicit Givens(const SpecSource& source);

  /// Groups of the file; one that holds nothing if there are none.
  std::size_t groups() const { return group_pointers_.size(); }

  /// The value of a key that is no axis.
  std::optional<Given> find(std::string_view key) const;

  /// The file's value of a key and those of its flags, where one does not hide the other.
  std::vector<Given> find_all(std::string_view key) const;

  /// The values of an axis for a group: by flag, else the group's, else the top level's. Empty: not given.
  std::vector<Given> axis(std::string_view key, std::size_t group) const;

  /// parse(given.value); a UsageError from it is thrown on with the place in front.
  template <typename Parse>
  auto read(const Given& given, Parse parse) const {
    try {
      return parse(given.value);
    } catch (const UsageError& error) {
      reject(given, error.what());
    }
  }

  [[noreturn]] void reject(const Given& given, const std::string& reason) const;

  /// For what a group lacks: names the group, or the whole spec.
  [[noreturn]] void reject_group(std::size_t group, const std::string& reason) const;

 private:
  void read_file();
  void check_keys(const nlohmann::json& object, const std::string& pointer, bool in_group) const;
  void read_groups(const nlohmann::json& groups);
  std::vector<Given> list_at(const std::string& pointer) const;

  bool has_file_;
  JsonText text_;
  nlohmann::json file_ = nlohmann::json::object();
  std::vector<std::string> group_pointers_;
  std::map<std::string, std::vector<Given>, std::less<>> flags_;
};

/// The values of all flags by key: axes split at commas, numbers as numbers, tags as objects of one. Throws UsageError.
std::map<std::string, std::vector<Given>, std::less<>> read_flags(const std::vector<FlagValue>& flags);

}  // namespace l2bench

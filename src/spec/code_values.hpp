#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/own_code.hpp"
#include "spec/given.hpp"
#include "spec/values.hpp"

// How the objects kernel, plugin and callable are walked: every key once, unknown ones refused with the known ones.

namespace l2bench {

/// One object of a spec, of which every key must be asked for.
class CodeObject {
 public:
  /// Throws UsageError if it is no object.
  CodeObject(const Givens& givens, Given given, std::string_view example);

  /// parse(value) if the key is there.
  template <typename Parse>
  void find(std::string_view key, Parse parse) {
    known_.emplace_back(key);
    const auto value = given_.value.find(std::string(key));
    if (value == given_.value.end()) return;
    givens_.read(at(key), [&](const nlohmann::json& found) {
      parse(found);
      return 0;
    });
  }

  /// The same for a key that must be there.
  template <typename Parse>
  void need(std::string_view key, Parse parse) {
    if (!given_.value.contains(std::string(key))) givens_.reject(given_, fmt::format("it needs the key '{}'.", key));
    find(key, parse);
  }

  /// parse(object) for each item of a list of objects.
  void find_objects(std::string_view key, std::string_view example, const std::function<void(CodeObject&)>& parse);
  void find_object(std::string_view key, std::string_view example, const std::function<void(CodeObject&)>& parse);

  /// Throws UsageError for keys that nobody asked for.
  void finish() const;
  [[noreturn]] void reject(const std::string& reason) const { givens_.reject(given_, reason); }

 private:
  Given at(std::string_view key) const {
    return {given_.value.at(std::string(key)), given_.flag, pointer_to(given_.pointer, key)};
  }

  const Givens& givens_;
  Given given_;
  std::vector<std::string> known_;
};

/// A Amount: a whole number or a text. What is wrong with it shows when it is computed.
Amount amount_of(const nlohmann::json& value);

/// A path of a spec file: not empty, no control characters; relative to the spec's own folder.
std::string path_of(const nlohmann::json& value, const std::string& spec_path);

/// A list of texts.
std::vector<std::string> texts_of(const nlohmann::json& value, std::string_view example);

/// FILE and NAME of "FILE:NAME", where FILE ends with .cu, .ptx or .cubin. Throws UsageError.
struct FileAndName {
  std::string file;
  std::string name;
};
FileAndName file_and_name(std::string_view text);

/// Throws UsageError unless `file` ends with .cu, .ptx or .cubin.
void check_kernel_file(const std::string& file);

}  // namespace l2bench

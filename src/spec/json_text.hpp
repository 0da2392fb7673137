#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace l2bench {

/// The text of a JSON file with a name for messages. The JSON library keeps no positions, so they are found again in
/// the text when a message needs one.
class JsonText {
 public:
  JsonText(std::string_view path, std::string_view text);

  /// Throws UsageError with line and column: too long, no JSON, too deep, a key written twice.
  nlohmann::json parse() const;

  /// "path:line:column: /pointer: " of a value, or of its key.
  enum class Part { value, key };
  std::string where(const std::string& pointer, Part part = Part::value) const;

 private:
  [[noreturn]] void reject(std::size_t offset, const std::string& reason) const;
  std::string position(std::size_t offset) const;

  std::string path_;
  std::string_view text_;
};

/// `pointer` with one more key or index, escaped as RFC 6901 says.
std::string pointer_to(const std::string& pointer, std::string_view key);

}  // namespace l2bench

#include "app/read_record.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/resume.hpp"
#include "l2bench/error.hpp"

namespace l2bench {

std::string read_text(const std::string& path, std::string_view what) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::vector<char> part(1 << 20);
  while (text.size() <= record_limits.bytes &&
         (file.read(part.data(), static_cast<std::streamsize>(part.size())) || file.gcount() > 0)) {
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (text.size() > record_limits.bytes) {
    throw UsageError(
        fmt::format("The {} '{}' has more than {} bytes, which is all that is read.", what, path, record_limits.bytes));
  }
  if (file.bad() || !file.eof()) {
    throw UsageError(fmt::format("The {} '{}' cannot be read: {}.", what, path, std::strerror(errno)));
  }
  return text;
}

nlohmann::json read_json(const std::string& path, std::string_view what) {
  const std::string text = read_text(path, what);
  try {
    return parse_limited(text, record_limits);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: not a {}: {}.", path, what, error.what()));
  }
}

Record read_record(const std::string& path) {
  if (path.ends_with(journal_suffix)) {
    Record record = record_of(read_journal(path));
    judge(record);
    return record;
  }
  const nlohmann::json j = read_json(path, "record");
  try {
    return record_from_json(j);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: not a record that l2bench can read: {}.", path, error.what()));
  }
}

}  // namespace l2bench

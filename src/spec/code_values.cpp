#include "spec/code_values.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "l2bench/words.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 3> kernel_files{".cu", ".ptx", ".cubin"};
constexpr std::size_t most_path_bytes = 4096;

bool has_control_characters(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace

CodeObject::CodeObject(const Givens& givens, Given given, std::string_view example)
    : givens_(givens), given_(std::move(given)) {
  if (!given_.value.is_object()) givens_.reject(given_, fmt::format("it must be an object, such as {}.", example));
}

void CodeObject::find_objects(std::string_view key, std::string_view example,
                              const std::function<void(CodeObject&)>& parse) {
  find(key, [&](const json& list) {
    if (!list.is_array()) throw UsageError(fmt::format("it must be a list of objects such as {}.", example));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string pointer = pointer_to(pointer_to(given_.pointer, key), std::to_string(i));
      CodeObject object(givens_, {list[i], given_.flag, pointer}, example);
      parse(object);
      object.finish();
    }
  });
}

void CodeObject::find_object(std::string_view key, std::string_view example,
                             const std::function<void(CodeObject&)>& parse) {
  known_.emplace_back(key);
  if (!given_.value.contains(std::string(key))) return;
  CodeObject object(givens_, at(key), example);
  parse(object);
  object.finish();
}

void CodeObject::finish() const {
  for (const auto& [key, value] : given_.value.items()) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    const std::vector<std::string_view> known(known_.begin(), known_.end());
    givens_.reject(given_, fmt::format("unknown key {}{}. Known: {}.", in_quotes(key), suggestion(key, known),
                                       fmt::join(known, " ")));
  }
}

Amount amount_of(const json& value) {
  if (value.is_number_unsigned()) return value.dump();
  const std::string text = text_of(value, "N*K");
  if (text.empty() || text.size() > 200)
    throw UsageError(fmt::format("{} is not a number such as N*K.", in_quotes(text)));
  return text;
}

std::string path_of(const json& value, const std::string& spec_path) {
  const std::string text = text_of(value, "gemv.cu");
  if (text.empty() || text.size() > most_path_bytes || has_control_characters(text)) {
    throw UsageError(
        fmt::format("{} is not a path: it is empty, too long or holds control characters.", in_quotes(text)));
  }
  const std::filesystem::path path(text);
  if (path.is_absolute() || spec_path.empty()) return text;
  return (std::filesystem::path(spec_path).parent_path() / path).lexically_normal().string();
}

std::vector<std::string> texts_of(const json& value, std::string_view example) {
  if (!value.is_array()) throw UsageError(fmt::format("it must be a list of texts such as [\"{}\"].", example));
  std::vector<std::string> texts;
  for (const json& item : value) {
    texts.push_back(text_of(item, example));
    if (has_control_characters(texts.back())) {
      throw UsageError(fmt::format("{} holds control characters.", in_quotes(texts.back())));
    }
  }
  return texts;
}

FileAndName file_and_name(std::string_view text) {
  for (const std::string_view ending : kernel_files) {
    const std::size_t at = text.rfind(std::string(ending) + ':');
    if (at == std::string_view::npos || at == 0) continue;
    const std::size_t colon = at + ending.size();
    if (colon + 1 == text.size()) break;
    return {path_of(std::string(text.substr(0, colon)), ""), std::string(text.substr(colon + 1))};
  }
  throw UsageError(fmt::format("{} is not FILE:NAME, where FILE ends with {}, such as gemv.cu:gemv.", in_quotes(text),
                               fmt::join(kernel_files, ", ")));
}

void check_kernel_file(const std::string& file) {
  if (std::any_of(kernel_files.begin(), kernel_files.end(),
                  [&](std::string_view end) { return file.ends_with(end); })) {
    return;
  }
  throw UsageError(
      fmt::format("{} is not a kernel's file: it must end with {}.", in_quotes(file), fmt::join(kernel_files, ", ")));
}

}  // namespace l2bench

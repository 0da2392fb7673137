#include "spec/given.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "l2bench/number.hpp"
#include "l2bench/words.hpp"
#include "spec/values.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

/// " (did you mean 'prep'?)": for the name of a flag the key that it fills, else the closest key.
std::string key_suggestion(std::string_view key, bool in_group) {
  std::vector<std::string_view> keys;
  for (const SpecKey& row : spec_key_table) {
    if (in_group && !row.axis) continue;
    const std::vector<std::string_view> flags = split(row.flags, ',');
    const auto same = [&](std::string_view flag) { return flag.size() > 2 && flag.substr(2) == key; };
    if (std::any_of(flags.begin(), flags.end(), same)) return fmt::format(" (did you mean '{}'?)", row.key);
    keys.push_back(row.key);
  }
  return suggestion(key, keys);
}

std::string known_keys(bool in_group) {
  std::string text;
  std::string_view last;
  for (const SpecKey& row : spec_key_table) {
    if ((in_group && !row.axis) || row.key == last) continue;
    text += fmt::format("{}{}", text.empty() ? "" : " ", row.key);
    last = row.key;
  }
  return text;
}

}  // namespace

Givens::Givens(const SpecSource& source)
    : has_file_(!source.path.empty() || !source.text.empty()),
      text_(source.path, source.text),
      group_pointers_{""},
      flags_(read_flags(source.flags)) {
  if (has_file_) read_file();
}

void Givens::read_file() {
  file_ = text_.parse();
  if (!file_.is_object()) {
    throw UsageError(text_.where("") +
                     fmt::format("a spec is an object {{...}}; the type here is {}.", file_.type_name()));
  }
  check_keys(file_, "", false);
  if (const auto groups = file_.find("groups"); groups != file_.end()) read_groups(*groups);
}

void Givens::check_keys(const json& object, const std::string& pointer, bool in_group) const {
  for (const auto& [key, value] : object.items()) {
    const SpecKey* row = find_spec_key(key);
    if (key == ignored_key && !in_group) continue;
    if (row != nullptr && (row->axis || !in_group)) continue;
    const std::string place = text_.where(pointer_to(pointer, key), JsonText::Part::key);
    if (row != nullptr) {
      throw UsageError(place + fmt::format("'{}' is one for all groups. Write it beside 'groups'.", key));
    }
    throw UsageError(place + fmt::format("unknown key {}{}. Known{}: {}.", in_quotes(key),
                                         key_suggestion(key, in_group), in_group ? " in a group" : "",
                                         known_keys(in_group)));
  }
}

void Givens::read_groups(const json& groups) {
  if (!groups.is_array() || groups.empty()) {
    throw UsageError(text_.where("/groups") + "it must be a list of at least one group {...}.");
  }
  group_pointers_.clear();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::string pointer = pointer_to("/groups", std::to_string(i));
    if (!groups[i].is_object()) {
      throw UsageError(text_.where(pointer) +
                       fmt::format("a group is an object {{...}}; the type here is {}.", groups[i].type_name()));
    }
    check_keys(groups[i], pointer, true);
    group_pointers_.push_back(pointer);
  }
}

std::optional<Given> Givens::find(std::string_view key) const {
  if (const auto flag = flags_.find(key); flag != flags_.end()) return flag->second.front();
  const auto value = file_.find(key);
  if (value == file_.end()) return std::nullopt;
  return Given{*value, "", pointer_to("", key)};
}

std::vector<Given> Givens::find_all(std::string_view key) const {
  std::vector<Given> all;
  if (const auto value = file_.find(key); value != file_.end()) all.push_back({*value, "", pointer_to("", key)});
  if (const auto flag = flags_.find(key); flag != flags_.end()) {
    all.insert(all.end(), flag->second.begin(), flag->second.end());
  }
  return all;
}

std::vector<Given> Givens::axis(std::string_view key, std::size_t group) const {
  if (const auto flag = flags_.find(key); flag != flags_.end()) return flag->second;
  for (const std::string& owner : {group_pointers_[group], std::string()}) {
    const std::string pointer = pointer_to(owner, key);
    if (file_.contains(json::json_pointer(pointer))) return list_at(pointer);
  }
  return {};
}

std::vector<Given> Givens::list_at(const std::string& pointer) const {
  const json& value = file_.at(json::json_pointer(pointer));
  if (!value.is_array()) return {{value, "", pointer}};
  if (value.empty()) throw UsageError(text_.where(pointer) + "the list is empty. Leave the key out, or list a value.");
  std::vector<Given> items;
  for (std::size_t i = 0; i < value.size(); ++i)
    items.push_back({value[i], "", pointer_to(pointer, std::to_string(i))});
  return items;
}

void Givens::reject(const Given& given, const std::string& reason) const {
  throw UsageError((given.flag.empty() ? text_.where(given.pointer) : given.flag + ": ") + reason);
}

void Givens::reject_group(std::size_t group, const std::string& reason) const {
  const std::string& pointer = group_pointers_[group];
  throw UsageError((has_file_ ? text_.where(pointer) : "") + reason);
}

}  // namespace l2bench

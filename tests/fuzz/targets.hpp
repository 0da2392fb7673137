#pragma once

#include <array>
#include <string_view>

// What is fuzzed: every reader of text that a stranger may have written. A target throws nothing but what is wrong in
// l2bench itself: an Error, which every reader may throw, is caught inside it.

namespace l2bench::fuzz {

void read_spec(std::string_view text);
void read_prep(std::string_view text);
void read_size(std::string_view text);
void read_record(std::string_view text);
void read_card(std::string_view text);

struct Target {
  void (*value)(std::string_view text);
  std::string_view word;
  std::string_view help;
};
inline constexpr std::array<Target, 5> target_table{{
    {read_spec, "spec", "a spec file"},
    {read_prep, "prep", "the step grammar, placed on a device"},
    {read_size, "size", "sizes, ranges, shapes, whole numbers"},
    {read_record, "record", "a record, judged and rendered in every format"},
    {read_card, "card", "a card of the model"},
}};

}  // namespace l2bench::fuzz

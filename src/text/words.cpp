#include "l2bench/words.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace l2bench {
namespace {

// Longer texts are no slips of the hand, and the distance costs the product of both lengths.
constexpr std::size_t longest_word = 64;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`; upper and lower case are equal.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + substitution});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

/// A slip changes a third of the word at most, but one letter of a short word too.
std::size_t largest_slip(std::size_t length) {
  return std::max<std::size_t>(1, length / 3);
}

}  // namespace

std::optional<std::string> did_you_mean(std::string_view text, std::span<const std::string_view> candidates) {
  if (text.size() > longest_word) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_cost = 0;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > longest_word) continue;
    const std::size_t length = std::max(text.size(), candidate.size());
    const std::size_t distance = edit_distance(text, candidate);
    if (distance > largest_slip(length) || distance >= length) continue;
    // Of equally close words, one that was only cut short is likelier than one with a wrong letter.
    const std::size_t cost = 2 * distance + (candidate.starts_with(text) ? 0 : 1);
    if (!best || cost < best_cost) {
      best = std::string(candidate);
      best_cost = cost;
    }
  }
  return best;
}

std::string suggestion(std::string_view text, std::span<const std::string_view> candidates) {
  const std::optional<std::string> word = did_you_mean(text, candidates);
  return word ? " (did you mean '" + *word + "'?)" : "";
}

}  // namespace l2bench

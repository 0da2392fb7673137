#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "l2bench/record.hpp"

namespace l2bench {

/// A case in a panel, by the words that tell it from its neighbours.
struct Series {
  std::size_t index = 0;  ///< of the case in its record
  std::string label;      ///< "read:256MiB", with the status of a case that is not ok
};

/// Cases that may be drawn over each other: one call and timer, and one launch where a prep was launched both ways.
struct Panel {
  std::string title;
  std::vector<Series> series;
};

/// Panels of all cases that have samples.
std::vector<Panel> panels_of(const Record& record);

/// The labels of all panels, each once: the same prep has the same colour in every figure.
std::vector<std::string> labels_of(const std::vector<Panel>& panels);

/// A page with hundreds of panels helps nobody; the tables hold all cases.
inline constexpr std::size_t most_panels = 12;

/// The titles of the first `drawn` of `panels`.
template <typename P>
std::vector<std::string> titles_of(const std::vector<P>& panels, std::size_t drawn, std::string P::*title) {
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < drawn; ++i) titles.push_back(panels[i].*title);
  return titles;
}

/// " Only the first 12 of 30 panels are drawn; the table holds all." or "".
std::string panels_left_out(std::size_t panels);

}  // namespace l2bench

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "l2bench/record.hpp"
#include "l2bench/spec.hpp"

namespace l2bench {

/// What a person sees while a run goes on, on standard error: one line that is overwritten on a terminal, a line a
/// round elsewhere, nothing with --quiet.
class Progress {
 public:
  enum class Style { none, lines, terminal };
  Progress(const Spec& spec, Style style);

  void take(int replicate, const Message& message);
  /// Clears the line that is being overwritten.
  void finish();

 private:
  void show(const std::string& text, bool whole_line);
  std::string time_to_go() const;

  const Spec& spec_;
  Style style_;
  std::size_t blocks_done_ = 0;
  std::size_t blocks_in_all_;
  double first_block_s_ = 0;
};

/// Terminal where standard error is one, lines elsewhere.
Progress::Style progress_style(bool quiet);

}  // namespace l2bench

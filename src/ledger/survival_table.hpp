#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "l2bench/ledger.hpp"

namespace l2bench {

/// s(B, p): the share of a block of B bytes that is left in L2 after p bytes of other traffic, from the survival by
/// DRAM bytes of records; of several orders of reading a block, the first record's first. Between measured points on
/// straight lines; outside of them, the notes say what was taken.
class SurvivalTable {
 public:
  /// Blocks left by the step `left_by`. Throws UsageError naming the run to make if there is no curve.
  SurvivalTable(const std::vector<NamedRecord>& records, const std::string& left_by, double l2_bytes);

  struct Reading {
    double share = 0;
    std::vector<std::string> cases;  ///< "record.json: case"
    std::vector<std::string> notes;
  };
  /// `most` takes the counts and the order of reading that left the most, and for blocks larger than any measured as
  /// much as L2 holds.
  Reading at(double block_bytes, double between_bytes, bool polluter_writes, bool most) const;

 private:
  struct Left {
    double share = 0;
    double most = 0;
    std::string label;          ///< of `share`
    std::string label_of_most;  ///< of `most`
    bool has_empty = false;     ///< the reads of a consumer of nothing are taken off
    double of(bool most_of_them) const { return most_of_them ? most : share; }
    void tell(bool most_of_them, Reading& reading) const;
  };
  using Curve = std::map<double, Left>;  ///< by the polluter's bytes
  /// Where there is an entry, its share stays, that of the first record and config; its most becomes the larger one.
  static void put(std::map<double, Left>& entries, double at, const Left& left);
  double at_once(double block_bytes, bool most, Reading& reading) const;
  double fall(double block_bytes, double between_bytes, bool writes, bool most, Reading& reading) const;

  double l2_bytes_;
  std::map<double, Left> at_once_;                      ///< with nothing in between, by the block's bytes
  std::array<std::map<double, Curve>, 2> by_polluter_;  ///< reads, writes; by the block's bytes
};

}  // namespace l2bench

#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace l2bench {

/// Text of users, drivers and devices, for an element's content or a quoted attribute.
std::string html_text(std::string_view text);

/// `j` for a <script type="application/json">: nothing in it can end that element or open a comment.
std::string script_json(const nlohmann::json& j);

/// Plain texts, not yet escaped.
struct Table {
  struct Column {
    std::string title;
    bool is_number = false;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  ///< a text a column
};

/// Folded away, but for short tables. `summary` stands where it is opened.
std::string html_table(const Table& table, std::string_view summary);

}  // namespace l2bench

#pragma once

#include <string>
#include <string_view>

namespace l2bench {

/// A whole page around `articles`, which are HTML: its policy, style and scripts. `kind` heads the page, `title` is the
/// window's.
std::string page_of(std::string_view kind, std::string_view title, std::string_view articles);

}  // namespace l2bench

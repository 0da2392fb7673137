#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace l2bench {

using XmlAttributes = std::vector<std::pair<std::string_view, std::string>>;

/// `<name a="1"/>`, or with `content`, which is XML already.
std::string xml_element(std::string_view name, const XmlAttributes& attributes, const std::string& content = "");

/// Text with the five special characters as entities; what XML 1.0 cannot hold becomes '?'.
std::string xml_text(std::string_view text);

}  // namespace l2bench

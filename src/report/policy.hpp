#pragma once

#include <string>
#include <string_view>

namespace l2bench {

/// What the page may do: run and apply the files built into this program, told by their hashes, and nothing else.
std::string content_security_policy();

/// Base64 of bytes that are written in hexadecimal, two digits each.
std::string base64_of_hex(std::string_view hex);

}  // namespace l2bench

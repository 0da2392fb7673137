#pragma once

#include <string>
#include <string_view>

namespace l2bench {

/// SHA-256 in 64 hex digits, as sha256sum prints it. By libmd: a hash that anyone can check and nobody can steer, which
/// the hashes of the standard library are not.
std::string sha256(std::string_view bytes);

}  // namespace l2bench

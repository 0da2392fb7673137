#pragma once

#include <string>

namespace l2bench {

/// Compares `text` with tests/golden/<name>. With UPDATE_GOLDEN=1 in the environment it writes the file instead: look
/// at the difference before you commit it.
void expect_golden(const std::string& name, const std::string& text);

}  // namespace l2bench

#include "golden/golden.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace l2bench {

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(L2BENCH_SOURCE_DIR) + "/tests/golden/" + name;
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << "There is no " << path << ". Make it with UPDATE_GOLDEN=1.";
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(text, golden.str()) << "If this is meant, renew " << path << " with UPDATE_GOLDEN=1.";
}

}  // namespace l2bench

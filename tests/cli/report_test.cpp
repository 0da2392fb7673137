#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "l2bench/record.hpp"
#include "support/made_up_record.hpp"

namespace l2bench::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Report : public ::testing::Test {
 protected:
  Folder folder_;
  std::string record_ = folder_.write("record.json", to_json(made_up::record_of({{}}, 1)).dump());
};

TEST_F(Report, WritesOnePage) {
  const Ended ended = run({"report", record_, "-o", folder_.file("page.html")});
  EXPECT_EQ(ended.exit, 0) << ended.err;
  EXPECT_THAT(read_file(folder_.file("page.html")), StartsWith("<!DOCTYPE html>"));
}

TEST_F(Report, ReplacesAFileOnlyWhenForced) {
  const std::string page = folder_.write("page.html", "mine");
  const Ended refused = run({"report", record_, "-o", page});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("the file exists. Add --force to replace it, or name another."));
  EXPECT_EQ(read_file(page), "mine");
  EXPECT_EQ(run({"report", record_, "-o", page, "--force"}).exit, 0);
}

TEST_F(Report, NamesTheFileThatIsNoRecord) {
  const std::string broken = folder_.write("broken.json", "{}");
  const Ended ended = run({"report", broken, "-o", folder_.file("page.html")});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("broken.json: not a record that l2bench can read"));
}

}  // namespace
}  // namespace l2bench::cli

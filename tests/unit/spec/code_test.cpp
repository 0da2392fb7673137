#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers.hpp"

namespace l2bench {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const AmountNames wide{4096, 1024, 4};

std::string amount_error(const Amount& amount, const AmountNames& names = wide) {
  return usage_error([&] { evaluate(amount, names); });
}

TEST(AmountText, IsComputedFromLeftToRightAndRoundsUp) {
  EXPECT_EQ(evaluate("7", wide), 7U);
  EXPECT_EQ(evaluate("N*K*2", wide), 4096U * 1024U * 2U);
  EXPECT_EQ(evaluate("N/1000", wide), 5U);
  EXPECT_EQ(evaluate("N/1000*rows", wide), 20U);
  EXPECT_EQ(evaluate("9007199254740992", wide), std::uint64_t{1} << 53);
}

TEST(AmountText, SaysWhatItIsNot) {
  for (const char* text : {"", "N*", "*N", "n", "N+1", "-1", "1.5", "N**K", "0x10"}) {
    EXPECT_THAT(amount_error(text), HasSubstr("is not a whole number")) << text;
  }
  EXPECT_THAT(amount_error("N/0"), HasSubstr("divides by 0"));
  EXPECT_THAT(amount_error("9007199254740992*2"), HasSubstr("above 2^53"));
  EXPECT_THAT(amount_error("N*2", {}), AllOf(HasSubstr("'N*2' needs a shape"), HasSubstr("--shape")));
}

const std::string gemv = R"("kernel": {"file": "gemv.cu", "name": "gemv", "args": ["W", "x", "y", {"i32": "N"}, null],
  "grid": "N/8", "block": [32, 8], "buffers": [
    {"name": "W", "type": "bf16", "size": "N*K", "role": "weight"},
    {"name": "x", "type": "bf16", "size": "K", "role": "input"},
    {"name": "y", "type": "fp32", "size": "N", "role": "output"}])";

std::string code_spec(const std::string& kernel, const std::string& rest = R"(, "shape": "64x32")") {
  return "{" + kernel + "}" + rest + "}";
}

TEST(KernelSpec, MakesKernelTheWorkload) {
  const Spec spec = parse_file(code_spec(gemv));
  EXPECT_THAT(case_texts(spec), ElementsAre("kernel/64x32/m1/own/read/event/stream"));
  ASSERT_TRUE(spec.code.kernel);
  EXPECT_EQ(spec.code.kernel->call.file, "gemv.cu");
  EXPECT_EQ(spec.code.kernel->call.grid[0], "N/8");
  const KernelBytes bytes = bytes_of(*spec.code.kernel, {64, 32, 1});
  EXPECT_EQ(bytes.weight, 64U * 32U * 2U);
  EXPECT_EQ(bytes.read, 64U * 32U * 2U + 32U * 2U);
  EXPECT_EQ(bytes.write, 64U * 4U);
}

TEST(KernelSpec, IsReadBackToTheSameSpec) {
  const std::string more = gemv + R"(, "options": ["--use_fast_math"], "include": ["inc"], "read_bytes": "N*K",
    "reference": {"name": "slow", "args": ["W", {"f32": -0.5}], "grid": 1, "block": 32}, "tolerance": 0.01)";
  const Spec spec = parse_file(code_spec(more));
  EXPECT_EQ(parse_spec({.path = "", .text = to_json(spec).dump(), .flags = {}}).code, spec.code);
}

TEST(KernelSpec, MayStandBesideOtherWorkloads) {
  const Spec spec = parse_file(code_spec(gemv, R"(, "shape": "64x32", "workload": ["kernel", "cublas"])"));
  EXPECT_EQ(spec.cases.size(), 2U);
}

TEST(KernelSpec, FlagNamesAnotherFileAndKernel) {
  const Spec spec = parse_file(code_spec(gemv), {{"--kernel", "/tmp/other.cubin:space::gemv<4>"}});
  EXPECT_EQ(spec.code.kernel->call.file, "/tmp/other.cubin");
  EXPECT_EQ(spec.code.kernel->call.name, "space::gemv<4>");
}

TEST(KernelSpec, FlagAloneSaysThatADescriptionIsNeeded) {
  EXPECT_THAT(flags_error({{"--kernel", "gemv.cu:gemv"}}), AllOf(HasSubstr("--kernel"), HasSubstr("'kernel' object")));
}

TEST(KernelSpec, FilesLieBesideTheSpec) {
  const Spec spec = parse_spec({.path = "some/folder/s.json", .text = code_spec(gemv), .flags = {}});
  EXPECT_EQ(spec.code.kernel->call.file, "some/folder/gemv.cu");
}

struct WrongKernel {
  const char* from;
  const char* to;
  const char* says;
};

TEST(KernelSpec, NamesWhatIsWrong) {
  for (const WrongKernel& wrong :
       {WrongKernel{"gemv.cu", "gemv.so", "must end with .cu, .ptx, .cubin"},
        WrongKernel{"\"gemv.cu\"", "\"\"", "is not a path"},
        WrongKernel{"\"gemv.cu\"", "\"a\\nb.cu\"", "is not a path"},
        WrongKernel{"\"name\": \"gemv\"", "\"name\": \"\"", "is not a kernel's name"},
        WrongKernel{"\"x\", \"y\"", "\"x\", \"z\"", "'z' of 'gemv' names no buffer"},
        WrongKernel{"\"i32\"", "\"i23\"", "did you mean 'i32'?"},
        WrongKernel{"\"grid\": \"N/8\",", "", "needs the key 'grid'"},
        WrongKernel{"\"N/8\"", "\"M/8\"", "'M/8' is not a whole number"},
        WrongKernel{"[32, 8]", "[32, 8, 1, 1]", "one to three sizes"},
        WrongKernel{"[32, 8]", "[32, 0]", "a grid or block of 0"},
        WrongKernel{"\"role\": \"weight\"", "\"role\": \"wheight\"", "did you mean 'weight'?"},
        WrongKernel{"\"grid\"", "\"gird\": 1, \"grid\"", "did you mean 'grid'?"},
        WrongKernel{"\"name\": \"x\"", "\"name\": \"W\"", "two buffers are named 'W'"}}) {
    std::string text = code_spec(gemv);
    const std::size_t at = text.find(wrong.from);
    ASSERT_NE(at, std::string::npos) << wrong.from;
    text.replace(at, std::string(wrong.from).size(), wrong.to);
    EXPECT_THAT(file_error(text), HasSubstr(wrong.says)) << wrong.to;
  }
}

TEST(KernelSpec, ScalarsAreLiteralsOfTheirKindOrAmounts) {
  const auto error_with = [](const std::string& scalar) {
    std::string text = code_spec(gemv);
    const std::string from = R"({"i32": "N"})";
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return file_error(text.replace(at, from.size(), scalar));
  };
  for (const char* wrong : {R"({"f32": "+1.5"})", R"({"f32": "1-2"})", R"({"i32": "-"})", R"({"i32": "1.5"})",
                            R"({"i32": "1e3"})", R"({"f32": "1.2.3"})"}) {
    EXPECT_THAT(error_with(wrong), HasSubstr("number")) << wrong;
  }
  for (const char* right : {R"({"f32": ".5"})", R"({"f32": "1."})", R"({"i32": "007"})", R"({"i32": "-7"})",
                            R"({"u64": 18446744073709551615})", R"({"f64": -1e-3})", R"({"i64": "N*K"})"}) {
    EXPECT_EQ(error_with(right), "accepted") << right;
  }
}

TEST(KernelSpec, WritesAScalarThatIsNoJsonNumberAsText) {
  std::string text = code_spec(gemv);
  const std::string from = R"({"i32": "N"})";
  const Spec spec = parse_file(text.replace(text.find(from), from.size(), R"({"i32": "007"})"));
  EXPECT_EQ(parse_spec({.path = "", .text = to_json(spec).dump(), .flags = {}}).code, spec.code);
}

TEST(KernelSpec, ExpectedValuesNeedFixedData) {
  EXPECT_THAT(file_error(code_spec(gemv + R"(, "expected": {"y": "y.bin"})")), HasSubstr("'W' is filled at random"));
  EXPECT_THAT(file_error(code_spec(gemv + R"(, "expected": {"x": "y.bin"})")), HasSubstr("no output buffer"));
}

TEST(CodeSpec, WorkloadsNeedTheirCode) {
  for (const char* workload : {"kernel", "plugin", "callable"}) {
    EXPECT_THAT(flags_error({{"--workload", workload}}), HasSubstr("needs its code")) << workload;
  }
  EXPECT_THAT(flags_error({{"--workload", "cublas"}}), HasSubstr("No shape was given"));
}

TEST(CodeSpec, NeedsNoShape) {
  const Spec spec = parse_file(R"({"callable": {"name": "mine"}})");
  EXPECT_THAT(case_texts(spec), ElementsAre("callable/-/m1/own/read/event/stream"));
  EXPECT_EQ(parse_spec({.path = "", .text = to_json(spec).dump(), .flags = {}}).cases, spec.cases);
}

TEST(CodeSpec, ItsDataIsKnownOnlyWhereItIsDescribed) {
  const auto with = [](const std::string& rest) { return code_spec(gemv, R"(, "shape": "64x32", )" + rest); };
  EXPECT_EQ(file_error(with(R"("protect": "input", "prep": "read+produce", "steal": "25%")")), "accepted");
  const std::string plugin = R"({"plugin": {"file": "p.so"}, )";
  EXPECT_THAT(file_error(plugin + R"("protect": "input"})"), HasSubstr("does not know which of the data of 'plugin'"));
  EXPECT_THAT(file_error(plugin + R"("prep": "read+produce"})"), HasSubstr("does not know the input of 'plugin'"));
  EXPECT_EQ(file_error(plugin + R"("prep": "read+touch", "steal": "25%"})"), "accepted");
  const std::string callable = R"({"callable": {"name": "mine"}, )";
  EXPECT_THAT(file_error(callable + R"("prep": "touch"})"), HasSubstr("does not know the data of a callable"));
  EXPECT_THAT(file_error(callable + R"("steal": "25%"})"), HasSubstr("waits for the stealer"));
}

TEST(CodeSpec, AnInputMustBeOneAndNotFromAFile) {
  const auto kernel = [](const std::string& of_x) {
    std::string text = gemv;
    const std::string role = R"("size": "K", "role": "input")";
    return text.replace(text.find(role), role.size(), of_x);
  };
  const std::string conditions = R"(, "shape": "64x32", "prep": "read+produce")";
  EXPECT_THAT(file_error(code_spec(kernel(R"("size": "K", "role": "weight")"), conditions)),
              HasSubstr("no buffer of the role input"));
  EXPECT_THAT(file_error(code_spec(kernel(R"("size": "K", "role": "input", "fill_file": "x.bin")"), conditions)),
              HasSubstr("'x' is filled from a file"));
  EXPECT_THAT(
      file_error(code_spec(kernel(R"("size": "K", "role": "weight")"), R"(, "shape": "64x32", "protect": "input")")),
      HasSubstr("one buffer of the role input; this kernel has 0"));
}

std::string refusal(const std::string& text, const Flags& flags = {}) {
  return usage_error(
      [&] { parse_spec({.path = "s.json", .text = text, .flags = flag_values(flags), .code_by_flag_only = true}); });
}

// A spec from somebody else must not choose what runs.
TEST(CodeSafety, ASpecAloneRunsNothing) {
  EXPECT_THAT(refusal(code_spec(gemv)), AllOf(HasSubstr("'gemv.cu'"), HasSubstr("--allow-code")));
  EXPECT_THAT(refusal(R"({"plugin": {"file": "evil.so"}})"), AllOf(HasSubstr("'evil.so'"), HasSubstr("--plugin")));
}

TEST(CodeSafety, TheCommandLineAllowsWhatItNames) {
  EXPECT_EQ(refusal(code_spec(gemv), {{"--kernel", "gemv.cu:gemv"}}), "accepted");
  EXPECT_EQ(refusal(R"({"plugin": {"file": "evil.so"}})", {{"--plugin", "mine.so"}}), "accepted");
}

TEST(CodeSafety, AReferenceInAnotherFileIsCodeToo) {
  const std::string other =
      gemv + R"(, "reference": {"file": "ref.cu", "name": "r", "args": [], "grid": 1, "block": 1})";
  EXPECT_THAT(refusal(code_spec(other), {{"--kernel", "gemv.cu:gemv"}}),
              AllOf(HasSubstr("'ref.cu'"), HasSubstr("If you know it, add --allow-code.")));
  const std::string same = gemv + R"(, "reference": {"name": "r", "args": [], "grid": 1, "block": 1})";
  EXPECT_EQ(refusal(code_spec(same), {{"--kernel", "gemv.cu:gemv"}}), "accepted");
}

TEST(CodeSafety, TheCommandThatRepeatsACaseIsOneWordForAShell) {
  Spec spec = parse_file(code_spec(gemv));
  spec.code.kernel->call.file = "it's $(touch x).cu";
  const std::string command = reproduce_command(spec.cases.front(), {}, spec);
  EXPECT_THAT(command, HasSubstr(R"(l2bench run SPEC.json --kernel 'it'\''s $(touch x).cu:gemv' --device)"));
  EXPECT_EQ(reproduce_command({.workload = "callable"}, {}, spec), "") << "only its own process can";
}

}  // namespace
}  // namespace l2bench

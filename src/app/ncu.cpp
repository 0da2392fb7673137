#include "app/ncu.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

constexpr const char* metrics = "dram__bytes_read.sum,dram__bytes_write.sum,gpu__time_duration.sum";

std::string shell_quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string run_shell(const std::string& command, int& status) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), [](FILE*) { return 0; });
  if (!pipe) throw MachineError("Running ncu: popen failed.");
  std::string output;
  std::array<char, 65536> bytes;
  while (const std::size_t got = fread(bytes.data(), 1, bytes.size(), pipe.get())) output.append(bytes.data(), got);
  status = pclose(pipe.get());
  return output;
}

/// RFC 4180, with the line breaks inside quotes that no number has.
std::vector<std::string> csv_cells(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  return cells;
}

struct Unit {
  std::string_view word;
  double factor;
};
constexpr std::array<Unit, 10> units{{{"byte", 1},
                                      {"Kbyte", 1e3},
                                      {"Mbyte", 1e6},
                                      {"Gbyte", 1e9},
                                      {"ns", 1},
                                      {"nsecond", 1},
                                      {"us", 1e3},
                                      {"usecond", 1e3},
                                      {"ms", 1e6},
                                      {"msecond", 1e6}}};

/// "33,562.62" of unit "Kbyte" as bytes.
double in_base_unit(std::string text, const std::string& unit) {
  std::erase(text, ',');
  for (const Unit& row : units) {
    if (row.word == unit) return std::strtod(text.c_str(), nullptr) * row.factor;
  }
  throw MachineError(fmt::format("ncu gave a value in '{}', a unit that l2bench does not know.", unit));
}

std::size_t column_of(const std::vector<std::string>& headings, const std::string& name) {
  const auto found = std::find(headings.begin(), headings.end(), name);
  if (found == headings.end()) throw MachineError(fmt::format("ncu's output has no column '{}'.", name));
  return static_cast<std::size_t>(found - headings.begin());
}

}  // namespace

std::string find_ncu() {
  int status = 0;
  std::string path = run_shell("command -v ncu 2>/dev/null", status);
  path.erase(std::find(path.begin(), path.end(), '\n'), path.end());
  if (!path.empty()) return path;
  std::error_code none;
  for (const auto& folder : std::filesystem::directory_iterator("/opt/nvidia/nsight-compute", none)) {
    const std::string candidate = (folder.path() / "ncu").string();
    if (access(candidate.c_str(), X_OK) == 0) path = std::max(path, candidate);
  }
  return path;
}

std::vector<NcuKernel> parse_ncu_csv(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string line;
  while (std::getline(lines, line) && !line.starts_with("\"ID\"")) {
  }
  const std::vector<std::string> headings = csv_cells(line);
  std::string units_line;
  if (!std::getline(lines, units_line)) throw MachineError("ncu reported no kernel. It said:\n" + std::string(text));
  const std::vector<std::string> unit_of = csv_cells(units_line);
  const std::size_t name = column_of(headings, "Kernel Name");
  const std::size_t read = column_of(headings, "dram__bytes_read.sum");
  const std::size_t write = column_of(headings, "dram__bytes_write.sum");
  const std::size_t duration = column_of(headings, "gpu__time_duration.sum");

  std::vector<NcuKernel> kernels;
  while (std::getline(lines, line)) {
    const std::vector<std::string> cells = csv_cells(line);
    if (cells.size() != headings.size()) continue;  // ncu's own remarks
    kernels.push_back({cells[name], in_base_unit(cells[read], unit_of[read]),
                       in_base_unit(cells[write], unit_of[write]), in_base_unit(cells[duration], unit_of[duration])});
  }
  return kernels;
}

std::vector<NcuKernel> run_ncu(const std::string& ncu, const std::vector<std::string>& command) {
  std::string line = fmt::format(
      "{} --cache-control none --clock-control none --replay-mode application --profile-from-start off "
      "--metrics {} --csv --page raw",
      shell_quoted(ncu), metrics);
  for (const std::string& word : command) line += ' ' + shell_quoted(word);
  int status = 0;
  const std::string output = run_shell(line + " 2>&1", status);
  if (status != 0) throw MachineError(fmt::format("ncu failed. It said:\n{}", output));
  return parse_ncu_csv(output);
}

}  // namespace l2bench

#include "app/card_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/exports.hpp"
#include "l2bench/size.hpp"
#include "record/units.hpp"

namespace l2bench {
namespace {

/// "NVIDIA H200" as "nvidia-h200".
std::string name_of_device(const std::string& device) {
  std::string name;
  for (const char c : device) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (name.ends_with('-')) name.pop_back();
  return name.empty() ? "card" : name;
}

std::string figure(const FitPoint& point, double value) {
  return point.quantity == "time" ? format_time(value) : format_megabytes(value);
}

/// Bytes of which both sides say "about none".
bool is_noise(const FitPoint& point) {
  return point.quantity != "time" && std::abs(point.seen) < counter_noise_bytes &&
         std::abs(point.modelled) < counter_noise_bytes;
}

std::string share_off(const FitPoint& point) {
  if (std::abs(point.seen) < counter_noise_bytes && point.quantity != "time") return "-";
  return fmt::format("{:+.1f}%", 100.0 * (point.modelled - point.seen) / point.seen);
}

std::string points_text(const std::vector<FitPoint>& points, bool held_out) {
  std::string text;
  int quiet = 0;
  for (const FitPoint& point : points) {
    if (point.held_out != held_out) continue;
    if (is_noise(point)) {
      ++quiet;
      continue;
    }
    text += fmt::format("{:<10}  {:>11}  {:>11}  {:>8}  {}\n", point.quantity, figure(point, point.seen),
                        figure(point, point.modelled), share_off(point), point.key);
  }
  if (quiet > 0)
    text += fmt::format("and {} points where both are below {}\n", quiet,
                        format_bytes(static_cast<std::uint64_t>(counter_noise_bytes)));
  return text;
}

}  // namespace

void CardOutput::check() const {
  if (!path.empty() && path != "-") check_writable("-o " + path, path, force);
}

void CardOutput::write(const Fit& fitted) const {
  const std::string text = to_json(fitted.card).dump(2) + '\n';
  if (path == "-") {
    fmt::print("{}", text);
  } else if (!path.empty()) {
    write_whole(path, text);
  }
}

Fit fit_with_progress(const Record& record, const CardOutput& output, bool quiet) {
  const bool shown = !quiet && isatty(STDERR_FILENO) != 0;
  const std::string name = output.name.empty() ? name_of_device(record.environment.device.name) : output.name;
  Fit fitted = fit(record, name, [&](int tries) {
    if (shown) fmt::print(stderr, "\rfitting: {} cards tried", tries);
  });
  if (shown) fmt::print(stderr, "\r\x1b[K");
  return fitted;
}

std::string fit_text(const Fit& fitted) {
  std::string text =
      "A descriptive fit: which parameters make the model agree with this record, not how the card works.\n\n";
  for (const ParameterRow& row : parameter_table) {
    const Parameter& parameter = fitted.card.*row.value;
    text += fmt::format("{:<21} {:<12.6g} {:<10} {}\n", row.word, parameter.value,
                        row_of(source_table, parameter.source).word, parameter.note);
  }
  text += fmt::format("\nFitted      {:>11}  {:>11}  {:>8}  case\n{}", "seen", "model", "off",
                      points_text(fitted.points, false));
  text += fmt::format("\nHeld out    {:>11}  {:>11}  {:>8}  case\n{}", "seen", "model", "off",
                      points_text(fitted.points, true));
  for (const std::string& unknown : fitted.unknown) text += fmt::format("\nNot known: {}.", unknown);
  return text + (fitted.unknown.empty() ? "" : "\n");
}

}  // namespace l2bench

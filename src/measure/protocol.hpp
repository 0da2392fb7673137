#pragma once

#include <optional>
#include <string>
#include <variant>

#include "l2bench/measure.hpp"

namespace l2bench {

/// The last line of a child that could not go on: not a result, and no case's fault.
struct Stopped {
  Exit exit = Exit::cannot_run;
  std::string text;
};

/// A child has found its device and waits for leave to open it.
struct DeviceFound {
  std::string uuid;  ///< empty: it is no GPU
};

std::string request_line(const MeasureRequest& request);
MeasureRequest parse_request(const std::string& text);

std::string message_line(const Message& message);
std::string stopped_line(const Stopped& stopped);
std::string found_line(const DeviceFound& found);
/// Throws std::runtime_error if `line` is none of them.
std::variant<Message, Stopped, DeviceFound> parse_line(const std::string& line);

}  // namespace l2bench

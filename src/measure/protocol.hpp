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

std::string request_line(const MeasureRequest& request);
MeasureRequest parse_request(const std::string& text);

std::string message_line(const Message& message);
std::string stopped_line(const Stopped& stopped);
/// Throws std::runtime_error if `line` is neither.
std::variant<Message, Stopped> parse_line(const std::string& line);

}  // namespace l2bench

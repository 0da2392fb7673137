#include "measure/protocol.hpp"

#include <nlohmann/json.hpp>

#include "l2bench/spec_io.hpp"

namespace l2bench {

std::string request_line(const MeasureRequest& request) {
  nlohmann::json code = nlohmann::json::object();
  for (const CodeFile& file : request.code) code[file.path] = file.sha256;
  return nlohmann::json{
      {"spec", to_json(request.spec)},      {"code", code},           {"replicate", request.replicate},
      {"first_round", request.first_round}, {"skip", request.skip},   {"done_in_round", request.done_in_round},
      {"all_sampled", request.all_sampled}, {"asks_for_leave", true}, {"counted", request.counted},
      {"taken_ns", request.taken_ns}}
      .dump();
}

MeasureRequest parse_request(const std::string& text) {
  const auto j = nlohmann::json::parse(text);
  MeasureRequest request;
  request.spec = parse_spec({.path = "request", .text = j.at("spec").dump(), .flags = {}});
  const nlohmann::json code = j.value("code", nlohmann::json::object());
  for (const auto& [path, hash] : code.items()) request.code.push_back({path, hash});
  j.at("replicate").get_to(request.replicate);
  j.at("first_round").get_to(request.first_round);
  j.at("skip").get_to(request.skip);
  j.at("done_in_round").get_to(request.done_in_round);
  j.at("all_sampled").get_to(request.all_sampled);
  request.asks_for_leave = j.value("asks_for_leave", false);
  j.at("counted").get_to(request.counted);
  j.at("taken_ns").get_to(request.taken_ns);
  return request;
}

std::string message_line(const Message& message) {
  return to_json(message).dump() + '\n';
}

std::string stopped_line(const Stopped& stopped) {
  return nlohmann::json{{"stopped", stopped.text}, {"exit", static_cast<int>(stopped.exit)}}.dump() + '\n';
}

std::string found_line(const DeviceFound& found) {
  return nlohmann::json{{"found", found.uuid}}.dump() + '\n';
}

std::variant<Message, Stopped, DeviceFound> parse_line(const std::string& line) {
  const auto j = nlohmann::json::parse(line);
  if (j.contains("found")) return DeviceFound{j.at("found").get<std::string>()};
  if (j.contains("stopped")) {
    return Stopped{static_cast<Exit>(j.at("exit").get<int>()), j.at("stopped").get<std::string>()};
  }
  return message_from_json(j);
}

}  // namespace l2bench

#include <nlohmann/json.hpp>

#include "spec/code.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

json argument_json(const KernelArgument& argument) {
  switch (argument.kind) {
    case ArgumentKind::null_pointer:
      return nullptr;
    case ArgumentKind::buffer:
      return argument.text;
    default:
      break;
  }
  const bool number =
      argument.text.find_first_not_of("0123456789+-.eE") == std::string::npos && json::accept(argument.text);
  const std::string type(row_of(scalar_table, argument.kind).word);
  return {{type, number ? json::parse(argument.text) : json(argument.text)}};
}

json call_json(const KernelCall& call) {
  json arguments = json::array();
  for (const KernelArgument& argument : call.arguments) arguments.push_back(argument_json(argument));
  return {{"file", call.file}, {"name", call.name},   {"args", arguments},
          {"grid", call.grid}, {"block", call.block}, {"shared_bytes", call.shared_bytes}};
}

json buffer_json(const KernelBuffer& buffer) {
  json j = {{"name", buffer.name},
            {"type", row_of(buffer_type_table, buffer.type).word},
            {"size", buffer.size},
            {"role", row_of(buffer_role_table, buffer.role).word}};
  if (!buffer.fill.empty()) j["fill"] = buffer.fill;
  if (!buffer.fill_file.empty()) j["fill_file"] = buffer.fill_file;
  return j;
}

json kernel_json(const Kernel& kernel) {
  json j = call_json(kernel.call);
  if (!kernel.options.empty()) j["options"] = kernel.options;
  if (!kernel.include.empty()) j["include"] = kernel.include;
  for (const KernelBuffer& buffer : kernel.buffers) j["buffers"].push_back(buffer_json(buffer));
  if (kernel.read_bytes) j["read_bytes"] = *kernel.read_bytes;
  if (kernel.write_bytes) j["write_bytes"] = *kernel.write_bytes;
  if (kernel.reference) j["reference"] = call_json(*kernel.reference);
  if (!kernel.expected.empty()) j["expected"] = kernel.expected;
  if (kernel.tolerance) j["tolerance"] = *kernel.tolerance;
  return j;
}

}  // namespace

void write_code(json& spec, const OwnCode& code) {
  if (code.kernel) spec["kernel"] = kernel_json(*code.kernel);
  if (code.plugin) {
    spec["plugin"] = {{"file", code.plugin->file}, {"parameters", code.plugin->parameters}};
    if (code.plugin->weight_bytes) spec["plugin"]["weight_bytes"] = *code.plugin->weight_bytes;
  }
  if (code.callable) {
    const Callable& callable = *code.callable;
    spec["callable"] = {{"name", callable.name},
                        {"sets", callable.sets},
                        {"weight_bytes", callable.weight_bytes},
                        {"read_bytes", callable.read_bytes},
                        {"write_bytes", callable.write_bytes},
                        {"list_kernels", callable.list_kernels}};
  }
}

}  // namespace l2bench

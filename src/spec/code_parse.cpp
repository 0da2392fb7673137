#include <fmt/format.h>

#include <algorithm>

#include "l2bench/number.hpp"
#include "spec/code.hpp"
#include "spec/code_values.hpp"
#include "spec/grid.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

constexpr std::string_view call_example = R"({"file": "gemv.cu", "name": "gemv", "args": ["W"], "grid": "N/8"})";
constexpr std::string_view buffer_example = R"({"name": "W", "type": "bf16", "size": "N*K", "role": "weight"})";
constexpr std::size_t most_name_characters = 4096;  // templates make long names

template <typename Value, std::size_t Size>
Value word_in(const json& value, const std::array<Word<Value>, Size>& table) {
  const std::string text = text_of(value, table.front().word);
  if (const auto* row = find_word(table, text)) return row->value;
  const std::vector<std::string_view> known = words_of(table);
  throw UsageError(
      fmt::format("{}{} is none of: {}.", in_quotes(text), suggestion(text, known), fmt::join(known, " ")));
}

std::string kernel_name(const json& value) {
  const std::string text = text_of(value, "gemv");
  if (text.empty() || text.size() > most_name_characters || printable(text, most_name_characters) != text) {
    throw UsageError(fmt::format("{} is not a kernel's name, such as gemv or space::gemv<4>.", in_quotes(text)));
  }
  return text;
}

std::string plain_name(const json& value) {
  return name_of(value, {.example = "W", .punctuation = "_.-", .most_characters = 64});
}

/// {"i32": "N"}, {"f32": 0.5}
KernelArgument scalar_of(const json& value) {
  if (value.size() != 1) throw UsageError("a scalar is an object of one key, such as {\"i32\": \"N\"}.");
  const std::string type = value.begin().key();
  const auto* row = find_word(scalar_table, type);
  if (row == nullptr) {
    const std::vector<std::string_view> known = words_of(scalar_table);
    throw UsageError(fmt::format("{}{} is no type of a scalar. Known: {}.", in_quotes(type), suggestion(type, known),
                                 fmt::join(known, " ")));
  }
  const json number = value.begin().value();
  if (number.is_number()) return {row->value, number.dump()};
  return {row->value, amount_of(number)};
}

KernelArgument argument_of(const json& value) {
  if (value.is_null()) return {ArgumentKind::null_pointer, ""};
  if (value.is_string()) return {ArgumentKind::buffer, plain_name(value)};
  if (value.is_object()) return scalar_of(value);
  throw UsageError("an argument is a buffer's name, null for a null pointer, or a scalar such as {\"i32\": \"N\"}.");
}

std::vector<KernelArgument> arguments_of(const json& value) {
  if (!value.is_array()) throw UsageError("it must be a list such as [\"W\", \"x\", \"y\", {\"i32\": \"N\"}, null].");
  std::vector<KernelArgument> arguments;
  for (const json& item : value) arguments.push_back(argument_of(item));
  return arguments;
}

/// A number, or a list of up to three.
std::array<Amount, 3> sizes_of(const json& value) {
  std::array<Amount, 3> sizes{"1", "1", "1"};
  if (!value.is_array()) {
    sizes[0] = amount_of(value);
    return sizes;
  }
  if (value.empty() || value.size() > 3) throw UsageError("it has one to three sizes: x, y, z.");
  for (std::size_t i = 0; i < value.size(); ++i) sizes[i] = amount_of(value[i]);
  return sizes;
}

/// Paths in the objects are relative to the spec.
class CodeReader {
 public:
  CodeReader(const Givens& givens, const SpecSource& source) : givens_(givens), source_(source) {}

  std::optional<Kernel> kernel() const {
    const std::optional<Given> from_file = in_file("kernel");
    const std::optional<Given> from_flag = by_flag("kernel");
    if (!from_file && !from_flag) return std::nullopt;
    if (!from_file) {
      givens_.reject(*from_flag,
                     "the kernel's buffers and arguments must be described in a spec: l2bench run SPEC.json "
                     "--kernel FILE:NAME, with a 'kernel' object in it (docs/own-kernels.md).");
    }
    Kernel kernel;
    CodeObject object(givens_, *from_file, call_example);
    const bool named_by_file = from_file->value.contains("file");
    read_call(object, kernel.call);
    read_rest(object, kernel);
    object.finish();
    if (from_flag) name_by_flag(*from_flag, kernel);
    if (kernel.call.file.empty() || kernel.call.name.empty()) {
      givens_.reject(*from_file, "it names no kernel. Add \"file\" and \"name\", or --kernel FILE:NAME.");
    }
    if (named_by_file && !from_flag) refuse_unasked(*from_file, kernel.call.file, "--kernel FILE:NAME or --allow-code");
    finish_reference(*from_file, kernel);
    check_names(*from_file, kernel);
    return kernel;
  }

  std::optional<PlugIn> plugin() const {
    const std::optional<Given> from_file = in_file("plugin");
    const std::optional<Given> from_flag = by_flag("plugin");
    if (!from_file && !from_flag) return std::nullopt;
    PlugIn plugin;
    if (from_file) {
      CodeObject object(givens_, *from_file, R"({"file": "gemv.so", "parameters": "tile=64"})");
      object.find("file", [&](const json& value) { plugin.file = path_of(value, source_.path); });
      object.find("parameters", [&](const json& value) { plugin.parameters = text_of(value, "tile=64"); });
      object.find("weight_bytes", [&](const json& value) { plugin.weight_bytes = amount_of(value); });
      object.finish();
      if (!from_flag && !plugin.file.empty())
        refuse_unasked(*from_file, plugin.file, "--plugin FILE.so or --allow-code");
    }
    if (from_flag) plugin.file = givens_.read(*from_flag, [](const json& value) { return path_of(value, ""); });
    if (plugin.file.empty()) givens_.reject(*from_file, "it names no file. Add \"file\", or --plugin FILE.so.");
    return plugin;
  }

  std::optional<Callable> callable() const {
    const std::optional<Given> given = in_file("callable");
    if (!given) return std::nullopt;
    Callable callable;
    CodeObject object(givens_, *given, R"({"name": "linear", "sets": 1})");
    const auto whole = [](const json& value, double least, double most) {
      return l2bench::whole_of(value, {.key = "callable", .kind = KeyKind::whole, .least = least, .most = most});
    };
    constexpr double most_bytes = 9007199254740991;
    object.find("name", [&](const json& value) { callable.name = plain_name(value); });
    object.find("sets", [&](const json& v) { callable.sets = static_cast<int>(whole(v, 1, max_rotation_copies)); });
    object.find("weight_bytes", [&](const json& v) { callable.weight_bytes = whole(v, 0, most_bytes); });
    object.find("read_bytes", [&](const json& v) { callable.read_bytes = whole(v, 0, most_bytes); });
    object.find("write_bytes", [&](const json& v) { callable.write_bytes = whole(v, 0, most_bytes); });
    object.find("list_kernels", [&](const json& v) {
      if (!v.is_boolean()) throw UsageError("it must be true or false.");
      callable.list_kernels = v.get<bool>();
    });
    object.finish();
    return callable;
  }

 private:
  std::optional<Given> in_file(std::string_view key) const {
    for (const Given& given : givens_.find_all(key)) {
      if (given.flag.empty()) return given;
    }
    return std::nullopt;
  }
  std::optional<Given> by_flag(std::string_view key) const {
    for (const Given& given : givens_.find_all(key)) {
      if (!given.flag.empty()) return given;
    }
    return std::nullopt;
  }

  void refuse_unasked(const Given& given, const std::string& file, std::string_view flags) const {
    if (!source_.code_by_flag_only) return;
    givens_.reject(given,
                   fmt::format("this spec would run code of {}, and a file is not trusted to choose code. If you "
                               "know it, add {}.",
                               in_quotes(file), flags));
  }

  void read_call(CodeObject& object, KernelCall& call) const {
    object.find("file", [&](const json& value) {
      call.file = path_of(value, source_.path);
      check_kernel_file(call.file);
    });
    object.find("name", [&](const json& value) { call.name = kernel_name(value); });
    object.need("args", [&](const json& value) { call.arguments = arguments_of(value); });
    object.need("grid", [&](const json& value) { call.grid = sizes_of(value); });
    object.need("block", [&](const json& value) { call.block = sizes_of(value); });
    object.find("shared_bytes", [&](const json& value) { call.shared_bytes = amount_of(value); });
  }

  void read_rest(CodeObject& object, Kernel& kernel) const {
    object.find("options", [&](const json& value) { kernel.options = texts_of(value, "--use_fast_math"); });
    object.find("include", [&](const json& value) {
      for (const std::string& folder : texts_of(value, "include"))
        kernel.include.push_back(path_of(folder, source_.path));
    });
    object.find_objects("buffers", buffer_example,
                        [&](CodeObject& buffer) { kernel.buffers.push_back(buffer_of(buffer)); });
    object.find("read_bytes", [&](const json& value) { kernel.read_bytes = amount_of(value); });
    object.find("write_bytes", [&](const json& value) { kernel.write_bytes = amount_of(value); });
    object.find("tolerance", [&](const json& value) {
      if (!value.is_number() || value.get<double>() < 0) throw UsageError("it must be a number from 0 up.");
      kernel.tolerance = value.get<double>();
    });
    object.find_object("reference", call_example,
                       [&](CodeObject& reference) { read_call(reference, kernel.reference.emplace()); });
    object.find("expected", [&](const json& value) {
      if (!value.is_object()) throw UsageError("it must be an object such as {\"y\": \"y.bin\"}.");
      for (const auto& [name, file] : value.items()) kernel.expected[name] = path_of(file, source_.path);
    });
  }

  KernelBuffer buffer_of(CodeObject& object) const {
    KernelBuffer buffer;
    object.need("name", [&](const json& value) { buffer.name = plain_name(value); });
    object.need("type", [&](const json& value) { buffer.type = word_in(value, buffer_type_table); });
    object.need("size", [&](const json& value) { buffer.size = amount_of(value); });
    object.need("role", [&](const json& value) { buffer.role = word_in(value, buffer_role_table); });
    object.find("fill", [&](const json& value) { buffer.fill = row_of(init_table, word_in(value, init_table)).word; });
    object.find("fill_file", [&](const json& value) { buffer.fill_file = path_of(value, source_.path); });
    return buffer;
  }

  void name_by_flag(const Given& flag, Kernel& kernel) const {
    const FileAndName named =
        givens_.read(flag, [](const json& value) { return file_and_name(value.get_ref<const std::string&>()); });
    kernel.call.file = named.file;
    kernel.call.name = givens_.read(flag, [&](const json&) { return kernel_name(named.name); });
  }

  /// A reference is a kernel of the same file unless it names another one, which is code of its own.
  void finish_reference(const Given& given, Kernel& kernel) const {
    if (!kernel.reference) return;
    if (!kernel.expected.empty()) givens_.reject(given, "it has both 'reference' and 'expected'. Keep one.");
    if (kernel.reference->name.empty()) givens_.reject(given, "its reference needs a \"name\".");
    if (kernel.reference->file.empty()) {
      kernel.reference->file = kernel.call.file;
    } else if (kernel.reference->file != kernel.call.file) {
      refuse_unasked(given, kernel.reference->file, "--allow-code");
    }
  }

  void check_names(const Given& given, const Kernel& kernel) const {
    const auto find = [&](const std::string& name) {
      return std::find_if(kernel.buffers.begin(), kernel.buffers.end(),
                          [&](const KernelBuffer& buffer) { return buffer.name == name; });
    };
    for (auto buffer = kernel.buffers.begin(); buffer != kernel.buffers.end(); ++buffer) {
      if (find(buffer->name) != buffer) givens_.reject(given, fmt::format("two buffers are named '{}'.", buffer->name));
    }
    const auto check_call = [&](const KernelCall& call) {
      for (const KernelArgument& argument : call.arguments) {
        if (argument.kind != ArgumentKind::buffer || find(argument.text) != kernel.buffers.end()) continue;
        givens_.reject(given, fmt::format("the argument '{}' of '{}' names no buffer.", argument.text, call.name));
      }
    };
    check_call(kernel.call);
    if (kernel.reference) check_call(*kernel.reference);
    for (const auto& [name, file] : kernel.expected) {
      const auto buffer = find(name);
      if (buffer != kernel.buffers.end() && buffer->role == BufferRole::output) continue;
      givens_.reject(given, fmt::format("'expected' names {}, which is no output buffer.", in_quotes(name)));
    }
    if (!kernel.expected.empty()) check_fixed(given, kernel);
  }

  /// Expected values in a file belong to one input.
  void check_fixed(const Given& given, const Kernel& kernel) const {
    for (const KernelBuffer& buffer : kernel.buffers) {
      const bool read = buffer.role == BufferRole::weight || buffer.role == BufferRole::input;
      if (!read || !buffer.fill_file.empty() || buffer.fill == "zeros") continue;
      givens_.reject(given, fmt::format("'expected' needs data that is the same in every run, but '{}' is filled at "
                                        "random. Give it a \"fill_file\", or use a \"reference\" kernel.",
                                        buffer.name));
    }
  }

  const Givens& givens_;
  const SpecSource& source_;
};

}  // namespace

OwnCode read_code(const Givens& givens, const SpecSource& source) {
  const CodeReader reader(givens, source);
  return {.kernel = reader.kernel(), .plugin = reader.plugin(), .callable = reader.callable()};
}

std::string_view workload_of(const OwnCode& code) {
  if (code.kernel) return "kernel";
  if (code.plugin) return "plugin";
  if (code.callable) return "callable";
  return "";
}

}  // namespace l2bench

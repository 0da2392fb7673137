#include "app/run_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <list>

#include "app/command_line.hpp"
#include "l2bench/error.hpp"
#include "l2bench/number.hpp"
#include "l2bench/spec_keys.hpp"

namespace l2bench {
namespace {

constexpr std::string_view usage_head =
    "Times memory-bound GPU kernels under a chosen, proven and reported L2 state.\n"
    "  l2bench --shape 4096x4096 --flush zero,read\n"
    "  l2bench run configs/do_bench_study.json --export-json out.json";

constexpr std::string_view usage_foot =
    "Commands: run (this one), compare, report, calibrate, baseline, ledger, probe, fit, list, schema,\n"
    "          check; l2bench COMMAND --help\n"
    "Exit codes: 0 fine; 1 regression or failed expectation; 2 usage or spec; 3 this machine cannot run it;\n"
    "            4 it ran, but a result is not valid; 129, 130, 143 interrupted";

/// A key's flag and what CLI11 found for it. CLI11 keeps a reference to `texts`.
struct KeyFlag {
  const SpecKey* key;
  std::vector<std::string> texts;
  CLI::Option* option = nullptr;
};

/// "1,2" as "layers-1,layers-2".
void put_before_items(std::string_view prefix, std::vector<std::string>& texts) {
  for (std::string& text : texts) {
    std::string joined;
    for (const std::string_view item : split(text, ',')) {
      joined += fmt::format("{}{}{}", joined.empty() ? "" : ",", prefix, item);
    }
    text = joined;
  }
}

/// The command line of `run` as CLI11 sees it: every flag of the tables, none by hand but the switches.
class RunParser {
 public:
  RunParser() {
    app_.footer(std::string(usage_foot));
    app_.set_help_flag("-h,--help", "show this help")->group(output_heading);
    app_.get_formatter()->column_width(34);
    app_.add_option("spec", path_, "a spec file (JSON); flags win over it")->type_name("SPEC");
    for (const SpecKey& key : spec_key_table) add_key(key);
    for (const RendererRow& row : renderer_table) add_export(row);
    app_.add_flag("--allow-code", allow_code_, "run the kernels and plug-ins that the spec file names")
        ->group(std::string(machine_heading));
    app_.add_flag("--dry-run", options_.dry_run, "show cases, memory, flush traffic and time; measure nothing")
        ->group(output_heading);
    app_.add_option("--profile", options_.profile_calls,
                    "run each case N times (1) with no gate, timer or counters, for ncu and nsys")
        ->type_name("N")
        ->expected(0, 1)
        ->default_str("1")
        ->check(above_zero())
        ->group(output_heading);
    app_.add_option("--against", options_.against,
                    "measure this other build of l2bench in turn (A B, B A) and compare: it is the base")
        ->type_name("PROGRAM")
        ->group(output_heading);
    app_.add_option("--export-base", options_.base_export, "with --against: the base's record (JSON)")
        ->type_name("FILE")
        ->group(output_heading);
    app_.add_option("--resume", options_.resume, "go on with a run that was cut short, by its record or its journal")
        ->type_name("FILE")
        ->group(output_heading);
    app_.add_flag("--lock,!--no-lock", lock_, "refuse a GPU that another run of l2bench uses (the default)")
        ->group(std::string(machine_heading));
    app_.add_flag("--wait", wait_, "wait until no other run of l2bench uses the GPU")
        ->group(std::string(machine_heading));
    app_.add_flag("--print-spec", options_.print_spec, "print the effective spec as JSON; measure nothing")
        ->group(output_heading);
    app_.add_flag("--plot", options_.plot, "draw each distribution in block characters, with the table")
        ->group(output_heading);
    app_.add_flag("--quiet", options_.quiet, "no progress, no table")->group(output_heading);
    app_.add_flag("--force", options_.force, "replace files that exist")->group(output_heading);
    app_.add_option("--color", colour_, "colours: " + joined_words(colour_table))
        ->type_name("WHEN")
        ->group(output_heading);
  }

  RunOptions parse(const Arguments& arguments) {
    const Arguments joined = values_joined(arguments);
    try {
      app_.parse(Arguments(joined.rbegin(), joined.rend()));  // CLI11 takes them from the back
    } catch (const CLI::CallForHelp&) {
      options_.help = app_.help();
      return std::move(options_);
    } catch (const CLI::ExtrasError&) {
      throw UsageError(unknown_flag(app_.remaining()));
    } catch (const CLI::ParseError& error) {
      throw UsageError(std::string(error.what()) + ". See l2bench --help.");
    }
    take_keys();
    take_exports();
    options_.source.code_by_flag_only = !allow_code_ && !options_.dry_run && !options_.print_spec;
    options_.colour = parse_colour(colour_);
    if (!options_.base_export.empty() && options_.against.empty()) {
      throw UsageError("--export-base: there is a base only with --against PROGRAM.");
    }
    take_lock();
    check_resume();
    read_spec_file();
    return std::move(options_);
  }

 private:
  static constexpr const char* output_heading = "What comes out";

  void add_key(const SpecKey& key) {
    if (key.flags.empty()) return;
    KeyFlag& flag = keys_.emplace_back(KeyFlag{&key, {}, nullptr});
    const std::string help = help_of(key);
    if (key.argument == FlagArgument::none) {
      flag.option = app_.add_flag(std::string(key.flags), help);
    } else {
      flag.option = app_.add_option(std::string(key.flags), flag.texts, help);
      flag.option->type_name(std::string(key.value_name))->allow_extra_args(false)->type_size(1);
      flag.option->expected(key.argument == FlagArgument::optional ? 0 : 1, 1 << 20);
      flag.option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
    flag.option->group(std::string(key.heading));
  }

  void add_export(const RendererRow& row) {
    KeyFlag& flag = exports_.emplace_back();
    flag.option = app_.add_option(fmt::format("--export-{}", row.word), flag.texts, std::string(row.help));
    flag.option->type_name("FILE")->allow_extra_args(false)->type_size(1)->group(output_heading);
  }

  /// "--shape -1x8" as "--shape=-1x8": a value that begins with a dash is a value, and its error is ours to word.
  Arguments values_joined(const Arguments& arguments) const {
    Arguments joined;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool joins = i + 1 < arguments.size() && needs_value(arguments[i]) && arguments[i + 1].size() > 1 &&
                         arguments[i + 1].starts_with('-') && app_.get_option_no_throw(arguments[i + 1]) == nullptr;
      joined.push_back(joins ? arguments[i] + '=' + arguments[i + 1] : arguments[i]);
      if (joins) ++i;
    }
    return joined;
  }

  bool needs_value(const std::string& word) const {
    for (const KeyFlag& flag : keys_) {
      if (flag.option->check_name(word)) return flag.key->argument == FlagArgument::required;
    }
    return false;
  }

  std::string unknown_flag(const Arguments& left) const {
    const std::string word = left.empty() ? "" : left.front().substr(0, left.front().find('='));
    std::vector<std::string> names;
    for (const CLI::Option* option : app_.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    return fmt::format("There is no flag '{}'{}. See l2bench --help.", word, suggestion(word, known));
  }

  void take_keys() {
    for (const KeyFlag& flag : keys_) {
      if (flag.option->count() == 0) continue;
      FlagValue value{"--" + flag.option->get_lnames().front(), std::string(flag.key->key), flag.texts};
      if (!flag.key->prefix.empty()) put_before_items(flag.key->prefix, value.texts);
      if (value.texts.empty() || value.texts == std::vector<std::string>{""}) {
        if (flag.key->argument != FlagArgument::required) value.texts = {std::string(flag.key->implied)};
      }
      options_.source.flags.push_back(std::move(value));
    }
  }

  void take_exports() {
    std::size_t row = 0;
    for (const KeyFlag& flag : exports_) {
      for (const std::string& path : flag.texts) options_.exports.push_back({&renderer_table[row], path});
      ++row;
    }
  }

  void take_lock() {
    if (wait_ && !lock_) throw UsageError("--wait waits for the lock that --no-lock does without: give one of them.");
    options_.lock = wait_ ? GpuLock::Wish::wait : lock_ ? GpuLock::Wish::refuse : GpuLock::Wish::off;
  }

  void check_resume() const {
    if (options_.resume.empty()) return;
    const bool other =
        options_.dry_run || options_.print_spec || options_.profile_calls > 0 || !options_.against.empty();
    if (other)
      throw UsageError(
          "--resume goes on with a run; it cannot be joined with --dry-run, --print-spec, --profile or --against.");
  }

  void read_spec_file() {
    if (path_.empty()) return;
    if (std::filesystem::is_directory(path_)) {
      throw UsageError(fmt::format("The spec '{}' is a folder: name a file.", path_));
    }
    std::ifstream file(path_, std::ios::binary);
    if (!file) throw UsageError(fmt::format("The spec '{}' cannot be read: {}.", path_, std::strerror(errno)));
    options_.source.path = path_;
    options_.source.text.resize(max_spec_bytes + 1);  // one more, so that the parser sees that it is too long
    file.read(options_.source.text.data(), static_cast<std::streamsize>(options_.source.text.size()));
    options_.source.text.resize(static_cast<std::size_t>(file.gcount()));
  }

  CLI::App app_{std::string(usage_head), "l2bench"};
  RunOptions options_;
  std::string path_;
  bool lock_ = true;
  bool wait_ = false;
  bool allow_code_ = false;
  std::string colour_ = "auto";
  std::list<KeyFlag> keys_;  // a list: CLI11 holds references into it
  std::list<KeyFlag> exports_;
};

}  // namespace

RunOptions parse_run(const Arguments& arguments) {
  return RunParser().parse(arguments);
}

void refuse_other_modes(const RunOptions& options, std::string_view command) {
  const std::pair<std::string_view, bool> modes[] = {{"--dry-run", options.dry_run},
                                                     {"--print-spec", options.print_spec},
                                                     {"--profile", options.profile_calls > 0},
                                                     {"--against", !options.against.empty()},
                                                     {"--resume", !options.resume.empty()}};
  for (const auto& [flag, is_given] : modes) {
    if (!is_given) continue;
    throw UsageError(fmt::format("{} has no {}: leave it out, or use it with l2bench run.", command, flag));
  }
}

Colour parse_colour(const std::string& word) {
  const auto* row = find_word(colour_table, word);
  if (row != nullptr) return row->value;
  throw UsageError(fmt::format("--color: '{}' is not one of: {}.", word, joined_words(colour_table)));
}

bool use_colour(Colour colour) {
  if (colour != Colour::automatic) return colour == Colour::always;
  const char* term = std::getenv("TERM");
  const bool dumb = term != nullptr && std::string_view(term) == "dumb";
  return std::getenv("NO_COLOR") == nullptr && !dumb && isatty(STDOUT_FILENO) != 0;
}

}  // namespace l2bench

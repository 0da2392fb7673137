#include "app/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/read_record.hpp"
#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

constexpr std::string_view json_word = "json";

std::string record_path_of(const std::string& journal_path) {
  return journal_path.substr(0, journal_path.size() - journal_suffix.size());
}

/// Where the record goes; empty: to no file.
std::string record_path(const std::vector<Export>& exports) {
  const auto json = std::find_if(exports.begin(), exports.end(),
                                 [](const Export& file) { return file.format->word == json_word && file.path != "-"; });
  return json == exports.end() ? "" : json->path;
}

std::string no_journal(const std::string& record, const std::string& journal) {
  if (!std::filesystem::exists(record)) {
    return fmt::format("--resume {}: there is neither this record nor a journal '{}'.", record, journal);
  }
  if (!read_record(record).partial) return fmt::format("--resume {}: this run is complete: nothing is left.", record);
  return fmt::format("--resume {}: its journal '{}' is not there. Run it again from the start.", record, journal);
}

/// The record of a run may be replaced by that run itself; anything else only with --force.
void check_replaceable(const std::string& path, const JournalHeader& header, bool force) {
  if (force || !std::filesystem::exists(path)) return check_writable("--resume " + path, path, force);
  const Record there = read_record(path);
  const bool is_ours = there.partial && there.started == header.started && there.argv == header.argv;
  check_writable("--resume " + path, path, is_ours);
}

/// The flags' files, and the record beside the journal.
std::vector<Export> exports_of(const RunOptions& options, const std::string& record) {
  std::vector<Export> exports = options.exports;
  for (const Export& file : exports) {
    if (file.format->word != json_word || file.path == "-" || file.path == record) continue;
    throw UsageError(fmt::format("--export-json {}: a resumed run writes the record '{}' that its journal belongs to.",
                                 file.path, record));
  }
  if (record_path(exports).empty()) exports.push_back({find_word(renderer_table, json_word), record});
  return exports;
}

void check_other_exports(const std::vector<Export>& exports, const std::string& record, bool force) {
  std::vector<ExportPath> others;
  for (const Export& file : exports) {
    if (file.path != record) others.push_back({file.format->word, file.path});
  }
  check_export_paths(others, force);
}

void say_what_is_resumed(const std::string& path, const JournalContent& journal, bool quiet) {
  if (!journal.dropped.empty()) fmt::print(stderr, "l2bench: {}: {}\n", printable(path, 1000), journal.dropped);
  const auto rounds = std::count_if(journal.reported.begin(), journal.reported.end(), [](const Reported& reported) {
    return std::holds_alternative<RoundDone>(reported.message);
  });
  if (!quiet) fmt::print(stderr, "l2bench: going on after {} round(s) of '{}'\n", rounds, printable(path, 1000));
}

/// A journal is a file like any other: what it names is run only if the command line says so.
void refuse_unasked_code(const Spec& spec, const RunOptions& options) {
  if (!options.source.code_by_flag_only || (!spec.code.kernel && !spec.code.plugin)) return;
  throw UsageError(fmt::format("its spec names code, {}. Add --allow-code to run it",
                               in_quotes(spec.code.kernel ? spec.code.kernel->call.file : spec.code.plugin->file)));
}

}  // namespace

std::string journal_path_of(const std::string& record_or_journal) {
  return record_or_journal.ends_with(journal_suffix) ? record_or_journal
                                                     : record_or_journal + std::string(journal_suffix);
}

JournalContent read_journal(const std::string& path) {
  const std::string text = read_text(path, "journal");
  try {
    return parse_journal(text);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("The journal '{}' cannot be used: {}.", path, error.what()));
  }
}

StartedRun begin_run(const RunOptions& options, const Spec& spec, const Arguments& argv) {
  StartedRun run{begin_record(spec, argv), {}, ExportFiles(options.exports, options.force), std::nullopt};
  const std::string path = record_path(options.exports);
  if (!path.empty())
    run.journal.emplace(Journal::create(journal_path_of(path), journal_header(run.record), options.force));
  return run;
}

StartedRun resume_run(const RunOptions& options, const Arguments& argv) {
  const std::string path = journal_path_of(options.resume);
  const std::string record = record_path_of(path);
  if (!std::filesystem::exists(path)) throw UsageError(no_journal(record, path));
  JournalContent journal = read_journal(path);
  const bool names_a_spec = !options.source.path.empty() || !options.source.flags.empty();
  try {
    if (!names_a_spec) refuse_unasked_code(journal.header.spec, options);
    check_resumable(journal.header, names_a_spec ? parse_spec(options.source) : journal.header.spec);
    const std::vector<Export> exports = exports_of(options, record);
    check_other_exports(exports, record, options.force);
    check_replaceable(record, journal.header, options.force);
    StartedRun run{record_of(journal), journal.reported, ExportFiles(exports, true), std::nullopt};
    run.record.warnings.push_back(
        {"resumed", fmt::format("The run was cut short and resumed {} time(s): its processes ran at different times.",
                                journal.resumed + 1)});
    say_what_is_resumed(path, journal, options.quiet);
    run.journal.emplace(Journal::resume(path, journal, argv));
    return run;
  } catch (const UsageError& error) {
    throw UsageError(std::string(error.what()).starts_with("--")
                         ? error.what()
                         : fmt::format("--resume {}: {}.", record, error.what()));
  }
}

}  // namespace l2bench

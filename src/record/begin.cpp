#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "l2bench/record.hpp"
#include "l2bench/sha256.hpp"
#include "l2bench/spec_io.hpp"

namespace l2bench {
namespace {

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

void describe_host(Environment& environment) {
  utsname system{};
  if (uname(&system) == 0) {
    environment.host = system.nodename;
    environment.os = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  }
  if (const char* loading = std::getenv("CUDA_MODULE_LOADING")) environment.cuda_module_loading = loading;
}

CounterStatus counters_before(CounterWish wish) {
  if (wish == CounterWish::off) return {false, "off", "run with --counters"};
  return {false, "not opened", "they are opened after the timed rounds; the run did not come that far"};
}

CaseResult not_yet_run(const Case& what) {
  CaseResult c;
  c.what = what;
  c.prep = to_string(what.prep);
  c.status = Status::skipped;
  c.flags = {{"not_run", ""}};
  return c;
}

}  // namespace

Record begin_record(const Spec& spec, std::vector<std::string> argv) {
  Record record;
  record.tool = this_build();
  record.started = utc_now();
  record.argv = std::move(argv);
  record.spec = spec;
  record.code = code_files(spec.code);
  if (!spec.expect.empty()) record.expect = ExpectReport{sha256(to_json(spec).at("expect").dump()), {}};
  describe_host(record.environment);
  record.environment.counters = counters_before(spec.sampling.counters);
  for (const Case& what : spec.cases) record.cases.push_back(not_yet_run(what));
  return record;
}

}  // namespace l2bench

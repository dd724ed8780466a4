#include "bench/jobs/job.h"

#include "base/core/input_error.h"

#include <nlohmann/json.hpp>

#include <array>
#include <regex>

namespace tandem::bench {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

constexpr std::array<std::string_view, 8> end_names{"exited", "signalled", "cputime",   "walltime",
                                                    "memory", "processes", "cancelled", "failed"};

json optional(const auto& value) { return value ? json(*value) : json(nullptr); }
json optional_time(const std::optional<milliseconds>& time) { return time ? json(time->count()) : json(nullptr); }
std::optional<milliseconds> time_in(const json& value) {
  if (value.is_null()) return std::nullopt;
  return milliseconds(value.get<long long>());
}

LimitedRun::End end_named(const std::string& name) {
  const auto found = std::ranges::find(end_names, name);
  if (found == end_names.end()) throw InputError("unknown end of a run '" + name + "'");
  return static_cast<LimitedRun::End>(found - end_names.begin());
}

} // namespace

std::string_view name(LimitedRun::End end) { return end_names[static_cast<std::size_t>(end)]; }

json to_json(const Job& job) {
  json answers = json::array();
  for (const AnswerPattern& answer : job.answers) answers.push_back({answer.pattern, answer.answer});
  return {{"key", job.key},
          {"words", job.words},
          {"cpu", optional_time(job.limits.cpu)},
          {"wall", optional_time(job.limits.wall)},
          {"memory", optional(job.limits.memory)},
          {"cores", job.limits.cores},
          {"processes", job.limits.processes},
          {"output", job.limits.output},
          {"file size", job.limits.file_size},
          {"answers", answers},
          {"group", job.group},
          {"deciding answer", job.deciding_answer}};
}

Job job_from_json(const json& from) {
  Job job{.key = from.at("key"),
          .words = from.at("words"),
          .group = from.at("group"),
          .deciding_answer = from.at("deciding answer")};
  job.limits.cpu = time_in(from.at("cpu"));
  job.limits.wall = time_in(from.at("wall"));
  if (!from.at("memory").is_null()) job.limits.memory = from.at("memory").get<std::uint64_t>();
  job.limits.cores = from.at("cores");
  job.limits.processes = from.at("processes");
  job.limits.output = from.at("output");
  job.limits.file_size = from.at("file size");
  for (const json& answer : from.at("answers")) job.answers.push_back({answer.at(0), answer.at(1)});
  return job;
}

json to_json(const JobResult& result) {
  const LimitedRun& run = result.run;
  return {{"key", result.key},           {"end", name(run.end)},          {"code", run.code},
          {"cpu", run.cpu_time.count()}, {"wall", run.wall_time.count()}, {"memory", run.peak_memory},
          {"output", run.output},        {"output cut", run.output_cut},  {"enforcement", run.enforcement},
          {"answer", result.answer},     {"line", result.line},           {"host", result.host},
          {"worker", result.worker},     {"started", result.started},     {"log", result.log},
          {"files", result.files}};
}

JobResult result_from_json(const json& from) {
  JobResult result{.key = from.at("key"),
                   .answer = from.at("answer"),
                   .line = from.at("line"),
                   .host = from.at("host"),
                   .worker = from.at("worker"),
                   .started = from.at("started"),
                   .log = from.at("log"),
                   .files = from.at("files")};
  LimitedRun& run = result.run;
  run.end = end_named(from.at("end"));
  run.code = from.at("code");
  run.cpu_time = milliseconds(from.at("cpu").get<long long>());
  run.wall_time = milliseconds(from.at("wall").get<long long>());
  run.peak_memory = from.at("memory");
  run.output = from.at("output");
  run.output_cut = from.at("output cut");
  run.enforcement = from.at("enforcement");
  return result;
}

void read_answer(const Job& job, std::string_view output, JobResult& result) {
  std::vector<std::regex> patterns;
  for (const AnswerPattern& answer : job.answers) patterns.emplace_back(answer.pattern);
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    // A line of megabytes is no answer, and matching it could exhaust the stack.
    const std::string line(output.substr(0, std::min<std::size_t>(end, 1000)));
    output.remove_prefix(std::min(end + 1, output.size()));
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      std::smatch match;
      if (!std::regex_search(line, match, patterns[i], std::regex_constants::match_continuous)) continue;
      result.answer = match.format(job.answers[i].answer);
      result.line = line;
      break;
    }
  }
}

} // namespace tandem::bench

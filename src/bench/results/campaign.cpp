// The key of a job is a hash of everything that can change its outcome: contents of the files, the command, the tool,
// the limits and the number of the repetition, but not where the files are.

#include "bench/results/campaign.h"

#include "base/core/input_error.h"
#include "base/core/sha256.h"
#include "base/core/text_file.h"
#include "tool/placeholders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <sys/utsname.h>
#include <thread>

namespace tandem::bench {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string seconds_text(const std::optional<std::chrono::milliseconds>& time) {
  return time ? fmt::format("{}ms", time->count()) : "";
}

tool::Fillings fillings_of(const BenchTask& task, const RunLimits& limits) {
  tool::Fillings fillings;
  const auto set = [&](const std::string& name, std::vector<std::string> words) { fillings[name] = std::move(words); };
  std::vector<std::string> files;
  for (const fs::path& file : task.files) files.push_back(file.string());
  set("file", {files.empty() ? "" : files[0]});
  set("files", files);
  set("task", {task.name});
  set("property", {task.property});
  set("prp", {task.property_file.string()});
  set("property-options", {});
  if (!task.property_file.empty()) set("property-options", {"--property", task.property_file.string()});
  set("model", {task.data_model.empty() ? "LP64" : task.data_model});
  set("model-options", {});
  if (!task.data_model.empty()) set("model-options", {"--data-model", task.data_model});
  set("bits", {task.data_model == "ILP32" ? "32" : "64"});
  const auto whole = [](const auto& time) {
    return time ? std::to_string(std::chrono::ceil<std::chrono::seconds>(*time).count()) : "";
  };
  set("cpu", {whole(limits.cpu)});
  // For tools that stop by themselves and then have something to write.
  const auto most = [](std::chrono::milliseconds time) {
    return std::max(std::chrono::seconds(1), std::chrono::floor<std::chrono::seconds>(time * 4 / 5));
  };
  set("own-cpu", {limits.cpu ? std::to_string(most(*limits.cpu).count()) : ""});
  set("wall", {whole(limits.wall)});
  set("memory", {limits.memory ? std::to_string(*limits.memory) : ""});
  set("limit-options", {});
  if (limits.cpu)
    fillings["limit-options"].insert(fillings["limit-options"].end(), {"--cpu", seconds_text(limits.cpu)});
  if (limits.memory)
    fillings["limit-options"].insert(fillings["limit-options"].end(),
                                     {"--memory", std::to_string(*limits.memory) + "B"});
  set("out", {"{out}"}); // known to the worker
  return fillings;
}

// What the key of a job is made from.
std::string content(const BenchTool& tool, const BenchTask& task, const RunLimits& limits, unsigned repetition,
                    std::map<fs::path, std::string>& hashes) {
  const auto hash = [&](const fs::path& file) {
    std::string& known = hashes[file];
    if (known.empty()) known = sha256(read_text_file(file));
    return known;
  };
  std::string text = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", tool.name, fmt::join(tool.words, "\n"), tool.identity,
                                 task.name, task.property, task.data_model);
  for (const fs::path& file : task.files) text += file.filename().string() + " " + hash(file) + "\n";
  if (!task.property_file.empty()) text += hash(task.property_file) + "\n";
  text += fmt::format("{} {} {} {} {} {} {}\n", seconds_text(limits.cpu), seconds_text(limits.wall),
                      limits.memory.value_or(0), limits.cores, limits.processes, limits.output, limits.file_size);
  return text + fmt::format("repetition {}\n", repetition);
}

// std::shuffle is not the same everywhere.
void shuffle(std::vector<PlannedRun>& runs, std::mt19937_64& random) {
  for (std::size_t i = runs.size(); i > 1; --i) std::swap(runs[i - 1], runs[random() % i]);
}

json task_json(const BenchTask& task) {
  json files = json::array();
  for (const fs::path& file : task.files) files.push_back(file.string());
  return {{"name", task.name},
          {"group", task.group},
          {"files", files},
          {"property", task.property},
          {"property file", task.property_file.string()},
          {"expected", name(task.expected)},
          {"subproperty", task.subproperty},
          {"data model", task.data_model}};
}

BenchTask task_from(const json& from) {
  BenchTask task{.name = from.at("name"),
                 .group = from.at("group"),
                 .property = from.at("property"),
                 .subproperty = from.at("subproperty"),
                 .data_model = from.at("data model")};
  for (const json& file : from.at("files")) task.files.emplace_back(file.get<std::string>());
  task.property_file = from.at("property file").get<std::string>();
  const std::string expected = from.at("expected");
  task.expected = expected == "true" ? Expected::True : expected == "false" ? Expected::False : Expected::Unknown;
  return task;
}

json tool_json(const BenchTool& tool) {
  json answers = json::array();
  for (const AnswerPattern& answer : tool.answers) answers.push_back({answer.pattern, answer.answer});
  return {{"name", tool.name},
          {"words", tool.words},
          {"answers", answers},
          {"version", tool.version},
          {"identity", tool.identity}};
}

BenchTool tool_from(const json& from) {
  BenchTool tool{.name = from.at("name"),
                 .words = from.at("words"),
                 .version = from.at("version"),
                 .identity = from.at("identity")};
  for (const json& answer : from.at("answers")) tool.answers.push_back({answer.at(0), answer.at(1)});
  return tool;
}

} // namespace

void plan(Campaign& campaign) {
  std::mt19937_64 random(campaign.seed);
  std::map<fs::path, std::string> hashes;
  campaign.runs.clear();
  for (unsigned repetition = 0; repetition < campaign.repeat; ++repetition) {
    std::vector<PlannedRun> round;
    for (std::size_t task = 0; task < campaign.tasks.size(); ++task)
      for (std::size_t i = 0; i < campaign.tools.size(); ++i) {
        const BenchTool& tool = campaign.tools[i];
        Job job{.limits = campaign.limits, .answers = tool.answers};
        job.key = sha256(content(tool, campaign.tasks[task], campaign.limits, repetition, hashes)).substr(0, 20);
        job.words = tool::fill_words(tool.words, fillings_of(campaign.tasks[task], campaign.limits));
        round.push_back({i, task, repetition, std::move(job)});
      }
    shuffle(round, random);
    std::ranges::move(round, std::back_inserter(campaign.runs));
  }
}

void write_campaign(const fs::path& file, const Campaign& campaign) {
  json tools = json::array(), tasks = json::array(), runs = json::array();
  for (const BenchTool& tool : campaign.tools) tools.push_back(tool_json(tool));
  for (const BenchTask& task : campaign.tasks) tasks.push_back(task_json(task));
  for (const PlannedRun& run : campaign.runs) runs.push_back({run.tool, run.task, run.repetition, run.job.key});
  const json all{
      {"name", campaign.name},
      {"tools", tools},
      {"tasks", tasks},
      {"limits", to_json(Job{.limits = campaign.limits})},
      {"repeat", campaign.repeat},
      {"seed", campaign.seed},
      {"command", campaign.command},
      {"began", campaign.began},
      {"machine",
       {campaign.machine.system, campaign.machine.processor, campaign.machine.cores, campaign.machine.memory}},
      {"version", campaign.version},
      {"runs", runs}};
  write_text_file(file, all.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

Campaign read_campaign(const fs::path& file) {
  const json from = json::parse(read_text_file(file), nullptr, false);
  if (from.is_discarded()) throw InputError(TextPosition{file.string()}, "expected a campaign, as JSON");
  try {
    Campaign campaign{.name = from.at("name"),
                      .limits = job_from_json(from.at("limits")).limits,
                      .repeat = from.at("repeat"),
                      .seed = from.at("seed"),
                      .command = from.at("command"),
                      .began = from.at("began"),
                      .version = from.at("version")};
    const json& machine = from.at("machine");
    campaign.machine = {machine.at(0), machine.at(1), machine.at(2), machine.at(3)};
    for (const json& tool : from.at("tools")) campaign.tools.push_back(tool_from(tool));
    for (const json& task : from.at("tasks")) campaign.tasks.push_back(task_from(task));
    for (const json& run : from.at("runs"))
      campaign.runs.push_back({run.at(0), run.at(1), run.at(2), Job{.key = run.at(3)}});
    return campaign;
  } catch (const json::exception& problem) {
    throw InputError(TextPosition{file.string()}, std::string("not a campaign of this version: ") + problem.what());
  }
}

std::vector<AnswerPattern> default_answers() {
  return {{"Result: TRUE\\b.*", "true"},
          {"Result: FALSE *\\(([a-z-]+).*", "false($1)"},
          {"Result: FALSE\\b.*", "false"},
          {"Result: UNKNOWN\\b.*", "unknown"}};
}

Machine this_machine() {
  utsname system{};
  ::uname(&system);
  std::ifstream cpus("/proc/cpuinfo"), memory("/proc/meminfo");
  Machine machine{.system = fmt::format("{} {}", system.sysname, system.release), .processor = system.machine};
  for (std::string line; std::getline(cpus, line);)
    if (line.starts_with("model name")) {
      machine.processor = line.substr(line.find(':') + 2);
      break;
    }
  machine.cores = std::thread::hardware_concurrency();
  std::string word;
  memory >> word >> machine.memory;
  machine.memory *= 1024;
  return machine;
}

std::string text(const Machine& machine) {
  return fmt::format("{}, {} cores, {:.0f} GB, {}", machine.processor, machine.cores,
                     static_cast<double>(machine.memory) / 1e9, machine.system);
}

std::vector<std::string> split_words(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < command.size())
      word += command[++i];
    else
      word += c;
  }
  if (quote != 0) throw InputError(fmt::format("a quote has no end in: {}", command));
  if (in_word) words.push_back(word);
  return words;
}

} // namespace tandem::bench

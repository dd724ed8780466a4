// Tools become commands: an engine, strategy or external tool is run by `tandem verify`, in a process of its own like
// everything else, so that all tools are measured alike.

#include "cli/commands/bench_options.h"

#include "base/core/input_error.h"
#include "base/core/sha256.h"
#include "base/core/share_folders.h"
#include "base/core/shell_words.h"
#include "base/core/text_file.h"
#include "base/core/timestamp.h"
#include "base/process/process.h"
#include "cli/common/command.h"
#include "cli/common/executor_options.h"
#include "cli/common/option_table.h"
#include "cli/common/version.h"
#include "cooperate/strategy.h"
#include "engines/registry.h"
#include "tool/toolbox.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <set>

namespace tandem::cli::commands {
namespace {

namespace fs = std::filesystem;
using bench::BenchTool;
using bench::ToolChoice;

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const cooperate::Strategy& strategy : cooperate::StrategyBook(share_folders("strategies")).all())
    names.push_back(strategy.name);
  return names;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_file(const ToolChoice& tool) { return tool.what.ends_with(".yml"); }

// The option of verify that chooses it. Of another tandem's engines nothing is known here.
std::vector<std::string> choosing_options(const ToolChoice& tool) {
  if (tool.what == "default" || tool.what.empty()) return {};
  if (is_file(tool)) return {"--strategy", fs::absolute(tool.what).string()}; // workers have folders of their own
  if (has(strategy_names(), tool.what)) return {"--strategy", tool.what};
  if (!tool.tandem.empty() || has(engines::engine_names(), tool.what)) return {"--engine", tool.what};
  const std::vector<std::string> tools = tool::Toolbox(share_folders("tools")).names();
  if (has(tools, tool.what)) return {"--with", tool.what};
  throw InputError(fmt::format(
      "'{}' is no tool; engines: {}; strategies: {}; external tools: {}; or NAME=COMMAND with {{file}}", tool.what,
      fmt::join(engines::engine_names(), ", "), fmt::join(strategy_names(), ", "), fmt::join(tools, ", ")));
}

// As it was typed, for those who read the results.
std::string command_line() {
  std::vector<std::string> words;
  std::ifstream file("/proc/self/cmdline");
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return shell_words(words);
}

std::string own_path() { return fs::read_symlink("/proc/self/exe").string(); }

// Scripts and programs of any sensible size are hashed as a whole.
std::string identity_of(const std::string& program) {
  const auto path = process::find_program(program);
  std::error_code problem;
  if (!path || !fs::is_regular_file(*path, problem)) return program;
  return sha256(read_text_file(*path));
}

std::string version_of(const std::string& program) {
  const process::ProcessResult printed = process::run_process(
      {.words = {program, "--version"}, .wall_limit = std::chrono::seconds(5), .output_limit = 2000});
  if (!printed.succeeded()) return "";
  return printed.output.substr(0, printed.output.find('\n'));
}

BenchTool make_tool(const ToolChoice& choice, const BenchOptions& options) {
  BenchTool tool{.name = choice.name, .words = choice.command, .answers = choice.answers};
  if (tool.words.empty()) {
    const std::string program = choice.tandem.empty() ? own_path() : choice.tandem;
    tool.words = {program, "verify", "-q", "{model-options}", "{property-options}", "{limit-options}"};
    std::ranges::copy(choosing_options(choice), std::back_inserter(tool.words));
    std::ranges::copy(choice.options, std::back_inserter(tool.words));
    if (options.artifacts)
      tool.words.insert(tool.words.end(), {"--json", "{out}/outcome.json", "--condition-out", "{out}/condition.gia",
                                           "--witness", "{out}/witness.yml"});
    tool.words.push_back("{files}");
  }
  if (tool.words[0] == "tandem") tool.words[0] = own_path();
  if (!process::find_program(tool.words[0]))
    throw InputError(fmt::format("tool {}: there is no program {}", tool.name, tool.words[0]));
  if (tool.answers.empty()) tool.answers = bench::default_answers();
  tool.version = version_of(tool.words[0]);
  tool.identity = identity_of(tool.words[0]);
  if (choice.command.empty() && is_file(choice)) tool.identity += sha256(read_text_file(choice.what));
  if (tool.words[0].find('/') != std::string::npos) tool.words[0] = fs::absolute(tool.words[0]).string();
  return tool;
}

bench::BenchDefinition definition_of(const BenchOptions& options) {
  fs::path first = fs::absolute(options.words[0]).lexically_normal();
  if (!first.has_filename()) first = first.parent_path(); // `.`, `tasks/`
  bench::BenchDefinition definition{.name = first.stem().string()};
  const auto form = options.brief ? bench::StudyForm::Short : bench::StudyForm::Full;
  for (const std::string& word : options.words) {
    if (bench::is_bench_definition(word)) {
      if (options.words.size() > 1)
        throw UsageError("a bench definition names its tasks itself; expected no other SET");
      definition = bench::read_bench_definition(word, form);
    } else {
      definition.tasks.emplace_back(word);
    }
  }
  // The command line has the last word.
  const bench::TaskSelection& selection = options.selection;
  if (!selection.property.empty()) definition.selection.property = selection.property;
  if (!selection.folders.empty()) definition.selection.folders = selection.folders;
  if (!selection.only.empty()) definition.selection.only = selection.only;
  if (selection.limit > 0) definition.selection.limit = selection.limit;
  if (selection.every > 1) definition.selection.every = selection.every;
  bench::RunLimits limits = options.limits;
  if (!limits.cpu) limits.cpu = definition.limits.cpu.value_or(std::chrono::seconds(60));
  if (!limits.wall) limits.wall = definition.limits.wall.value_or(2 * *limits.cpu + std::chrono::seconds(10));
  if (!limits.memory) limits.memory = definition.limits.memory.value_or(4'000'000'000);
  if (limits.cores == 0) limits.cores = definition.limits.cores;
  definition.limits = limits;
  if (options.repeat > 0) definition.repeat = options.repeat;
  if (!options.tools.empty()) definition.tools.clear();
  for (const std::string& tool : options.tools) definition.tools.push_back(bench::read_tool_choice(tool));
  if (definition.tools.empty()) definition.tools.push_back(bench::read_tool_choice("default"));
  return definition;
}

} // namespace

void add_bench_options(CLI::App& app, BenchOptions& options) {
  app.add_option(
         "SET", options.words,
         "tasks: .yml or .set of SV-COMP, .csv, folders, programs, or a bench definition; or: diff A B, show OUT")
      ->required()
      ->type_name("");
  app.add_option("--tool", options.tools,
                 "an engine, a strategy, an external tool, [NAME=]ENGINE@TANDEM for another tandem, or NAME=COMMAND "
                 "with {file}")
      ->allow_extra_args(false)
      ->take_all();
  add_options(app, task::limit_options, options.limits);
  add_options(app, bench::run_limit_options, options.limits);
  app.add_option("--property", options.selection.property, "only tasks of this property, like unreach-call");
  app.add_option("--folders", options.selection.folders, "only tasks of these folders or sets")
      ->delimiter(',')
      ->type_name("NAME,...");
  app.add_option("--only", options.selection.only, "only tasks whose names match, like 'loops/*'")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--limit", options.selection.limit, "the first N tasks of each folder")->type_name("N");
  app.add_option("--every", options.selection.every, "every N-th task")->type_name("N");
  app.add_flag("--short", options.brief, "the short form of a bench definition");
  app.add_option("-o,--out", options.out, "folder for the results")->type_name("FOLDER");
  app.add_flag("--resume", options.resume, "continue where a run with the same --out was ended");
  app.add_option("--repeat", options.repeat, "run each tool so often on each task")->type_name("N");
  app.add_option("--seed", options.seed, "of the order of the runs; printed, so that an order can be had again")
      ->type_name("N");
  add_executor_options(app, options.executor, "runs");
  app.add_flag("--artifacts", options.artifacts, "keep condition, witness and JSON of tandem's runs");
  app.add_option("--threshold", options.threshold, "diff: how many times slower is worse")->capture_default_str();
  app.add_option("--worker-number", options.worker_number)->group("");
  add_verbosity_options(app, options.verbosity);
}

bench::Campaign campaign_of(const BenchOptions& options) {
  const bench::BenchDefinition definition = definition_of(options);
  bench::Campaign campaign{.name = definition.name,
                           .tasks = bench::read_task_set(definition.tasks, definition.selection),
                           .limits = definition.limits,
                           .repeat = definition.repeat,
                           .seed = options.seed.value_or(std::random_device{}()),
                           .command = command_line(),
                           .began = timestamp(std::chrono::system_clock::now()),
                           .version = version_with_commit(),
                           .machine = bench::this_machine()};
  std::set<std::string> names;
  for (const ToolChoice& choice : definition.tools) {
    if (!names.insert(choice.name).second)
      throw UsageError(fmt::format("two tools are called {}; name one: NAME={}", choice.name, choice.what));
    campaign.tools.push_back(make_tool(choice, options));
  }
  bench::plan(campaign);
  return campaign;
}

} // namespace tandem::cli::commands

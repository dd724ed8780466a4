// tandem tools: which external tools there are definitions for, which of them this machine has, and, with check,
// whether they give the right answers about two programs that no tool should get wrong.
#include "cli/commands/all.h"

#include "base/core/share_folders.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "cli/common/program_options.h"
#include "cli/common/result_files.h"
#include "engines/external_tool.h"
#include "task/isolated.h"
#include "task/monitors.h"
#include "tool/toolbox.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace tandem::cli::commands {
namespace {

struct Options {
  std::string action = "list";
  std::vector<std::string> names;
  std::string json;
};

constexpr std::string_view safe_program = R"(extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10 && x < 10) reach_error();
  return 0;
}
)";

constexpr std::string_view unsafe_program = R"(extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int x = __VERIFIER_nondet_int();
  if (x > 1000 && c == 'a') reach_error();
  return 0;
}
)";

struct Found {
  tool::Definition definition;
  std::optional<std::string> missing;
  std::string version;
};

std::vector<Found> find_tools(const Options& options) {
  const tool::Toolbox toolbox(share_folders("tools"));
  std::vector<Found> result;
  const auto add = [&](tool::Definition definition) {
    Found found{.definition = std::move(definition)};
    found.missing = tool::missing_program(found.definition);
    if (!found.missing) found.version = tool::version(found.definition);
    result.push_back(std::move(found));
  };
  if (options.names.empty())
    for (tool::Definition& definition : toolbox.all()) add(std::move(definition));
  for (const std::string& name : options.names) add(toolbox.find(name));
  return result;
}

std::string_view use(tool::Kind kind) { return kind == tool::Kind::Verifier ? "verifier" : "tester"; }

ExitCode list(const Options& options) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Found& found : find_tools(options)) {
    const std::string state = found.missing           ? "missing (" + *found.missing + ")"
                              : found.version.empty() ? "installed"
                                                      : found.version;
    fmt::print("{:12} {:24} {:9} {}\n", found.definition.name, state, use(found.definition.kind),
               found.definition.about);
    json.push_back({{"name", found.definition.name},
                    {"installed", !found.missing},
                    {"version", found.version},
                    {"kind", use(found.definition.kind)},
                    {"about", found.definition.about},
                    {"file", found.definition.path.string()}});
  }
  if (!options.json.empty()) write_text_file(options.json, json.dump(2) + "\n");
  return ExitCode::Done;
}

task::Outcome try_out(const Found& found, std::string_view text) {
  const TempDir folder("tools");
  const std::string file = folder.path() / "tiny.c";
  write_text_file(file, text);
  const Property property = unreach_call_property();
  ProgramOptions source;
  source.files = {file};
  const Program program = load_program(source);
  const auto actor = engines::make_external_tool(found.definition, {.property = property});
  task::Task task{program, property, {}};
  task.limits.wall = std::chrono::seconds(15);
  task::SilentMonitor monitor;
  return task::run_isolated(*actor, task, monitor);
}

// A tester cannot prove safety, so that UNKNOWN is not a failure.
std::string complaint(const Found& found) {
  using task::Verdict;
  const task::Outcome safe = try_out(found, safe_program);
  const bool may_be_silent = found.definition.kind == tool::Kind::Tester && safe.verdict == Verdict::Unknown;
  if (safe.verdict != Verdict::True && !may_be_silent)
    return fmt::format("safe program: {} {}", task::name(safe.verdict), safe.reason);
  const task::Outcome unsafe = try_out(found, unsafe_program);
  if (unsafe.verdict != Verdict::False)
    return fmt::format("unsafe program: {} {}", task::name(unsafe.verdict), unsafe.reason);
  return "";
}

ExitCode check(const Options& options) {
  bool all_right = true;
  for (const Found& found : find_tools(options)) {
    if (found.missing) {
      fmt::print("{:12} not installed: {} is not on the PATH\n", found.definition.name, *found.missing);
      all_right &= options.names.empty();
      continue;
    }
    const std::string problem = complaint(found);
    fmt::print("{:12} {}\n", found.definition.name, problem.empty() ? "works" : problem);
    std::fflush(stdout);
    all_right &= problem.empty();
  }
  return all_right ? ExitCode::Done : ExitCode::Undecided;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("ACTION", options->action, "list: what there is; check: try each on a safe and an unsafe program")
      ->check(CLI::IsMember({"list", "check"}))
      ->capture_default_str();
  app.add_option("TOOL", options->names, "only these; a name or the path of a definition");
  app.add_option("--json", options->json, "write the list to this file, as JSON; - is standard output");
  return [options] {
    return with_output_file(options->json,
                            [&] { return options->action == "check" ? check(*options) : list(*options); });
  };
}

} // namespace

const Command tools_command{
    .name = "tools",
    .summary = "show which external tools can be used",
    .details = "Every tool has a definition, a YAML file. Definitions of your own go to ~/.config/tandem/tools. A tool "
               "that is listed with its version can be named after --with. check runs each tool on a tiny safe and a "
               "tiny unsafe program; the exit code is 20 if an installed one fails.",
    .examples = {{"tandem tools", "what there is"}, {"tandem tools check cbmc", "does CBMC work?"}},
    .declare = declare,
};

} // namespace tandem::cli::commands

// tandem verify: is the property true of the program? The last line of standard output is the result; progress goes to
// standard error. The options are in verify_options.cpp, what is printed and written in verify_report.cpp.
#include "analysis/vacuity/vacuity.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "cli/commands/all.h"
#include "cli/commands/verify_options.h"
#include "cli/commands/verify_report.h"
#include "cli/common/interrupt.h"
#include "cli/common/remote_parts.h"
#include "cli/common/writable.h"
#include "cooperate/all_targets.h"
#include "cooperate/artifacts.h"
#include "cooperate/strategy_actor.h"
#include "engines/registry.h"
#include "engines/strategies.h"
#include "exchange/journal/journal.h"
#include "program/model/target.h"
#include "task/isolated.h"
#include "task/understood.h"
#include "transform/checks/add_checks.h"
#include "transform/copy/without_targets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <unordered_set>

namespace tandem::cli::commands {
namespace {

engines::EngineOptions complete(engines::EngineOptions given, const VerifyOptions& options, const Property& property) {
  given.property = property;
  given.compiler_args = compiler_arguments(options.program);
  // A compiled program would have these bodies, or could not be linked.
  if (!options.program.without_body.empty() || options.program.first_definition_counts)
    given.compiled_check = analysis::confirm::CompiledCheck::Skip;
  if (given.reduce.empty() && !options.conditions.empty()) given.reduce = "auto";
  return given;
}

std::unique_ptr<task::Actor> make_strategy(const std::string& name, std::vector<std::string> partners,
                                           const VerifyOptions& options, const engines::EngineOptions& settings,
                                           const exchange::Journal& journal) {
  const auto exchange = options.no_exchange ? cooperate::Exchange::None : cooperate::Exchange::Live;
  return engines::make_strategy_actor({name, std::move(partners), options.executor.jobs, exchange,
                                       !options.resume.empty(), journal,
                                       remote_parts(options.executor, options.engine_options.artifacts)},
                                      settings);
}

std::unique_ptr<task::Actor> make_engine_or_strategy(const std::string& name, const VerifyOptions& options,
                                                     const engines::EngineOptions& settings,
                                                     const exchange::Journal& journal) {
  const std::vector<std::string> engines = engines::engine_names();
  if (std::ranges::find(engines, name) != engines.end()) return engines::make_engine(name, settings);
  return make_strategy(name, {}, options, settings, journal);
}

std::unique_ptr<task::Actor> choose_actor(const VerifyOptions& options, const engines::EngineOptions& settings,
                                          const exchange::Journal& journal) {
  if (!options.strategy.empty() && !options.engine.empty())
    throw UsageError("--engine and --strategy exclude each other: a strategy names its engines itself, or by --with");
  if (!options.strategy.empty()) return make_strategy(options.strategy, options.with, options, settings, journal);
  if (!options.engine.empty()) return engines::make_engine(options.engine, settings);
  if (options.with.empty()) return make_engine_or_strategy(std::string(default_verifier), options, settings, journal);
  if (options.with.size() > 1) throw UsageError("several partners need a strategy: --strategy cmc --with A,B");
  return engines::make_actor(options.with.front(), settings);
}

// In a process of its own. The task is about the chosen parts, the result about the property as the user wrote it.
VerifyResult run(task::Actor& actor, const task::Task& task, const Property& property,
                 const exchange::PartChoice& parts, const VerifyOptions& options) {
  Progress progress(options.verbosity.chosen());
  VerifyResult result{task.program, property, parts, task::run_isolated(actor, task, progress, options.condition_out)};
  progress.finish();
  result.interrupted = result.outcome.verdict == task::Verdict::Unknown && InterruptGuard::interrupted();
  if (result.interrupted) result.outcome.reason = "interrupted";
  if (!parts.is_everything())
    result.outcome.assumptions.push_back("nothing goes wrong in what was left out: " + parts.text());
  std::ranges::sort(result.outcome.assumptions);
  return result;
}

// Conditions name the property they are about: one that was made with other checks, or where allocations do not fail,
// must not be taken for one about this task.
Property with_settings(Property property, const VerifyOptions& options) {
  std::string settings;
  if (!options.checks.empty()) settings += fmt::format(" with checks {}", fmt::join(options.checks, ", "));
  if (!options.targets.empty()) settings += fmt::format(" about targets {}", fmt::join(options.targets, ", "));
  if (options.program.malloc_may_fail) settings += " where allocations may fail";
  if (!settings.empty()) property.text = (property.text.empty() ? property.name : property.text) + settings;
  return property;
}

// A property file asks for one verdict.
task::TargetSearch search(const VerifyOptions& options) {
  const bool first = options.stop_on_first || (!options.property.empty() && !options.all_targets);
  return first ? task::TargetSearch::First : task::TargetSearch::All;
}

// The others end the path, as errors do.
void choose_targets(const std::vector<std::string>& ids, const Property& property, Program& program) {
  if (ids.empty()) return;
  std::unordered_set<const Edge*> others;
  std::vector<std::string> known;
  for (const Target& target : targets(program, property)) {
    known.push_back(target.id());
    if (std::ranges::find(ids, target.id()) == ids.end()) others.insert(target.call);
  }
  constexpr std::size_t most = 20;
  for (const std::string& id : ids)
    if (std::ranges::find(known, id) == known.end())
      throw InputError(fmt::format(
          "there is no target '{}'; the program has {}{}", id,
          known.empty()
              ? "none"
              : fmt::format("{}",
                            fmt::join(known.begin(),
                                      known.begin() + static_cast<std::ptrdiff_t>(std::min(most, known.size())), ", ")),
          known.size() > most ? fmt::format(" and {} more", known.size() - most) : ""));
  program = transform::copy::without_targets(program, others).program;
}

// A property file asks for the verdict alone; otherwise a proof that proves nothing must not look like one.
std::shared_ptr<task::Actor> complete_actor(const task::MakeActor& make, const std::string& name,
                                            const VerifyOptions& options) {
  auto actor = std::make_shared<cooperate::AllTargets>(std::make_shared<task::Understood>(make, name),
                                                       options.all_targets ? cooperate::AfterFirst::AllTime
                                                                           : cooperate::AfterFirst::SomeTime);
  if (!options.property.empty()) return actor;
  return analysis::vacuity::make_with_vacuity(std::move(actor));
}

// The artifacts of the run that is continued are those of this one, and what it knew is known.
VerifyOptions resumed(VerifyOptions options) {
  if (options.resume.empty()) return options;
  const std::filesystem::path folder = options.resume;
  if (!std::filesystem::is_directory(folder))
    throw InputError(fmt::format("--resume: '{}' is no folder; give the one that --artifacts named in the run that is "
                                 "to be continued",
                                 options.resume));
  if (!options.engine_options.artifacts.empty() && options.engine_options.artifacts != folder)
    throw UsageError("--resume continues in the folder of its artifacts; leave out --artifacts");
  options.engine_options.artifacts = folder;
  if (const auto known = folder / cooperate::known_file; std::filesystem::exists(known))
    options.conditions.push_back(known.string());
  return options;
}

// A new run leaves nothing of what was known to an older one in the same folder; one that is continued must be about
// the same.
void check_artifacts(const VerifyOptions& options, const Program& program, const Property& property) {
  const std::filesystem::path& folder = options.engine_options.artifacts;
  if (folder.empty()) return;
  if (std::filesystem::exists(folder) && !std::filesystem::is_directory(folder))
    throw InputError(
        fmt::format("--artifacts: '{}' is no folder; give one that is there or can be made", folder.string()));
  const std::filesystem::path file = folder / cooperate::targets_file;
  if (options.resume.empty()) {
    for (const std::string_view name : {cooperate::targets_file, cooperate::known_file})
      std::filesystem::remove(folder / name);
  } else if (std::filesystem::exists(file) && read_text_file(file) != cooperate::targets_text(program, property)) {
    throw InputError({file.string()}, "the run that is to be continued was about other targets");
  }
}

// Among the artifacts; otherwise it is only kept for the page.
class JournalFile {
public:
  void begin(const VerifyOptions& options) {
    std::filesystem::path folder = options.engine_options.artifacts;
    if (folder.empty() && options.files.report.empty()) return;
    if (folder.empty()) folder = temporary_.emplace("journal").path();
    std::filesystem::create_directories(folder);
    journal_ = exchange::Journal(folder / "journal.jsonl");
  }
  const exchange::Journal& journal() const { return journal_; }

private:
  std::optional<TempDir> temporary_;
  exchange::Journal journal_;
};

void check_files(const VerifyOptions& options) {
  for (const std::string& path : {options.witness, options.harness, options.condition_out, options.outcome})
    if (!path.empty()) require_writable(path);
}

ExitCode verify(const VerifyOptions& given) {
  const VerifyOptions options = resumed(given);
  check_files(options);
  JournalFile journal;
  Property property = options.property.empty() ? default_property() : read_property_file(options.property);
  for (const CheckKind kind : parse_checks(options.checks))
    if (std::ranges::find(property.checks, kind) == property.checks.end()) property.checks.push_back(kind);
  const task::MakeActor make = [&](const Property& of_alarms) {
    return std::shared_ptr<task::Actor>(
        choose_actor(options, complete(options.engine_options, options, of_alarms), journal.journal()));
  };
  const auto actor = complete_actor(make, make(property)->name(), options);
  ProgramOptions source = options.program;
  const auto looks_inside = [](CheckKind kind) { return kind == CheckKind::Memory || kind == CheckKind::Uninit; };
  if (std::ranges::any_of(property.checks, looks_inside)) source.linked = clib::Linked::Checked;
  const auto is_about_the_end = [](CheckKind kind) { return kind == CheckKind::Leak || kind == CheckKind::Cleanup; };
  if (!std::ranges::all_of(property.checks, is_about_the_end)) source.unused = Unused::Computed;
  Program program = load_program(source);
  if (!property.checks.empty()) {
    transform::checks::CheckedProgram checked = transform::checks::add_checks(program, property);
    program = std::move(checked.program);
    property = std::move(checked.property);
  }
  choose_targets(options.targets, property, program);
  const Property about = with_settings(property, options);
  check_artifacts(options, program, about);
  journal.begin(options);
  const exchange::PartChoice parts = chosen_parts(options.parts, program);
  const std::optional<exchange::Gia> known = known_conditions(options.conditions, parts, program, about);
  const task::Task task{program, exchange::part_property(about, parts), options.limits, known ? &*known : nullptr,
                        search(options)};
  const InterruptGuard guard;
  VerifyResult result = run(*actor, task, property, parts, options);
  result.partner_runs = journal.journal().runs();
  return report(options, result);
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<VerifyOptions>();
  add_verify_options(app, *options);
  return [options, &app] { return with_result_files(options->files, app, [&] { return verify(*options); }); };
}

} // namespace

const Command verify_command{
    .name = "verify",
    .summary = "decide whether an error can be reached",
    .details = "Looks for inputs that lead the program to its error function or to a failing assert, and for a proof "
               "that there are none. FALSE comes with inputs that were confirmed by running the program. The last "
               "line of standard output is the result: TRUE, FALSE or UNKNOWN with the reason.",
    .examples = {{"tandem verify prog.c", "with the default strategy"},
                 {"tandem verify --engine bmc --cpu 60s --data-model ILP32 prog.i", "bounded model checking, 60 s"}},
    .declare = declare,
};

} // namespace tandem::cli::commands

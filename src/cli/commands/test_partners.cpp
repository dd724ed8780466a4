#include "cli/commands/test_partners.h"

#include "base/core/input_error.h"
#include "base/core/share_folders.h"
#include "base/core/temp_dir.h"
#include "cli/common/command.h"
#include "cli/common/interrupt.h"
#include "cooperate/strategy.h"
#include "engines/external_tool.h"
#include "engines/registry.h"
#include "engines/strategies.h"
#include "exchange/formats/test_suite.h"
#include "task/isolated.h"
#include "task/monitors.h"
#include "task/understood.h"
#include "testing/partners/bounded_goals.h"
#include "testing/partners/concolic.h"
#include "testing/partners/external_tester.h"
#include "testing/partners/fuzzing.h"
#include "testing/partners/proof_of_goals.h"
#include "testing/partners/random_inputs.h"
#include "tool/toolbox.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace tandem::cli::commands {
namespace {

using testing::partners::Partner;

class QuietUntilInterrupted : public task::SilentMonitor {
public:
  bool should_stop() override { return InterruptGuard::interrupted(); }
};

testing::partners::Verify make_verify(const TestOptions& options) {
  return [&options](const std::string& verifier, const Program& program, const Property& property,
                    const task::Limits& limits) {
    task::Understood actor(
        [&](const Property& of_alarms) -> std::shared_ptr<task::Actor> {
          engines::EngineOptions settings{.property = of_alarms, .compiler_args = compiler_arguments(options.program)};
          // The goals' calls are in no file of the user.
          settings.compiled_check = analysis::confirm::CompiledCheck::Skip;
          settings.source = tool::Source::Written;
          const std::vector<std::string> engines = engines::engine_names();
          if (std::ranges::find(engines, verifier) != engines.end()) return engines::make_engine(verifier, settings);
          return engines::make_actor(verifier, settings);
        },
        verifier);
    QuietUntilInterrupted monitor;
    return task::run_isolated(
        actor,
        task::Task{program, property,
                   task::Limits{.cpu = limits.cpu, .wall = limits.wall, .memory = options.limits.memory}, nullptr,
                   task::TargetSearch::All},
        monitor);
  };
}

bool is_tester(const std::string& name) {
  const std::vector<std::string> engines = engines::engine_names();
  if (std::ranges::find(engines, name) != engines.end()) return false;
  return tool::Toolbox(share_folders("tools")).find(name).kind == tool::Kind::Tester;
}

// The suite's tests are among the tool's seeds: definitions of testers keep theirs in the folder seeds.
tool::Definition with_seeds(tool::Definition definition, const std::vector<std::string>& seeds) {
  for (std::size_t i = 0; i < seeds.size(); ++i) definition.files[fmt::format("seeds/suite-{}", i)] = seeds[i];
  return definition;
}

testing::partners::RunTester make_run_tester(const TestOptions& options, const std::string& name,
                                             const Property& property) {
  return [&options, name, property](const Program& program, const std::vector<std::string>& seeds,
                                    const task::Limits& limits) {
    const tool::Definition definition = tool::Toolbox(share_folders("tools")).find(name);
    if (const auto missing = tool::missing_program(definition))
      throw InputError(fmt::format("{} needs {}, which is not on the PATH", name, *missing));
    const TempDir folder("tester");
    engines::EngineOptions settings{.property = property, .compiler_args = compiler_arguments(options.program)};
    settings.compiled_check = analysis::confirm::CompiledCheck::Skip;
    settings.source = tool::Source::Written;
    settings.tests = folder.path() / "tests";
    const std::unique_ptr<task::Actor> actor = engines::make_external_tool(with_seeds(definition, seeds), settings);
    QuietUntilInterrupted monitor;
    const task::Outcome outcome = task::run_isolated(*actor, task::Task{program, property, limits}, monitor);
    std::vector<std::vector<std::string>> tests;
    if (std::filesystem::exists(settings.tests))
      for (const auto& test : exchange::formats::read_test_suite(settings.tests).cases) tests.push_back(test.inputs);
    if (outcome.counterexample) {
      std::vector<std::string>& texts = tests.emplace_back();
      for (const task::InputValue& input : outcome.counterexample->inputs)
        if (task::is_given(input.kind)) texts.push_back(semantics::write_value(input.bits, *input.type));
    }
    return tests;
  };
}

// Of a suite that is to cover something else, errors are no end.
Property for_testers(const testing::goals::Selection& selection, const Property& property) {
  if (selection.criterion == testing::goals::Criterion::Error) return property;
  Property none;
  none.name = property.name;
  none.entry = property.entry;
  none.error_functions.add("tandem_no_error");
  return none;
}

} // namespace

std::vector<std::unique_ptr<Partner>> make_partners(const TestOptions& options,
                                                    const testing::goals::Selection& selection,
                                                    const Property& property, const Program& program) {
  std::vector<std::string> verifiers, testers;
  for (const std::string& name : options.tools) (is_tester(name) ? testers : verifiers).push_back(name);
  if (verifiers.empty()) verifiers.assign(default_verifiers.begin(), default_verifiers.end());
  std::vector<std::unique_ptr<Partner>> result;
  for (const std::string& name : options.partners) {
    if (name == "random")
      result.push_back(testing::partners::make_random_inputs(program, options.seed));
    else if (name == "concolic")
      result.push_back(testing::partners::make_concolic(program));
    else if (name == "bmc")
      result.push_back(testing::partners::make_bounded_goals(program));
    else if (name == "fuzzing")
      result.push_back(testing::partners::make_fuzzing(program, compiler_arguments(options.program), options.seed));
    else if (name == "proofs")
      result.push_back(testing::partners::make_proof_of_goals(verifiers, make_verify(options)));
    else
      throw UsageError(fmt::format("--partners: '{}' is none of {}", name, fmt::join(partner_names, ", ")));
  }
  for (const std::string& name : testers)
    result.push_back(testing::partners::make_external_tester(
        name, make_run_tester(options, name, for_testers(selection, property))));
  return result;
}

namespace {

testing::loop::Plan plan_of(const cooperate::StrategyStep& step) {
  using Kind = testing::loop::Plan::Kind;
  using cooperate::StrategyStepKind;
  testing::loop::Plan plan;
  plan.partner = step.actor;
  plan.share = step.share;
  plan.at_most = step.at_most;
  for (const cooperate::StrategyStep& inner : step.steps) plan.steps.push_back(plan_of(inner));
  switch (step.kind) {
  case StrategyStepKind::Run: plan.kind = Kind::Run; break;
  case StrategyStepKind::Sequence: plan.kind = Kind::Sequence; break;
  case StrategyStepKind::Parallel: plan.kind = Kind::Together; break;
  case StrategyStepKind::Repeat: plan.kind = Kind::Repeat; break;
  case StrategyStepKind::If:
  case StrategyStepKind::Split: throw InputError(step.position, "test generation has no steps of this kind");
  }
  return plan;
}

} // namespace

testing::loop::Plan read_plan(TestOptions& options) {
  const cooperate::StrategyBook book(share_folders("testing/strategies"));
  testing::loop::Plan plan = plan_of(book.find(options.strategy).root);
  options.partners.clear();
  for (const std::string& name : plan.partners())
    (std::ranges::find(partner_names, name) != partner_names.end() ? options.partners : options.tools).push_back(name);
  return plan;
}

} // namespace tandem::cli::commands

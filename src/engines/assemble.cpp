#include "engines/assemble.h"

#include "analysis/arrays/cell_morphing.h"
#include "analysis/bounded/bmc.h"
#include "analysis/cegar/cegar_feasible.h"
#include "analysis/cegar/cegar_refine.h"
#include "analysis/conditional/conditional.h"
#include "analysis/conditional/invariant_helper.h"
#include "analysis/conditional/path_program.h"
#include "analysis/confirm/confirm.h"
#include "analysis/confirm/replay.h"
#include "analysis/invariants/relation_facts.h"
#include "analysis/predicate/predicate.h"
#include "analysis/value/interval_facts.h"
#include "analysis/value/value_analysis.h"
#include "base/core/input_error.h"
#include "cooperate/strategy_actor.h"
#include "engines/share.h"
#include "testing/random_runs.h"
#include "tool/tool_actor.h"
#include "tool/toolbox.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <map>

namespace tandem::engines {

namespace {

analysis::confirm::ConfirmOptions confirm_options(const EngineOptions& options) {
  analysis::confirm::ConfirmOptions settings;
  settings.property = options.property;
  settings.compiler_args = options.compiler_args;
  return settings;
}

analysis::confirm::Confirm confirmation(const EngineOptions& options, analysis::confirm::ConfirmOptions settings) {
  if (options.confirm) return options.confirm;
  if (options.alarms == Alarms::Report) return nullptr;
  return [settings = std::move(settings)](const Program& program, task::Counterexample found) {
    return analysis::confirm::confirm(program, std::move(found), settings);
  };
}

analysis::confirm::Confirm confirmation(const EngineOptions& options) {
  return confirmation(options, confirm_options(options));
}

std::unique_ptr<task::Actor> make_bounded(const EngineOptions& options, analysis::bounded::ProofMethod proof) {
  analysis::bounded::BmcOptions settings;
  settings.proof = proof;
  if (!options.solver.empty()) settings.solver = options.solver;
  if (options.path_limits.loop_iterations) settings.last_bound = *options.path_limits.loop_iterations;
  return analysis::conditional::make_conditional(
      [settings](analysis::confirm::Confirm confirm) {
        return analysis::bounded::make_bmc(settings, std::move(confirm));
      },
      confirmation(options));
}

std::unique_ptr<task::Actor> make_bmc(const EngineOptions& options) {
  return make_bounded(options, analysis::bounded::ProofMethod::ByBound);
}

std::unique_ptr<task::Actor> make_kinduction(const EngineOptions& options) {
  return make_bounded(options, analysis::bounded::ProofMethod::ByInduction);
}

std::unique_ptr<task::Actor> make_cell_morphing(const EngineOptions& options) {
  analysis::arrays::CellMorphingOptions settings;
  if (!options.solver.empty()) settings.solver = options.solver;
  return analysis::conditional::make_conditional(
      [settings](const analysis::confirm::Confirm&) { return analysis::arrays::make_cell_morphing(settings); }, {});
}

std::unique_ptr<task::Actor> make_random(const EngineOptions& options) {
  return analysis::conditional::make_conditional(testing::make_random_runs, confirmation(options));
}

template <analysis::value::ValueKind kind> std::unique_ptr<task::Actor> make_value(const EngineOptions& options) {
  analysis::value::ValueAnalysisOptions settings;
  settings.kind = kind;
  settings.limits = options.path_limits;
  settings.recursion_bound = options.recursion_bound.value_or(settings.recursion_bound);
  settings.post_limit = options.post_limit;
  settings.solver_limit = options.solver_limit.value_or(settings.solver_limit);
  if (!options.solver.empty()) settings.solver = options.solver;
  return analysis::value::make_value_analysis(settings, confirmation(options));
}

std::unique_ptr<task::Actor> make_predicate(const EngineOptions& options) {
  analysis::predicate::PredicateOptions settings;
  settings.recursion_bound = options.recursion_bound.value_or(settings.recursion_bound);
  settings.limits = options.path_limits;
  settings.post_limit = options.post_limit;
  settings.solver_limit = options.solver_limit.value_or(settings.solver_limit);
  if (!options.solver.empty()) settings.solver = settings.path_solver = options.solver;
  return analysis::predicate::make_predicate(settings, confirmation(options));
}

analysis::cegar::CegarOptions cegar_options(const EngineOptions& options) {
  analysis::cegar::CegarOptions settings;
  settings.recursion_bound = options.recursion_bound.value_or(settings.recursion_bound);
  return settings;
}

std::unique_ptr<task::Actor> make_cegar_explore(const EngineOptions& options) {
  return analysis::cegar::make_cegar_explore(cegar_options(options));
}

std::unique_ptr<task::Actor> make_cegar_feasible(const EngineOptions& options) {
  return analysis::cegar::make_cegar_feasible(cegar_options(options), confirmation(options));
}

std::unique_ptr<task::Actor> make_cegar_refine(const EngineOptions& options) {
  return analysis::cegar::make_cegar_refine(cegar_options(options));
}

std::unique_ptr<task::Actor> make_interval_invariants(const EngineOptions&) {
  return analysis::conditional::make_interval_invariants();
}

std::unique_ptr<task::Actor> make_guessed_invariants(const EngineOptions& options) {
  return analysis::conditional::make_guessed_invariants(options.solver.empty() ? "sat" : options.solver);
}

std::unique_ptr<task::Actor> make_path_check(const EngineOptions& options) {
  EngineOptions inner = options;
  inner.source = tool::Source::Written;
  inner.alarms = Alarms::Report;
  inner.with.clear();
  inner.reduce.clear();
  const std::string name = options.with.empty() ? "cbmc" : options.with;
  make_actor(name, inner); // that it exists is found out before anybody works
  return analysis::conditional::make_path_check([name, inner] { return make_actor(name, inner); },
                                                confirmation(options));
}

std::unique_ptr<task::Actor> make_default_gamble(const EngineOptions& options) {
  return make_gamble("kinduction", options, {}, Facts::All);
}

struct Engine {
  std::string_view name;
  std::unique_ptr<task::Actor> (*make)(const EngineOptions& options);
};

constexpr std::array engines{
    Engine{"bmc", make_bmc},
    Engine{"kinduction", make_kinduction},
    Engine{"cell-morphing", make_cell_morphing},
    Engine{"random", make_random},
    Engine{"value", make_value<analysis::value::ValueKind::Explicit>},
    Engine{"value-cegar", make_value<analysis::value::ValueKind::ExplicitByNeed>},
    Engine{"interval", make_value<analysis::value::ValueKind::Interval>},
    Engine{"predicate", make_predicate},
    Engine{"gamble", make_default_gamble},
    Engine{"cegar-explore", make_cegar_explore},
    Engine{"cegar-feasible", make_cegar_feasible},
    Engine{"cegar-refine", make_cegar_refine},
    Engine{"path-check", make_path_check},
    Engine{"interval-invariants", make_interval_invariants},
    Engine{"guessed-invariants", make_guessed_invariants},
};

constexpr std::string_view slice_word = "slice", inductive_word = "inductive-loops", auto_word = "auto";

transform::reduce::ReduceMethod reduce_method(const std::string& text) {
  using transform::reduce::ReduceMethod;
  for (const ReduceMethod method : {ReduceMethod::Unfold, ReduceMethod::Fold, ReduceMethod::Identity})
    if (transform::reduce::name(method) == text) return method;
  if (text == slice_word) return ReduceMethod::Identity;
  if (text.empty() || text == auto_word || text == inductive_word) return ReduceMethod::Auto;
  throw InputError(
      fmt::format("unknown reducer '{}'; there are auto, unfold, fold, slice, inductive-loops, identity", text));
}

std::unique_ptr<task::Actor> make_from(const Engine& engine, const EngineOptions& options) {
  if (options.reduce != slice_word && options.reduce != inductive_word) return engine.make(options);
  EngineOptions inner = options;
  inner.reduce.clear();
  const auto make = [&engine, inner](analysis::confirm::Confirm confirm) mutable {
    inner.confirm = std::move(confirm);
    return engine.make(inner);
  };
  if (options.reduce == slice_word) return analysis::conditional::make_sliced(make, confirmation(options));
  // Most alarms are none of the program, and what lies behind very many rounds is for the compiled program to find out.
  analysis::confirm::ConfirmOptions settings = confirm_options(options);
  settings.replay_limit = std::chrono::milliseconds(500);
  return analysis::conditional::make_inductive_loops(make, confirmation(options, std::move(settings)));
}

} // namespace

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const Engine& engine : engines) names.emplace_back(engine.name);
  return names;
}

std::unique_ptr<task::Actor> make_engine(std::string_view name, const EngineOptions& options) {
  for (const Engine& engine : engines)
    if (engine.name == name) return make_from(engine, options);
  throw InputError(fmt::format("unknown engine '{}'; there are {}", name, fmt::join(engine_names(), ", ")));
}

namespace {

// Of growing bounds those that are well below the limit, then the limit itself: a tool needs one round more to see that
// a loop ends.
void limit_bounds(tool::Definition& definition, std::uint32_t iterations) {
  const auto number = [](const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); };
  if (definition.parameter_name != "bound") return;
  std::erase_if(definition.parameter_values, [&](const std::string& bound) { return number(bound) * 2 > iterations; });
  definition.parameter_values.push_back(std::to_string(std::uint64_t{iterations} + 1));
}

} // namespace

std::unique_ptr<task::Actor> make_tool_actor(tool::Definition definition, const EngineOptions& options) {
  if (options.path_limits.loop_iterations) limit_bounds(definition, *options.path_limits.loop_iterations);
  tool::ToolOptions settings;
  analysis::confirm::ConfirmOptions given = confirm_options(options);
  if (options.alarms == Alarms::Report) given.compiled_check = analysis::confirm::CompiledCheck::Skip;
  settings.replay = [given, alarms = options.alarms](const Program& program, const transform::reduce::Residual* slice,
                                                     const std::vector<task::GivenInput>& inputs,
                                                     std::chrono::milliseconds limit) {
    analysis::confirm::ConfirmOptions within = given;
    within.replay_limit = limit;
    task::Counterexample found = analysis::confirm::replay(program, slice, inputs, within);
    if (alarms == Alarms::Report && found.confirmed == task::Confirmation::None) {
      // The tool's word is enough, only nobody knows which target it means.
      found.target = nullptr;
      found.confirmed = task::Confirmation::Interpreter;
    }
    return found;
  };
  settings.source = options.source;
  settings.artifacts = options.artifacts;
  settings.tests = options.tests;
  settings.reduce = reduce_method(options.reduce);
  if (options.reduce == slice_word || options.reduce == inductive_word || options.reduce == auto_word)
    settings.slicing = tool::Slicing::On;
  if (options.reduce == inductive_word) settings.loops = tool::Loops::Inductive;
  if (options.reduce == auto_word) settings.loops = tool::Loops::InductiveFirst;
  if (!options.compiler_args.empty()) settings.source = tool::Source::Written;
  return tool::make_tool(std::move(definition), std::move(settings));
}

std::unique_ptr<task::Actor> make_actor(const std::string& name, const EngineOptions& options) {
  for (const Engine& engine : engines)
    if (engine.name == name) return make_from(engine, options);
  return make_tool_actor(tool::Toolbox(share_folders("tools")).find(name), options);
}

std::unique_ptr<task::Actor> make_strategy_actor(const StrategyChoice& choice, const EngineOptions& options) {
  cooperate::StrategyOptions settings;
  settings.factory = [options](const std::string& name, const cooperate::PartnerOptions& partner) {
    EngineOptions own = options;
    own.artifacts = partner.artifacts;
    own.reduce = partner.reduce;
    own.with = partner.with;
    return make_actor(name, own);
  };
  settings.jobs = choice.jobs;
  settings.artifacts = options.artifacts;
  return cooperate::make_strategy(
      cooperate::StrategyBook(share_folders("strategies")).find(choice.name, choice.partners), std::move(settings));
}

namespace {

// Intervals, from an analysis of the whole program.
region::MakeFacts make_interval_facts(const Property& property) {
  return [property](const Program& program, std::chrono::milliseconds at_most) -> region::Facts {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t cpu_start = std::clock();
    // By CPU time, so that a busy machine does not change what is found, within reason.
    const auto is_late = [&] {
      const std::chrono::duration<double> cpu(static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC);
      return cpu > at_most || std::chrono::steady_clock::now() - start > 5 * at_most;
    };
    analysis::value::IntervalFacts found =
        analysis::value::interval_facts(program, pointers::AliasPartition(program), property.error_functions, is_late);
    region::Facts facts;
    if (!found.is_complete) return facts;
    facts.safe = std::move(found.may_fail);
    facts.safe.flip();
    facts.assumptions.assign(found.assumptions.begin(), found.assumptions.end());
    facts.at = [at_heads = std::move(found.at_heads)](const Location& location) -> std::vector<const Expr*> {
      const auto fact = at_heads.find(location.id);
      return fact == at_heads.end() ? std::vector<const Expr*>{} : std::vector{fact->second};
    };
    return facts;
  };
}

// Relations between variables, found by induction.
region::MakeFacts make_relation_facts(const Property& property) {
  return [property](const Program& program, std::chrono::milliseconds at_most) -> region::Facts {
    std::map<std::uint32_t, std::vector<const Expr*>> by_head;
    for (const auto& [location, condition] : analysis::invariants::relation_facts(program, property, at_most))
      by_head[location->id].push_back(condition);
    region::Facts facts;
    facts.at = [by_head = std::move(by_head)](const Location& location) -> std::vector<const Expr*> {
      const auto found = by_head.find(location.id);
      return found == by_head.end() ? std::vector<const Expr*>{} : found->second;
    };
    return facts;
  };
}

std::unique_ptr<task::Actor> make_verifier(const std::string& name, const EngineOptions& options) {
  try {
    return make_actor(name, options);
  } catch (const InputError& error) {
    throw InputError(error.position(),
                     fmt::format("{}; engines are {}", error.what(), fmt::join(engine_names(), ", ")));
  }
}

} // namespace

std::unique_ptr<region::Gamble> make_gamble(const std::string& verifier, const EngineOptions& options,
                                            const region::GambleOptions& settings, Facts facts) {
  EngineOptions engine = options;
  region::Verifiers verifiers;
  verifiers.whole = make_verifier(verifier, engine);
  engine.source = tool::Source::Written;
  verifiers.trimmed = make_verifier(verifier, engine);
  engine.alarms = Alarms::Report;
  verifiers.region = make_verifier(verifier, engine);
  std::vector<region::MakeFacts> makers;
  if (facts == Facts::All) makers = {make_interval_facts(options.property), make_relation_facts(options.property)};
  return std::make_unique<region::Gamble>(std::move(verifiers), settings, std::move(makers));
}

} // namespace tandem::engines

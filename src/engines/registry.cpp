// Each engine has one function that turns the common options into its own, and one line in the table below.

#include "engines/registry.h"

#include "analysis/arrays/cell_morphing.h"
#include "analysis/bounded/bmc.h"
#include "analysis/cegar/cegar_feasible.h"
#include "analysis/cegar/cegar_refine.h"
#include "analysis/conditional/conditional.h"
#include "analysis/conditional/invariant_helper.h"
#include "analysis/conditional/path_program.h"
#include "analysis/predicate/predicate.h"
#include "analysis/shape/shape_analysis.h"
#include "analysis/value/value_analysis.h"
#include "base/core/input_error.h"
#include "base/core/nearest.h"
#include "engines/confirmation.h"
#include "engines/external_tool.h"
#include "engines/gambling.h"
#include "engines/reducers.h"
#include "engines/told_facts.h"
#include "testing/runs/random_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace tandem::engines {
namespace {

std::unique_ptr<task::Actor> make_bounded(const EngineOptions& options, analysis::bounded::ProofMethod proof) {
  analysis::bounded::BmcOptions settings;
  settings.proof = proof;
  if (!options.solver.empty()) settings.solver = options.solver;
  if (options.limits.loop_iterations) {
    settings.last_bound = *options.limits.loop_iterations;
    settings.counts_all_iterations = true;
  }
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
  const auto make = [settings](const analysis::confirm::Confirm&) {
    return analysis::arrays::make_cell_morphing(settings);
  };
  return analysis::conditional::make_conditional(
      [make](const analysis::confirm::Confirm&) { return analysis::conditional::make_assuming(make, {}, told_facts); },
      {});
}

std::unique_ptr<task::Actor> make_random(const EngineOptions& options) {
  return analysis::conditional::make_conditional(testing::make_random_runs, confirmation(options));
}

template <analysis::value::ValueKind kind> std::unique_ptr<task::Actor> make_value(const EngineOptions& options) {
  analysis::value::ValueAnalysisOptions settings;
  settings.kind = kind;
  settings.limits = options.limits;
  if (!options.solver.empty()) settings.solver = options.solver;
  return analysis::value::make_value_analysis(settings, confirmation(options));
}

std::unique_ptr<task::Actor> make_shape(const EngineOptions&) {
  return analysis::conditional::make_conditional(
      [](const analysis::confirm::Confirm&) { return analysis::shape::make_shape_analysis(); }, {});
}

std::unique_ptr<task::Actor> make_predicate(const EngineOptions& options) {
  analysis::predicate::PredicateOptions settings;
  settings.limits = options.limits;
  if (!options.solver.empty()) settings.solver = settings.path_solver = options.solver;
  return analysis::predicate::make_predicate(settings, confirmation(options));
}

std::unique_ptr<task::Actor> make_cegar_explore(const EngineOptions& options) {
  return analysis::cegar::make_cegar_explore({.limits = options.limits});
}

std::unique_ptr<task::Actor> make_cegar_feasible(const EngineOptions& options) {
  return analysis::cegar::make_cegar_feasible({.limits = options.limits}, confirmation(options));
}

std::unique_ptr<task::Actor> make_cegar_refine(const EngineOptions& options) {
  return analysis::cegar::make_cegar_refine({.limits = options.limits});
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
  make_actor(name, inner); // a verifier that does not exist is an error before any work is done
  return analysis::conditional::make_path_check([name, inner] { return make_actor(name, inner); },
                                                confirmation(options));
}

std::unique_ptr<task::Actor> make_default_gamble(const EngineOptions& options) {
  const auto make = [options](analysis::confirm::Confirm confirm) -> std::unique_ptr<task::Actor> {
    EngineOptions inner = options;
    inner.confirm = std::move(confirm);
    return make_gamble("kinduction", inner, {}, Facts::All);
  };
  return analysis::conditional::make_assuming(make, confirmation(options), told_facts);
}

// Which of the limits on explorations an engine keeps to.
enum class Keeps : std::uint8_t { AllLimits, LoopIterations, None };

struct Engine {
  std::string_view name;
  std::unique_ptr<task::Actor> (*make)(const EngineOptions& options);
  Keeps keeps;
};

constexpr std::array engines{
    Engine{"bmc", make_bmc, Keeps::LoopIterations},
    Engine{"kinduction", make_kinduction, Keeps::LoopIterations},
    Engine{"cell-morphing", make_cell_morphing, Keeps::None},
    Engine{"random", make_random, Keeps::None},
    Engine{"value", make_value<analysis::value::ValueKind::Explicit>, Keeps::AllLimits},
    Engine{"value-cegar", make_value<analysis::value::ValueKind::ExplicitByNeed>, Keeps::AllLimits},
    Engine{"interval", make_value<analysis::value::ValueKind::Interval>, Keeps::AllLimits},
    Engine{"shape", make_shape, Keeps::None},
    Engine{"predicate", make_predicate, Keeps::AllLimits},
    Engine{"gamble", make_default_gamble, Keeps::None},
    Engine{"cegar-explore", make_cegar_explore, Keeps::AllLimits},
    Engine{"cegar-feasible", make_cegar_feasible, Keeps::AllLimits},
    Engine{"cegar-refine", make_cegar_refine, Keeps::AllLimits},
    Engine{"path-check", make_path_check, Keeps::None},
    Engine{"interval-invariants", make_interval_invariants, Keeps::None},
    Engine{"guessed-invariants", make_guessed_invariants, Keeps::None},
};

const Engine* find_engine(std::string_view name) {
  const auto found = std::ranges::find(engines, name, &Engine::name);
  return found == engines.end() ? nullptr : &*found;
}

// Of those that the user has set, what the engine would ignore.
std::vector<std::string> ignored_limits(const Engine& engine, const analysis::reach::ExplorationLimits& limits) {
  if (engine.keeps == Keeps::AllLimits) return {};
  std::vector<std::string> result;
  const auto add = [&](const auto& option) {
    const bool is_kept =
        engine.keeps == Keeps::LoopIterations && option.name == analysis::reach::loop_iterations_option.name;
    if (limits.*option.member && !is_kept) result.push_back(fmt::format("--{}", option.name));
  };
  std::apply([&](const auto&... option) { (add(option), ...); }, analysis::reach::exploration_options);
  return result;
}

} // namespace

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const Engine& engine : engines) names.emplace_back(engine.name);
  return names;
}

std::unique_ptr<task::Actor> make_engine(std::string_view name, const EngineOptions& options) {
  if (const Engine* engine = find_engine(name)) {
    if (const std::vector<std::string> ignored = ignored_limits(*engine, options.limits); !ignored.empty())
      throw InputError(fmt::format("{} does not keep to {}; value, value-cegar, interval and predicate do", name,
                                   fmt::join(ignored, ", ")));
    return make_reduced(engine->make, options);
  }
  throw InputError(fmt::format("unknown engine '{}'; there are {}{}", name, fmt::join(engine_names(), ", "),
                               did_you_mean(name, engine_names())));
}

std::unique_ptr<task::Actor> make_actor(const std::string& name, const EngineOptions& options) {
  if (const Engine* engine = find_engine(name)) return make_reduced(engine->make, options);
  return make_external_tool(name, options);
}

} // namespace tandem::engines

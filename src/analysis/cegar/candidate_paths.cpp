// The exploration of the predicate analysis with the candidates as the condition automaton in the product, without
// coverage and without predicates: every candidate path is enumerated, up to a limit on nodes.

#include "analysis/cegar/candidate_paths.h"

#include "exchange/gia/gia_file.h"

namespace tandem::analysis::cegar {

namespace {

// Candidates of other actors may stand for many paths.
constexpr std::size_t nodes_at_most = 5'000;

predicate::ExplorationOptions exploration_options(const CegarOptions& options, abstraction::ConstantTracking constants,
                                                  reach::Domain& condition_domain) {
  predicate::ExplorationOptions result;
  if (options.limits.recursion_bound) result.blocks.recursion_bound = *options.limits.recursion_bound;
  result.blocks.condition_domain = &condition_domain;
  result.constants = constants;
  result.covering = predicate::ExplorationOptions::Covering::Never;
  return result;
}

} // namespace

CandidatePaths::CandidatePaths(const task::Task& task, task::Monitor& monitor, const CegarOptions& options,
                               abstraction::ConstantTracking constants)
    : task_(task), monitor_(monitor), candidates_(task.program, *task.condition), domain_(candidates_),
      exploration_(task, monitor, exploration_options(options, constants, domain_)) {}

std::optional<task::Outcome> CandidatePaths::reach(predicate::NodeNumber node, std::uint32_t exit) {
  exploration_.graph()[node].open[exit] = "a candidate"; // not to be reported again
  if (auto done = examine({node, exit}, exploration_.chain(node, exit))) return done;
  if (exploration_.graph().size() > nodes_at_most) return task::Outcome{.reason = "too many candidates"};
  return std::nullopt;
}

exchange::GiaHeader CandidatePaths::header(std::string producer) const {
  return exchange::gia_header(task_.program, task_.property, std::move(producer));
}

} // namespace tandem::analysis::cegar

#include "analysis/candidate_paths.h"

#include "automata/gia_file.h"

namespace tandem::analysis::predicate {

namespace {

// Candidates of others may be more than single paths.
constexpr std::size_t nodes_at_most = 5'000;

ExplorationOptions exploration_options(const CegarOptions& options, Constants constants, Domain& company) {
  ExplorationOptions result;
  result.blocks.recursion_bound = options.recursion_bound;
  result.blocks.company = &company;
  result.constants = constants;
  result.covering = ExplorationOptions::Covering::Never;
  return result;
}

} // namespace

CandidatePaths::CandidatePaths(const task::Task& task, task::Monitor& monitor, const CegarOptions& options,
                               Constants constants)
    : task_(task), monitor_(monitor), candidates_(task.program, *task.condition), domain_(candidates_),
      exploration_(task, monitor, exploration_options(options, constants, domain_)) {}

std::optional<task::Outcome> CandidatePaths::reach(NodeNumber node, std::uint32_t exit) {
  exploration_.graph()[node].open[exit] = "a candidate"; // not to be reached again
  if (auto done = look_at({node, exit}, exploration_.chain(node, exit))) return done;
  if (exploration_.graph().size() > nodes_at_most) return task::Outcome{.reason = "too many candidates"};
  return std::nullopt;
}

automata::GiaHeader CandidatePaths::header(std::string producer) const {
  return automata::gia_header(task_.program, task_.property, std::move(producer));
}

} // namespace tandem::analysis::predicate

// The search keeps two conditions for each point of the path, between two blocks: `known`, what every execution that
// gets there satisfies, and `needed`, a cube that the current attempt to take the rest of the path requires. One query
// per step asks whether the block leads from `known` to `needed`:
//
// - Satisfiable: an implicant of the block's formula in the model is one path through the block; its literals over the
//   values at the block's start are the weakest precondition of `needed` along that path. The search moves one block
//   back; at the first block nothing is left to contradict, and the path is lost.
// - Unsatisfiable: the literals of `needed` in the unsat core are a conflict; its negation joins `known` at the block's
//   end, and the search moves one block forward to look for another way to meet what is needed there.
// - Unsatisfiable, and the core mentions nothing needed: the block's end is unreachable, and the path is refuted.
//
// Then every `known` follows from the one before it through a block, and the last one makes its block infeasible: a
// sequence of interpolants in clausal form, found as IC3 finds its frames (Bradley, VMCAI 2011), but along one path and
// over blocks instead of single transitions, without generalising clauses beyond the unsat core. Each conflict excludes
// the cube that was just tried; the search gives up after a fixed number of conflicts.

#include "analysis/predicate/preconditions.h"

#include "analysis/abstraction/implicant.h"
#include "smt/term/traverse.h"

#include <algorithm>

namespace tandem::analysis::predicate {

using smt::CheckResult;
using smt::Kind;
using smt::Substitution;

namespace {

constexpr std::size_t conflicts_at_most = 3'000;
constexpr std::size_t conflicts_of_instances = 300;

} // namespace

Refutation Preconditions::refute(const abstraction::Chain& chain, InputHandling inputs) {
  try {
    return search(chain, inputs);
  } catch (const smt::SolverError&) { // an unreadable model
    return {};
  }
}

Refutation Preconditions::search(const abstraction::Chain& chain, InputHandling inputs) {
  Refutation result;
  std::vector<std::vector<smt::Term>> known;                    // before each block
  std::vector<std::vector<smt::Term>> needed(chain.size() + 1); // before each block, for the rest to be feasible
  for (const abstraction::ChainLink& link : chain) known.push_back({link.start});
  std::size_t at = chain.size() - 1;
  const std::size_t most = inputs == InputHandling::Instantiate ? conflicts_of_instances : conflicts_at_most;
  while (!should_stop_() && result.conflicts.size() < most) {
    const abstraction::ChainLink& link = chain[at];
    smt::Solver& solver = abstraction_.solver(link.exit->guard);
    const std::vector<smt::Term> images = before(link, needed[at + 1]);
    std::vector<smt::Term> assumptions = known[at];
    assumptions.insert(assumptions.end(), images.begin(), images.end());
    ++queries_;
    const CheckResult answer = solver.check(assumptions);
    if (answer.unknown()) return result;
    if (answer.sat()) {
      result.answer = Refutation::Answer::Lost;
      if (at == 0) return result;
      abstraction::Implicant way(terms_, [&](smt::Term term) { return solver.value(term); });
      way.add(link.exit->guard);
      for (const smt::Term image : images) way.add(image);
      std::vector<smt::Term> literals = project(way.literals());
      if (inputs == InputHandling::Instantiate) literals = instantiate(std::move(literals), solver);
      needed[at--] = without_locals(literals);
      continue;
    }
    std::vector<smt::Term> literals;
    for (const smt::Term image : solver.core())
      if (const auto found = std::ranges::find(images, image); found != images.end())
        literals.push_back(needed[at + 1][static_cast<std::size_t>(found - images.begin())]);
    // The core needs none of them: the end of this block is unreachable.
    if (literals.empty()) {
      result.answer = Refutation::Answer::Refuted;
      return result;
    }
    known[++at].push_back(terms_.not_(terms_.and_(literals)));
    result.conflicts.push_back({at, std::move(literals)});
  }
  result.answer = Refutation::Answer::Unknown;
  return result;
}

// The literals, which are over the values with which the next block begins, over the values at the start of this one.
std::vector<smt::Term> Preconditions::before(const abstraction::ChainLink& link, const std::vector<smt::Term>& needed) {
  Substitution substitution(terms_);
  if (link.entry != nullptr)
    for (const smt::Term symbol : smt::variables(terms_, needed))
      if (const auto bound = link.entry->bindings.find(symbol); bound != link.entry->bindings.end())
        substitution.replace(symbol, bound->second);
  std::vector<smt::Term> result;
  for (const smt::Term literal : needed) result.push_back(substitution(literal));
  return result;
}

bool Preconditions::has_locals(smt::Term term) {
  const auto [found, added] = has_locals_.try_emplace(term, false);
  if (added) {
    const auto variables = smt::variables(terms_, std::span(&term, 1));
    found->second = std::ranges::any_of(variables, [&](smt::Term variable) { return !values_.is_symbol(variable); });
  }
  return found->second;
}

// Eliminates the block's unconstrained values where an equation defines them (destructive equality resolution).
std::vector<smt::Term> Preconditions::project(std::vector<smt::Term> literals) {
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const smt::Term literal = literals[i];
    if (terms_.kind(literal) != Kind::Eq || !has_locals(literal)) continue;
    for (const std::size_t side : {0, 1}) {
      const smt::Term variable = terms_.arg(literal, side), value = terms_.arg(literal, 1 - side);
      if (!terms_.is_variable(variable) || values_.is_symbol(variable)) continue;
      const auto used = smt::variables(terms_, std::span(&value, 1));
      if (std::ranges::find(used, variable) != used.end()) continue;
      Substitution known(terms_);
      known.replace(variable, value);
      for (smt::Term& other : literals) other = known(other);
      break;
    }
  }
  return literals;
}

std::vector<smt::Term> Preconditions::instantiate(std::vector<smt::Term> literals, smt::Solver& solver) {
  Substitution values(terms_);
  for (const smt::Term variable : smt::variables(terms_, literals))
    if (!values_.is_symbol(variable)) values.replace(variable, solver.value(variable));
  for (smt::Term& literal : literals) literal = values(literal);
  return literals;
}

// Leaves out literals that still mention the block's unconstrained values. The condition becomes weaker, so the search
// may lose an infeasible path, but conflicts remain valid.
std::vector<smt::Term> Preconditions::without_locals(const std::vector<smt::Term>& literals) {
  std::vector<smt::Term> result;
  for (const smt::Term literal : literals)
    if (!terms_.is_constant(literal) && !has_locals(literal) && std::ranges::find(result, literal) == result.end())
      result.push_back(literal);
  return result;
}

} // namespace tandem::analysis::predicate

#include "analysis/predicate_refinement.h"

#include "analysis/implicant.h"
#include "smt/traverse.h"

#include <algorithm>

namespace tandem::analysis::predicate {

using smt::CheckResult;
using smt::Kind;
using smt::Substitution;

namespace {

constexpr std::uint32_t visits_before_guessing = 5;

UInt128 bits_of(const smt::Bits& bits) {
  const UInt128 result = bits.size() > 1 ? bits.word(1) : 0;
  return result << 64 | (bits.size() > 0 ? bits.word(0) : 0);
}

// The chain as one formula over the values that come from outside: every block's values are put into the next one, and
// what is arbitrary in a block is told apart from the same in other blocks.
class Composition {
public:
  Composition(Terms& terms, const Values& values) : terms_(terms), values_(values) {}

  Term add(const ChainLink& link) {
    std::vector<Term> roots{link.exit->guard};
    for (const vcgen::InputTerm& input : link.block->inputs) roots.insert(roots.end(), {input.guard, input.value});
    if (link.entry != nullptr)
      for (const auto& [symbol, value] : link.entry->bindings) roots.push_back(value);
    Substitution& substitution = steps_.emplace_back(terms_);
    for (const Term variable : smt::variables(terms_, roots)) {
      const auto now = now_.find(variable);
      if (now != now_.end())
        substitution.replace(variable, now->second);
      else if (!values_.is_symbol(variable))
        substitution.replace(variable, terms_.fresh("step", terms_.sort(variable)));
    }
    if (link.entry != nullptr) {
      std::unordered_map<Term, Term> next;
      for (const auto& [symbol, value] : link.entry->bindings) next[symbol] = substitution(value);
      now_ = std::move(next);
    }
    return substitution(link.exit->guard);
  }
  // A term of the i-th block.
  Term in_step(std::size_t i, Term term) { return steps_[i](term); }

private:
  Terms& terms_;
  const Values& values_;
  std::deque<Substitution> steps_;
  std::unordered_map<Term, Term> now_;
};

task::Counterexample counterexample(const std::vector<ChainLink>& chain, Composition& composition, Terms& terms,
                                    smt::Solver& solver) {
  task::Counterexample result;
  result.target = chain.back().exit->edge;
  for (std::size_t i = 0; i < chain.size(); ++i)
    for (const vcgen::InputTerm& input : chain[i].block->inputs) {
      if (!terms.is_true(solver.value(composition.in_step(i, input.guard)))) continue;
      const Term value = solver.value(composition.in_step(i, input.value));
      result.inputs.push_back(
          {.kind = input.kind, .type = input.type, .bits = bits_of(terms.bits(value)), .edge = input.edge});
    }
  return result;
}

} // namespace

Refinement Refiner::refine(const std::vector<ChainLink>& chain) {
  if (auto decided = check_feasible(chain)) return std::move(*decided);
  for (;;) {
    if (should_stop_()) return {.reason = "limit reached"};
    const std::vector<Term> starts = abstractions(chain);
    if (terms_.is_false(starts.back())) return {.kind = Refinement::Kind::Refuted};
    const Progress progress = add_predicates(chain, starts);
    if (progress == Progress::Found || (progress != Progress::Unknown && guess_along(chain))) continue;
    if (progress == Progress::Unknown) return {.reason = "solver: limit reached"};
    if (progress == Progress::Lost) return {.reason = "preconditions do not tell an impossible path from others"};
    return {.reason = "no predicates found"};
  }
}

// At the loops of the path that were not guessed at before.
bool Refiner::guess_along(const std::vector<ChainLink>& chain) {
  bool added = false;
  for (const ChainLink& link : chain) {
    if (link.entry == nullptr) continue;
    std::uint32_t& visits = visits_[link.exit->to.at.location];
    if (visits >= visits_before_guessing) continue;
    visits = visits_before_guessing;
    added |= guesses_.add(link.exit->to.at, *link.entry);
  }
  return added;
}

// Nothing: it is not.
std::optional<Refinement> Refiner::check_feasible(const std::vector<ChainLink>& chain) {
  Composition composition(terms_, values_);
  smt::Solver& solver = abstraction_.solver(terms_.true_());
  const SolverLevel level(solver);
  for (const ChainLink& link : chain) {
    const Term condition = composition.add(link);
    if (terms_.is_false(condition)) return std::nullopt;
    solver.add(condition);
  }
  const CheckResult result = solver.check();
  if (result.unsat()) return std::nullopt;
  if (result.unknown()) return Refinement{.reason = "solver: " + result.reason};
  try {
    return Refinement{.kind = Refinement::Kind::Feasible,
                      .counterexample = counterexample(chain, composition, terms_, solver)};
  } catch (const smt::SolverError& error) {
    return Refinement{.reason = error.what()};
  }
}

std::vector<Term> Refiner::abstractions(const std::vector<ChainLink>& chain) {
  std::vector<Term> result{terms_.true_()};
  for (const ChainLink& link : chain) {
    const auto images =
        link.entry == nullptr ? std::vector<Image>{} : precision_.images(*link.exit->to.at.location, *link.entry);
    result.push_back(abstraction_.compute(result.back(), link.exit->guard, images));
    if (terms_.is_false(result.back())) break;
  }
  return result;
}

Refiner::Progress Refiner::add_predicates(const std::vector<ChainLink>& chain, const std::vector<Term>& starts) {
  std::vector<Term> needed; // for the rest of the path, over the values at the end of the block
  for (std::size_t i = chain.size(); i-- > 0;) {
    const ChainLink& link = chain[i];
    smt::Solver& solver = abstraction_.solver(link.exit->guard);
    const SolverLevel level(solver);
    solver.add(starts[i]);
    Substitution before(terms_);
    if (link.entry != nullptr)
      for (const Term symbol : smt::variables(terms_, needed))
        if (const auto bound = link.entry->bindings.find(symbol); bound != link.entry->bindings.end())
          before.replace(symbol, bound->second);
    std::vector<Term> images;
    for (const Term literal : needed) images.push_back(before(literal));
    const CheckResult answer = solver.check(images);
    if (answer.unknown()) return Progress::Unknown;
    if (answer.unsat()) {
      std::vector<Term> core;
      for (const Term image : solver.core())
        core.push_back(needed[static_cast<std::size_t>(std::ranges::find(images, image) - images.begin())]);
      return separate(link, core);
    }
    Implicant way(terms_, [&](Term term) { return solver.value(term); });
    way.add(link.exit->guard);
    for (const Term image : images) way.add(image);
    needed = project(way.literals());
  }
  return Progress::Lost;
}

Refiner::Progress Refiner::separate(const ChainLink& link, const std::vector<Term>& core) {
  Progress result = Progress::Nothing;
  if (++visits_[link.exit->to.at.location] == visits_before_guessing) guesses_.add(link.exit->to.at, *link.entry);
  for (const Term literal : core)
    for (const Term atom : atoms(terms_, literal))
      if (precision_.add(*link.exit->to.at.location, atom)) result = Progress::Found;
  if (result == Progress::Found) return result;
  // All atoms are known, but they had too many combinations: what follows from them is a predicate of its own.
  if (precision_.add(*link.exit->to.at.location, terms_.and_(core))) result = Progress::Found;
  return result;
}

bool Refiner::has_locals(Term term) {
  const auto [found, added] = has_locals_.try_emplace(term, false);
  if (added) {
    const auto variables = smt::variables(terms_, std::span(&term, 1));
    found->second = std::ranges::any_of(variables, [&](Term variable) { return !values_.is_symbol(variable); });
  }
  return found->second;
}

// What is arbitrary in the block is eliminated where an equation says what it is; literals that still mention it are
// left out, which makes the condition weaker, never wrong.
std::vector<Term> Refiner::project(std::vector<Term> literals) {
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const Term literal = literals[i];
    if (terms_.kind(literal) != Kind::Eq || !has_locals(literal)) continue;
    for (const std::size_t side : {0, 1}) {
      const Term variable = terms_.arg(literal, side), value = terms_.arg(literal, 1 - side);
      if (!terms_.is_variable(variable) || values_.is_symbol(variable)) continue;
      const auto used = smt::variables(terms_, std::span(&value, 1));
      if (std::ranges::find(used, variable) != used.end()) continue;
      Substitution known(terms_);
      known.replace(variable, value);
      for (Term& other : literals) other = known(other);
      break;
    }
  }
  std::vector<Term> result;
  for (const Term literal : literals)
    if (!terms_.is_constant(literal) && !has_locals(literal) && std::ranges::find(result, literal) == result.end())
      result.push_back(literal);
  return result;
}

} // namespace tandem::analysis::predicate

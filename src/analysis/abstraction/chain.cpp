// The feasibility check composes the blocks by substitution instead of indexing variables (SSA): the values at the end
// of one block replace the symbols of the next, and each block's own unconstrained values get fresh names. The formula
// is then over inputs alone, and a model of it is the input vector of the counterexample.

#include "analysis/abstraction/chain.h"

#include "analysis/confirm/model_bits.h"
#include "smt/term/traverse.h"

#include <deque>

namespace tandem::analysis::abstraction {

using smt::CheckResult;
using smt::Substitution;

namespace {

// The chain as one formula over the inputs: every block's final values are substituted into the next one, and what is
// unconstrained in a block is renamed apart from other blocks.
class Composition {
public:
  Composition(smt::Terms& terms, const Values& values) : terms_(terms), values_(values) {}

  smt::Term add(const ChainLink& link) {
    std::vector<smt::Term> roots{link.exit->guard};
    for (const symex::InputTerm& input : link.block->inputs) roots.insert(roots.end(), {input.guard, input.value});
    if (link.entry != nullptr)
      for (const auto& [symbol, value] : link.entry->bindings) roots.push_back(value);
    Substitution& substitution = steps_.emplace_back(terms_);
    for (const smt::Term variable : smt::variables(terms_, roots)) {
      const auto now = now_.find(variable);
      if (now != now_.end())
        substitution.replace(variable, now->second);
      else if (!values_.is_symbol(variable))
        substitution.replace(variable, terms_.fresh("step", terms_.sort(variable)));
    }
    if (link.entry != nullptr) {
      std::unordered_map<smt::Term, smt::Term> next;
      for (const auto& [symbol, value] : link.entry->bindings) next[symbol] = substitution(value);
      now_ = std::move(next);
    }
    return substitution(link.exit->guard);
  }
  // A term of the i-th block.
  smt::Term in_step(std::size_t i, smt::Term term) { return steps_[i](term); }

private:
  smt::Terms& terms_;
  const Values& values_;
  std::deque<Substitution> steps_;
  std::unordered_map<smt::Term, smt::Term> now_;
};

task::Counterexample counterexample(const Chain& chain, Composition& composition, smt::Solver& solver) {
  const smt::Terms& terms = solver.terms();
  task::Counterexample result;
  result.target = chain.back().exit->edge;
  for (std::size_t i = 0; i < chain.size(); ++i)
    for (const symex::InputTerm& input : chain[i].block->inputs) {
      if (!terms.is_true(solver.value(composition.in_step(i, input.guard)))) continue;
      const smt::Term value = solver.value(composition.in_step(i, input.value));
      result.inputs.push_back(
          {.kind = input.kind, .type = input.type, .bits = confirm::bits_of(terms.bits(value)), .edge = input.edge});
    }
  return result;
}

} // namespace

Feasibility check_chain(const Chain& chain, const Values& values, smt::Solver& solver) {
  Composition composition(solver.terms(), values);
  for (const ChainLink& link : chain) {
    const smt::Term condition = composition.add(link);
    if (solver.terms().is_false(condition)) return {.kind = Feasibility::Kind::Infeasible};
    solver.add(condition);
  }
  const CheckResult result = solver.check();
  if (result.unsat()) return {.kind = Feasibility::Kind::Infeasible};
  if (result.unknown()) return {.reason = "solver: " + result.reason};
  try {
    return {.kind = Feasibility::Kind::Feasible, .counterexample = counterexample(chain, composition, solver)};
  } catch (const smt::SolverError& error) {
    return {.reason = error.what()};
  }
}

} // namespace tandem::analysis::abstraction

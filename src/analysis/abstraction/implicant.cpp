// One descent through the formula, memoised by term and polarity, so linear in its DAG. If-then-else inside atoms is
// resolved as well (specialize), and its condition joins the literals: the atoms of an implicant are free of branches.

#include "analysis/abstraction/implicant.h"

#include "smt/term/traverse.h"

#include <algorithm>

namespace tandem::analysis::abstraction {

using smt::Kind;
using smt::Term;
using smt::Terms;

namespace {

bool is_connective(const Terms& terms, Term term) {
  switch (terms.kind(term)) {
  case Kind::And:
  case Kind::Or:
  case Kind::Not: return true;
  case Kind::Ite: return terms.sort(term).is_bool();
  case Kind::Eq: return terms.sort(terms.arg(term, 0)).is_bool();
  default: return false;
  }
}

} // namespace

void Implicant::literals(Term formula, bool truth) {
  if (terms_.is_constant(formula)) return;
  if (!seen_.insert(std::uint64_t{formula.id()} << 1 | (truth ? 1 : 0)).second) return;
  if (!is_connective(terms_, formula)) return add_literal(special_arguments(formula), truth);
  switch (terms_.kind(formula)) {
  case Kind::Not: return literals(terms_.arg(formula, 0), !truth);
  case Kind::And: return junction(formula, truth, truth);
  case Kind::Or: return junction(formula, truth, !truth);
  case Kind::Eq:
    literals(terms_.arg(formula, 0), is_true(terms_.arg(formula, 0)));
    return literals(terms_.arg(formula, 1), is_true(terms_.arg(formula, 1)));
  default: break;
  }
  const bool first = is_true(terms_.arg(formula, 0));
  literals(terms_.arg(formula, 0), first);
  literals(terms_.arg(formula, first ? 1 : 2), truth);
}

void Implicant::junction(Term formula, bool truth, bool all) {
  // Recursion creates terms, which invalidates spans of arguments; hence one at a time.
  for (std::size_t i = 0; i < 2; ++i) {
    const Term part = terms_.arg(formula, i);
    if (!all && is_true(part) != truth) continue;
    literals(part, truth);
    if (!all) return;
  }
}

void Implicant::add_literal(Term atom, bool truth) {
  if (terms_.is_constant(atom)) return;
  // Simplification may have turned the atom into a connective.
  if (is_connective(terms_, atom)) return literals(atom, truth);
  const Term literal = truth ? atom : terms_.not_(atom);
  if (seen_literals_.insert(literal).second) literals_.push_back(literal);
}

Term Implicant::specialize(Term term) {
  if (terms_.args(term).empty()) return term;
  if (terms_.sort(term).is_bool()) {
    const bool truth = is_true(term);
    literals(term, truth);
    return terms_.boolean(truth);
  }
  if (const auto known = special_.find(term); known != special_.end()) return known->second;
  Term result;
  if (terms_.kind(term) == Kind::Ite) {
    const bool first = is_true(terms_.arg(term, 0));
    literals(terms_.arg(term, 0), first);
    result = specialize(terms_.arg(term, first ? 1 : 2));
  } else {
    result = special_arguments(term);
  }
  special_[term] = result;
  return result;
}

Term Implicant::special_arguments(Term term) {
  if (terms_.args(term).empty()) return term;
  std::vector<Term> arguments;
  for (std::size_t i = 0; i < terms_.args(term).size(); ++i) arguments.push_back(specialize(terms_.arg(term, i)));
  return terms_.rebuild(term, arguments);
}

std::vector<Term> atoms(const Terms& terms, Term formula) {
  std::vector<Term> result;
  std::vector<Term> stack{formula};
  std::unordered_set<Term> seen;
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (!seen.insert(term).second || terms.is_constant(term)) continue;
    if (!is_connective(terms, term)) {
      result.push_back(term);
      continue;
    }
    for (const Term part : terms.args(term)) stack.push_back(part);
  }
  std::ranges::sort(result);
  return result;
}

} // namespace tandem::analysis::abstraction

// Traversals of term DAGs: reachable terms, sizes, substitution. All iterative.
#pragma once

#include "smt/term/terms.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace tandem::smt {

// Every term the roots are made of, themselves included, arguments before the terms they occur in (by increasing id).
std::vector<Term> reachable(const Terms& terms, std::span<const Term> roots);
std::vector<Term> variables(const Terms& terms, std::span<const Term> roots);

// Number of different terms.
std::uint64_t dag_size(const Terms& terms, std::span<const Term> roots);
// Number of terms counted as often as they occur. Exact up to 2^53, then rounded, infinite beyond 10^308.
double tree_size(const Terms& terms, std::span<const Term> roots);

// Replaces terms, anywhere in a DAG, by terms of the same sort; replacements are not substituted into again.
class Substitution {
public:
  explicit Substitution(Terms& terms) : terms_(terms) {}

  void replace(Term from, Term to);
  Term operator()(Term t);

private:
  Terms& terms_;
  std::unordered_map<Term, Term> done_;
  std::size_t replaced_ = 0; // how many of them are replacements
};

} // namespace tandem::smt

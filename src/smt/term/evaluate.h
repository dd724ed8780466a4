// The value of terms under an assignment of constants to variables. Unassigned variables are zero (false, 0, +0, an
// array of zeros). Values are remembered, so asking for many terms of one DAG costs one walk.
#pragma once

#include "smt/term/array_values.h"
#include "smt/term/term_table.h"
#include "smt/term/terms.h"

#include <functional>
#include <unordered_map>
#include <vector>

namespace tandem::smt {

// Variables to constants. An array constant is a chain of stores of constants over a constant array.
using Assignment = std::unordered_map<Term, Term>;

class Evaluator {
public:
  // Called once for each variable that occurs: its constant, or no term for zero.
  using Lookup = std::function<Term(Term variable)>;

  Evaluator(Terms& terms, Lookup lookup) : terms_(terms), lookup_(std::move(lookup)) {}
  // The assignment must outlive the evaluator and not change.
  Evaluator(Terms& terms, const Assignment& assignment);

  // Of a term that is not an array.
  Bits bits(Term t);
  bool is_true(Term t) { return !bits(t).is_zero(); }
  // As a constant term; for an array the shortest chain, by increasing index.
  Term value(Term t);

private:
  // A scalar's bits or an array's version.
  struct Value {
    Bits bits;
    ArrayValues::Version array = 0;
  };

  const Value& known(Term t) const { return values_[indices_[t] - 1]; }
  bool is_known(Term t) const { return indices_[t] != 0; }
  void evaluate(Term t);
  // The first argument that has no value yet; none when all have.
  Term missing(Term t);
  Value compute(Term t);
  Value compute_variable(Term t);
  Value compute_eq(Term t);
  Value compute_scalar(Term t);
  Value zero(Sort sort);

  Terms& terms_;
  Lookup lookup_;
  Assignment found_; // the results of lookup_
  ArrayValues arrays_;
  TermTable<std::uint32_t> indices_; // 1 + index in values_
  std::vector<Value> values_;
};

// A single value; use an Evaluator for several.
Term evaluate(Terms& terms, Term t, const Assignment& assignment);

} // namespace tandem::smt

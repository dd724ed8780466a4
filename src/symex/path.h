// A symbolic path: the state at its end and its path condition, the guard. Guards are immutable lists of conditions
// that share their prefixes, so that joining two paths only looks at what they do not have in common.
#pragma once

#include "semantics/symbolic/known_conditions.h"
#include "semantics/symbolic/symbolic_memory.h"

#include <memory>

namespace tandem::symex {

using smt::Term;
using smt::Terms;

class Guard {
public:
  Guard() = default;

  // The conjunction of all conditions.
  Term all(const Terms& terms) const { return last_ ? last_->all : terms.true_(); }
  std::uint32_t depth() const { return last_ ? last_->depth : 0; }
  // By identity, in constant time: no condition was added to either since they were the same.
  bool same(const Guard& other) const { return last_ == other.last_; }

  Guard with(Terms& terms, Term condition) const;
  const semantics::symbolic::KnownConditions& known() const;

  struct Join;
  static Join join(Terms& terms, const Guard& a, const Guard& b);

private:
  struct Node {
    Term condition;
    Term all;
    std::uint32_t depth;
    semantics::symbolic::KnownConditions known;
    std::shared_ptr<const Node> before;
  };

  // What follows after `start`, conjoined.
  static Term since(Terms& terms, const Node* from, const Node* start);

  std::shared_ptr<const Node> last_;
};

struct Guard::Join {
  Guard guard; // the shared conditions, then one of the two remainders
  Term choose; // true exactly on the first path, given the guard
};

struct Path {
  semantics::symbolic::SymbolicState state;
  Guard guard;
  std::uint32_t block = 0; // the current block of the single-assignment form, if one is recorded
};

} // namespace tandem::symex

// The precision of the predicate analysis: the predicates of each location, in the order in which they were found.
#pragma once

#include "analysis/abstraction/abstraction.h"
#include "analysis/abstraction/values.h"

#include <map>
#include <set>
#include <vector>

namespace tandem::analysis::abstraction {

class Precision {
public:
  Precision(smt::Terms& terms, const Values& values) : terms_(terms), values_(values) {}

  // False if it is known already. Predicates are atoms over symbols of current values only.
  bool add(const Location& location, smt::Term predicate);
  // The location's predicates with their images over the values at the start of the block that ends with this entry.
  // Predicates whose truth follows from the entry's exact values are left out.
  std::vector<PredicateImage> images(const Location& location, const Entry& entry);
  std::vector<smt::Term> at(const Location& location) const;
  std::size_t size() const { return size_; }

private:
  struct Predicate {
    smt::Term term;
    std::vector<smt::Term> symbols;
  };

  smt::Terms& terms_;
  const Values& values_;
  std::map<const Location*, std::vector<Predicate>> predicates_;
  std::map<const Location*, std::set<smt::Term>> known_;
  std::size_t size_ = 0;
};

} // namespace tandem::analysis::abstraction

// Which predicates are looked at where: per location, in the order in which they were found.
#pragma once

#include "analysis/predicate_abstraction.h"
#include "analysis/predicate_values.h"

#include <map>
#include <set>
#include <vector>

namespace tandem::analysis::predicate {

class Precision {
public:
  Precision(Terms& terms, const Values& values) : terms_(terms), values_(values) {}

  // False if it is known already. Atoms, over symbols of current values alone.
  bool add(const Location& location, Term predicate);
  // The location's predicates as the values at the start of a block make them: what these decide is left out.
  std::vector<Image> images(const Location& location, const Entry& entry);
  std::vector<Term> at(const Location& location) const;
  std::size_t size() const { return size_; }

private:
  struct Predicate {
    Term term;
    std::vector<Term> symbols;
  };

  Terms& terms_;
  const Values& values_;
  std::map<const Location*, std::vector<Predicate>> predicates_;
  std::map<const Location*, std::set<Term>> known_;
  std::size_t size_ = 0;
};

} // namespace tandem::analysis::predicate

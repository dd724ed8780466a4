// Alarms whose blocks a replay has memory for. A model may choose any size for a block; as long as there is an
// execution to a target with small blocks, queries ask for one.
#pragma once

#include "smt/solver/solver.h"
#include "symex/unwind.h"

#include <vector>

namespace tandem::analysis::bounded {

class SmallBlocks {
public:
  SmallBlocks(const symex::Unwinding& unwinding, smt::Terms& terms, smt::Solver& solver)
      : is_large_(terms.or_(unwinding.large_blocks)), terms_(terms), solver_(solver) {}

  // After the query was found to be satisfiable: a model with small blocks, if there is one; else another one. False:
  // there is no model now.
  bool prefer(const std::vector<smt::Term>& query) {
    if (!terms_.is_true(solver_.value(is_large_))) return true;
    are_wanted_ = true;
    return check(query).sat();
  }

  smt::CheckResult check(std::vector<smt::Term> query) {
    if (!are_wanted_) return solver_.check(query);
    query.push_back(terms_.not_(is_large_));
    if (const smt::CheckResult result = solver_.check(query); !result.unsat()) return result;
    are_wanted_ = false;
    query.pop_back();
    return solver_.check(query);
  }

private:
  smt::Term is_large_;
  smt::Terms& terms_;
  smt::Solver& solver_;
  bool are_wanted_ = false;
};

} // namespace tandem::analysis::bounded

// What backends have in common: the terms they solve, when a check has to end, and the core of the last Unsat.
#pragma once

#include "smt/solver/solver.h"
#include "smt/solver/stop_sign.h"

#include <vector>

namespace tandem::smt {

class BackendSolver : public Solver {
public:
  Terms& terms() override { return terms_; }
  std::vector<Term> core() override { return core_; }
  void set_limits(const CheckLimits& limits) override { sign_.set_limits(limits); }
  void interrupt() noexcept override { sign_.interrupt(); }

protected:
  explicit BackendSolver(Terms& terms) : terms_(terms) {}

  Terms& terms_;
  StopSign sign_;
  std::vector<Term> core_;
};

} // namespace tandem::smt

// The interface to a SAT solver: incremental, with assumptions. Variables are 1, 2, 3 …, literals signed.
#pragma once

#include "smt/solver/solver.h"
#include "smt/solver/stop_sign.h"

#include <memory>
#include <span>
#include <vector>

namespace tandem::smt::bitblast {

class SatEngine {
public:
  virtual ~SatEngine() = default;

  virtual int new_variable() = 0;
  virtual void add_clause(std::span<const int> literals) = 0;
  virtual Answer solve(std::span<const int> assumptions, StopSign& sign) = 0;
  // Sets the phase of a decision on the literal's variable so that the literal is true; or leaves it to the engine
  // again.
  virtual void prefer(int literal) = 0;
  virtual void prefer_nothing(int literal) = 0;
  // After Sat.
  virtual bool value(int literal) = 0;
  // After Unsat: was the assumption needed?
  virtual bool failed(int assumption) = 0;
};

std::unique_ptr<SatEngine> make_cadical();
std::unique_ptr<SatEngine> make_minisat();

} // namespace tandem::smt::bitblast

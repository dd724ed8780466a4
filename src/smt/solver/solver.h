// The interface of every SMT solver. Formulas are terms of one Terms, given at construction; a solver translates each
// term once. A solver that cannot decide (limits, an unsupported operator, a crashed process) answers Unknown with the
// reason and stays usable.
#pragma once

#include "smt/term/terms.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tandem::smt {

enum class Answer : std::uint8_t { Sat, Unsat, Unknown };

struct CheckResult {
  Answer answer = Answer::Unknown;
  std::string reason;  // of Unknown: "time limit", "memory limit", "interrupted", or the solver's own
  bool broken = false; // of Unknown: the solver failed: it crashed, or its answer was malformed or wrong

  bool sat() const { return answer == Answer::Sat; }
  bool unsat() const { return answer == Answer::Unsat; }
  bool unknown() const { return answer == Answer::Unknown; }
};

// Zero means none. Wall time counts for each check; memory is the whole process's.
struct CheckLimits {
  std::chrono::milliseconds wall{0};
  std::uint64_t memory_bytes = 0;
};

// Thrown by value() when the solver gave no usable model; to be treated like Unknown.
class SolverError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class Solver {
public:
  virtual ~Solver() = default;

  virtual Terms& terms() = 0;
  virtual std::string name() const = 0;

  // Asserts the formula at the current push level.
  virtual void add(Term formula) = 0;
  virtual void push() = 0;
  virtual void pop() = 0;

  // Are the added formulas and the assumptions, which hold for this check only, satisfiable together?
  virtual CheckResult check(std::span<const Term> assumptions) = 0;
  CheckResult check() { return check(std::span<const Term>()); }

  // After Sat, until the next call of another function: the value of any term, as a constant term. Variables that the
  // solver never saw are 0.
  virtual Term value(Term t) = 0;
  // After Unsat: assumptions that suffice for it, in the order they were given; not minimal.
  virtual std::vector<Term> core() = 0;

  // A hint for the following checks, replacing the previous one: models in which many of these formulas hold are
  // preferred.
  virtual void prefer(std::span<const Term> /*formulas*/) {}

  virtual void set_limits(const CheckLimits& limits) = 0;
  // Ends a running check (or the next one) with Unknown "interrupted". May be called from another thread or a signal
  // handler.
  virtual void interrupt() noexcept = 0;
};

} // namespace tandem::smt

// MiniSat, linked: no inprocessing, but very quick on small queries. It has no callback, so a watchdog interrupts it.

#include "smt/sat_engine.h"

#include "smt/watchdog.h"

#include <minisat/core/Solver.h>
#include <optional>

namespace tandem::smt {

namespace {

class MinisatEngine : public SatEngine {
public:
  int new_variable() override { return solver_.newVar() + 1; }

  void add_clause(std::span<const int> literals) override {
    clause_.clear();
    for (const int literal : literals) clause_.push(lit(literal));
    solver_.addClause_(clause_);
  }

  Answer solve(std::span<const int> assumptions, StopSign& sign) override {
    Minisat::vec<Minisat::Lit> assumed;
    for (const int literal : assumptions) assumed.push(lit(literal));
    solver_.clearInterrupt();
    if (&sign != watched_) { // the watchdog's thread is worth more than one short check
      watchdog_.emplace(sign, [this] { solver_.interrupt(); });
      watched_ = &sign;
    }
    watchdog_->check_begins();
    const Minisat::lbool answer = solver_.solveLimited(assumed);
    watchdog_->check_ends();
    if (answer == Minisat::lbool(std::uint8_t{0})) return Answer::Sat;
    return answer == Minisat::lbool(std::uint8_t{1}) ? Answer::Unsat : Answer::Unknown;
  }

  bool value(int literal) override { return solver_.modelValue(lit(literal)) == Minisat::lbool(std::uint8_t{0}); }

  bool failed(int assumption) override {
    for (int i = 0; i < solver_.conflict.size(); ++i)
      if (solver_.conflict[i] == ~lit(assumption)) return true;
    return false;
  }

private:
  static Minisat::Lit lit(int literal) { return Minisat::mkLit(std::abs(literal) - 1, literal < 0); }

  Minisat::Solver solver_;
  Minisat::vec<Minisat::Lit> clause_;
  const StopSign* watched_ = nullptr;
  std::optional<Watchdog> watchdog_; // its thread ends before the solver does
};

} // namespace

std::unique_ptr<SatEngine> make_minisat() { return std::make_unique<MinisatEngine>(); }

} // namespace tandem::smt

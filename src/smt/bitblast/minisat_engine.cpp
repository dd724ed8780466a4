// MiniSat, linked: no inprocessing, but very fast on small queries. It has no termination callback: a check starts
// with a budget of propagations, and one that exceeds it is watched by a thread that interrupts it.

#include "smt/bitblast/sat_engine.h"

#include "smt/solver/watchdog.h"

#include <minisat/core/Solver.h>
#include <optional>

namespace tandem::smt::bitblast {

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
    solver_.setPropBudget(few_propagations);
    const Answer quick = answer(solver_.solveLimited(assumed));
    solver_.budgetOff();
    if (quick != Answer::Unknown || sign.raised()) return quick;
    if (&sign != watched_) { // starting the watchdog's thread costs more than a short check
      watchdog_.emplace(sign, [this] { solver_.interrupt(); });
      watched_ = &sign;
    }
    watchdog_->check_begins();
    const Answer slow = answer(solver_.solveLimited(assumed));
    watchdog_->check_ends();
    return slow;
  }

  // In MiniSat, polarity true means that the variable is preferably false.
  void prefer(int literal) override {
    solver_.setPolarity(std::abs(literal) - 1, Minisat::lbool(static_cast<std::uint8_t>(literal > 0 ? 1 : 0)));
  }
  void prefer_nothing(int literal) override {
    solver_.setPolarity(std::abs(literal) - 1, Minisat::lbool(std::uint8_t{2}));
  }

  bool value(int literal) override { return solver_.modelValue(lit(literal)) == Minisat::lbool(std::uint8_t{0}); }

  bool failed(int assumption) override {
    for (int i = 0; i < solver_.conflict.size(); ++i)
      if (solver_.conflict[i] == ~lit(assumption)) return true;
    return false;
  }

private:
  static constexpr std::int64_t few_propagations = 200'000; // well below a tenth of a second
  static Answer answer(Minisat::lbool said) {
    if (said == Minisat::lbool(std::uint8_t{0})) return Answer::Sat;
    return said == Minisat::lbool(std::uint8_t{1}) ? Answer::Unsat : Answer::Unknown;
  }
  static Minisat::Lit lit(int literal) { return Minisat::mkLit(std::abs(literal) - 1, literal < 0); }

  Minisat::Solver solver_;
  Minisat::vec<Minisat::Lit> clause_;
  const StopSign* watched_ = nullptr;
  std::optional<Watchdog> watchdog_; // its thread ends before the solver does
};

} // namespace

std::unique_ptr<SatEngine> make_minisat() { return std::make_unique<MinisatEngine>(); }

} // namespace tandem::smt::bitblast

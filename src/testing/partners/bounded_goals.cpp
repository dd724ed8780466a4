// The edges of goals are watched during the unwinding (symex::UnwindOptions::watched), and paths go on behind them. A
// model for one goal is extended, while that is cheap, to one that covers further open goals: fewer tests, and fewer
// queries.

#include "testing/partners/bounded_goals.h"

#include "analysis/confirm/model_bits.h"
#include "smt/backends/backends.h"
#include "testing/partners/goal_unwinding.h"

#include <algorithm>
#include <deque>
#include <map>

namespace tandem::testing::partners {

using smt::Term;
using Clock = std::chrono::steady_clock;
using goals::GoalId;

namespace {

constexpr std::chrono::milliseconds first_query_limit{500}, last_query_limit{20'000}, extension_limit{100};
constexpr std::size_t most_extensions = 48; // goals that a model is tried to be extended to

class BoundedGoals : public Partner {
public:
  BoundedGoals(const Program& program, const std::string& solver)
      : unwinder_(program), terms_(unwinder_.terms()), solver_(smt::backends::make_solver(solver, terms_)) {}

  std::string name() const override { return "bmc"; }
  double start_cost() const override { return 0.1; } // what is easy needs no unwinding

  Progress work(suite::TestGeneration& generation, const Slice& slice) override {
    while (!slice.is_over()) {
      if (is_complete_ || generation.is_done()) return Progress::Exhausted;
      if (!unwinding_ && !unwind(generation, slice)) return Progress::More;
      while (!pending_.empty()) {
        if (slice.is_over()) return Progress::More;
        const GoalId goal = pending_.front();
        pending_.pop_front();
        if (generation.table().is_open(goal)) look_for(goal, generation, slice);
      }
      end_bound(generation, slice);
    }
    return Progress::More;
  }

private:
  // False: it was stopped. An unwinding cannot be continued, so each attempt gets more time than the one before.
  bool unwind(suite::TestGeneration& generation, const Slice& slice) {
    const std::vector<GoalId> open = generation.table().open();
    const Clock::time_point give_up = Clock::now() + std::min(unwinding_limit_, slice.left() / 8);
    unwinding_ =
        unwinder_.unwind(generation.table(), open, bound_, [&] { return slice.must_stop() || Clock::now() > give_up; });
    if (!unwinding_) {
      unwinding_limit_ *= 3;
      return false;
    }
    pending_.assign(open.begin(), open.end());
    undecided_.clear();
    return true;
  }

  smt::CheckResult check(const std::vector<Term>& formulas, std::chrono::milliseconds limit) {
    solver_->set_limits({.wall = limit});
    return solver_->check(formulas);
  }

  void look_for(GoalId goal, suite::TestGeneration& generation, const Slice& slice) {
    const Term guard = unwinding_->guards.at(goal);
    if (terms_.is_false(guard)) return;
    std::vector<Term> wanted{guard, unwinding_->valid};
    const Clock::time_point begin = Clock::now();
    const smt::CheckResult result = check(wanted, std::min(query_limit_, slice.left()));
    if (result.unsat() && !unwinding_->unwinding.invalid_accesses.empty()) {
      if (!check({guard}, std::min(query_limit_, slice.left())).unsat()) {
        undecided_.insert(goal);
        generation.leave_open(goal, "the paths found go through a pointer that leads to no object");
      }
      return;
    }
    if (result.unsat()) return;
    if (result.unknown()) {
      undecided_.insert(goal);
      generation.leave_open(goal, "the solver: " + result.reason);
      return;
    }
    std::vector<UInt128> values = model_inputs();
    if (Clock::now() - begin < extension_limit) extend(wanted, values, generation);
    semantics::TextInputs zeros({}, semantics::Exhaustion::Zero);
    suite::ListedInputs inputs(std::move(values), &zeros);
    generation.offer(inputs, name(), {.steps = 2'000'000});
    if (!generation.table().is_open(goal)) return;
    undecided_.insert(goal);
    generation.leave_open(goal, "a path was found, but a run with its inputs goes another way");
  }

  void extend(std::vector<Term>& wanted, std::vector<UInt128>& values, const suite::TestGeneration& generation) {
    std::size_t tried = 0;
    for (const GoalId other : pending_) {
      if (++tried > most_extensions) return;
      if (!generation.table().is_open(other) || terms_.is_false(unwinding_->guards.at(other))) continue;
      wanted.push_back(unwinding_->guards.at(other));
      if (check(wanted, extension_limit).sat())
        values = model_inputs();
      else
        wanted.pop_back();
    }
  }

  std::vector<UInt128> model_inputs() {
    std::vector<UInt128> values;
    for (const symex::InputTerm& input : unwinding_->unwinding.inputs)
      if (task::is_given(input.kind) && terms_.is_true(solver_->value(input.guard)))
        values.push_back(analysis::confirm::bits_of(terms_.bits(solver_->value(input.value))));
    return values;
  }

  // Whether all paths are within the bound and understood.
  bool covers_all_paths(const Slice& slice) {
    if (terms_.is_false(unwinding_->outside)) return true;
    const smt::CheckResult result = check({unwinding_->outside}, std::min(outside_limit_, slice.left()));
    if (result.unknown()) outside_limit_ = std::min(outside_limit_ * 2, last_query_limit);
    return result.unsat();
  }

  void end_bound(suite::TestGeneration& generation, const Slice& slice) {
    const std::vector<GoalId> open = generation.table().open();
    if (!open.empty() && covers_all_paths(slice)) {
      is_complete_ = undecided_.empty() || query_limit_ >= last_query_limit;
      const std::vector<std::string> assumptions(unwinding_->unwinding.assumptions.begin(),
                                                 unwinding_->unwinding.assumptions.end());
      for (const GoalId goal : open)
        if (!undecided_.contains(goal)) generation.prove_unreachable(goal, name(), assumptions);
      query_limit_ = std::min(query_limit_ * 8, last_query_limit);
    } else {
      for (const GoalId goal : open)
        if (!undecided_.contains(goal))
          generation.leave_open(goal, "not reached by paths with at most " + std::to_string(bound_) +
                                          " divergences of a loop or recursion");
      bound_ += std::max(1u, bound_ / 2);
    }
    unwinding_.reset();
  }

  GoalUnwinder unwinder_;
  smt::Terms& terms_;
  std::unique_ptr<smt::Solver> solver_;
  std::uint32_t bound_ = 1;
  std::optional<GoalUnwinding> unwinding_; // with the goals that were open when it was made
  std::deque<GoalId> pending_;
  std::set<GoalId> undecided_;
  std::chrono::milliseconds query_limit_ = first_query_limit, outside_limit_{1'000}, unwinding_limit_{4'000};
  bool is_complete_ = false;
};

} // namespace

std::unique_ptr<Partner> make_bounded_goals(const Program& program, std::string solver) {
  return std::make_unique<BoundedGoals>(program, solver);
}

} // namespace tandem::testing::partners

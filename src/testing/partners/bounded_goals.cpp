// The edges of goals are watched during the unwinding (symex::UnwindOptions::watched), and paths go on behind them. A
// model for one goal is extended, while that is cheap, to one that covers further open goals: fewer tests, and fewer
// queries.

#include "testing/partners/bounded_goals.h"

#include "analysis/confirm/model_bits.h"
#include "smt/backends/backends.h"
#include "symex/unwind.h"

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
      : program_(program), identities_(terms_, program.data_model()), call_targets_(program),
        solver_(smt::backends::make_solver(solver, terms_)) {}

  std::string name() const override { return "bmc"; }

  Progress work(suite::TestGeneration& generation, const Slice& slice) override {
    while (!slice.is_over()) {
      if (is_complete_ || generation.is_done()) return Progress::Exhausted;
      if (!unwinding_ && !unwind(generation, slice)) return Progress::More;
      while (!pending_.empty()) {
        if (slice.is_over()) return Progress::More;
        const GoalId goal = pending_.front();
        pending_.pop_front();
        if (generation.table().is_open(goal)) look_for(goal, generation);
      }
      end_bound(generation);
    }
    return Progress::More;
  }

private:
  // False: it was stopped. An unwinding cannot be continued, so each attempt gets more time than the one before.
  bool unwind(suite::TestGeneration& generation, const Slice& slice) {
    const std::vector<GoalId> open = generation.table().open();
    symex::UnwindOptions options;
    options.bound = bound_;
    options.watched.resize(program_.edges().size());
    for (const GoalId goal : open)
      for (const Edge* edge : generation.table().goal(goal).edges) options.watched[edge->id] = true;
    options.call_targets = &call_targets_;
    options.deterministic_iterations = 64 * bound_ * bound_;
    const Clock::time_point give_up = Clock::now() + unwinding_limit_;
    options.should_stop = [&] { return slice.must_stop() || Clock::now() > give_up; };
    symex::Unwinding made = symex::Unwinder(program_, terms_, identities_, std::move(options)).run();
    if (made.stopped) {
      unwinding_limit_ *= 3;
      return false;
    }
    std::map<std::uint32_t, std::vector<Term>> by_edge;
    for (const symex::TargetTerm& passed : made.passed) by_edge[passed.edge->id].push_back(passed.guard);
    guards_.clear();
    for (const GoalId goal : open) {
      std::vector<Term> ways;
      for (const Edge* edge : generation.table().goal(goal).edges)
        if (const auto found = by_edge.find(edge->id); found != by_edge.end())
          ways.insert(ways.end(), found->second.begin(), found->second.end());
      guards_[goal] = terms_.or_(ways);
    }
    valid_ = terms_.not_(terms_.or_(made.invalid_accesses));
    unwinding_ = std::move(made);
    pending_.assign(open.begin(), open.end());
    undecided_.clear();
    return true;
  }

  smt::CheckResult check(const std::vector<Term>& formulas, std::chrono::milliseconds limit) {
    solver_->set_limits({.wall = limit});
    return solver_->check(formulas);
  }

  void look_for(GoalId goal, suite::TestGeneration& generation) {
    const Term guard = guards_.at(goal);
    if (terms_.is_false(guard)) return;
    std::vector<Term> wanted{guard, valid_};
    const Clock::time_point begin = Clock::now();
    const smt::CheckResult result = check(wanted, query_limit_);
    if (result.unsat() && !unwinding_->invalid_accesses.empty()) {
      if (!check({guard}, query_limit_).unsat()) {
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
      if (!generation.table().is_open(other) || terms_.is_false(guards_.at(other))) continue;
      wanted.push_back(guards_.at(other));
      if (check(wanted, extension_limit).sat())
        values = model_inputs();
      else
        wanted.pop_back();
    }
  }

  std::vector<UInt128> model_inputs() {
    std::vector<UInt128> values;
    for (const symex::InputTerm& input : unwinding_->inputs)
      if (task::is_given(input.kind) && terms_.is_true(solver_->value(input.guard)))
        values.push_back(analysis::confirm::bits_of(terms_.bits(solver_->value(input.value))));
    return values;
  }

  // Whether all paths are within the bound and understood.
  bool covers_all_paths() {
    std::vector<Term> outside;
    for (const symex::BeyondTerm& path : unwinding_->beyond) outside.push_back(path.guard);
    for (const symex::UnsupportedTerm& construct : unwinding_->unsupported) outside.push_back(construct.guard);
    const Term any = terms_.or_(outside);
    return terms_.is_false(any) || check({any}, last_query_limit).unsat();
  }

  void end_bound(suite::TestGeneration& generation) {
    const std::vector<GoalId> open = generation.table().open();
    if (!open.empty() && covers_all_paths()) {
      is_complete_ = undecided_.empty() || query_limit_ >= last_query_limit;
      const std::vector<std::string> assumptions(unwinding_->assumptions.begin(), unwinding_->assumptions.end());
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

  const Program& program_;
  smt::Terms terms_;
  semantics::symbolic::Identities identities_;
  symex::CallTargets call_targets_;
  std::unique_ptr<smt::Solver> solver_;
  std::uint32_t bound_ = 1;
  std::optional<symex::Unwinding> unwinding_;
  std::map<GoalId, Term> guards_; // of the goals that were open when it was made
  Term valid_;
  std::deque<GoalId> pending_;
  std::set<GoalId> undecided_;
  std::chrono::milliseconds query_limit_ = first_query_limit, unwinding_limit_{4'000};
  bool is_complete_ = false;
};

} // namespace

std::unique_ptr<Partner> make_bounded_goals(const Program& program, std::string solver) {
  return std::make_unique<BoundedGoals>(program, solver);
}

} // namespace tandem::testing::partners

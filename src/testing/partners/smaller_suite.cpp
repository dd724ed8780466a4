// Goals of which no run covers two need a test each: as many of them as can be found quickly are a lower bound, and
// each of them has its own copy, so that copies cannot be exchanged for one another.

#include "testing/partners/smaller_suite.h"

#include "analysis/confirm/model_bits.h"
#include "smt/backends/backends.h"
#include "smt/term/traverse.h"
#include "testing/partners/goal_unwinding.h"

#include <algorithm>

namespace tandem::testing::partners {

using goals::GoalId;
using smt::Term;

namespace {

constexpr std::size_t most_tests = 16, most_goals = 1'000;
constexpr std::uint64_t most_terms = 3'000'000; // in all copies
constexpr std::uint32_t last_bound = 64;
constexpr std::chrono::milliseconds pair_limit{200}, query_limit{2'000};

class SuiteSearch {
public:
  SuiteSearch(suite::TestGeneration& generation, const std::function<bool()>& is_over)
      : generation_(generation), is_over_(is_over), unwinder_(generation.program()), terms_(unwinder_.terms()),
        solver_(smt::backends::make_solver("sat", terms_)) {
    for (GoalId id = 0; id < generation.table().goals().size(); ++id)
      if (generation.table().status(id).state == goals::GoalState::Covered) goals_.push_back(id);
  }

  bool run() {
    std::size_t size = generation_.fewest_tests();
    if (size < 2) return true;
    if (size > most_tests || goals_.size() > most_goals) return false;
    for (std::uint32_t bound = 1; bound <= last_bound && !is_over_(); bound += std::max(1u, bound / 2)) {
      now_ = unwinder_.unwind(generation_.table(), goals_, bound, is_over_);
      if (!now_) return false;
      assume_zero();
      switch (shrink(size)) {
      case smt::Answer::Unsat: break;
      case smt::Answer::Sat: return true;
      case smt::Answer::Unknown: return false;
      }
    }
    return false;
  }

private:
  // A run has zero where the program reads what it never wrote.
  void assume_zero() {
    std::vector<Term> all{now_->valid};
    for (const symex::InputTerm& input : now_->unwinding.inputs)
      if (!task::is_given(input.kind) && terms_.sort(input.value).is_bv())
        all.push_back(terms_.eq(input.value, terms_.bv(terms_.width(input.value), 0)));
    valid_ = terms_.and_(all);
  }

  // Sat: `size` is the minimum. Unsat: nothing smaller within this bound.
  smt::Answer shrink(std::size_t& size) {
    if (std::ranges::any_of(goals_, [&](GoalId goal) { return terms_.is_false(now_->guards.at(goal)); }))
      return smt::Answer::Unsat; // the bound is too small
    const std::vector<GoalId> apart = goals_apart();
    while (size > apart.size() && size > 1 && !is_over_()) {
      std::vector<smt::Substitution> copies = make_copies(size - 1);
      if (copies.empty()) return smt::Answer::Unknown;
      const smt::CheckResult result = check(suite_formula(copies, apart), query_limit);
      if (result.unknown()) return smt::Answer::Unknown;
      if (result.unsat()) return covers_all_paths() ? smt::Answer::Sat : smt::Answer::Unsat;
      offer(copies);
      const std::size_t fewer = generation_.fewest_tests();
      if (fewer >= size) return smt::Answer::Unknown; // runs go another way than the unwinding says
      size = fewer;
    }
    if (is_over_()) return smt::Answer::Unknown;
    return size <= 1 || covers_all_paths() ? smt::Answer::Sat : smt::Answer::Unsat;
  }

  smt::CheckResult check(const std::vector<Term>& formulas, std::chrono::milliseconds limit) {
    solver_->set_limits({.wall = limit});
    return solver_->check(formulas);
  }

  bool covers_all_paths() { return terms_.is_false(now_->outside) || check({now_->outside}, query_limit).unsat(); }

  // Goals of which no run within the bound covers two; those that few tests cover first.
  std::vector<GoalId> goals_apart() {
    std::vector<std::pair<std::size_t, GoalId>> order;
    for (const GoalId goal : goals_) {
      std::size_t count = 0;
      for (const suite::Test& test : generation_.tests()) count += std::ranges::binary_search(test.covers, goal);
      order.emplace_back(count, goal);
    }
    std::ranges::sort(order);
    std::vector<GoalId> result;
    for (const auto& [count, goal] : order) {
      if (is_over_() || result.size() >= most_tests) break;
      const bool is_apart = std::ranges::all_of(result, [&](GoalId other) {
        return !generation_.has_test_of_both(goal, other) &&
               check({now_->guards.at(goal), now_->guards.at(other), valid_}, pair_limit).unsat();
      });
      if (is_apart) result.push_back(goal);
    }
    return result;
  }

  // Empty: they would be too large.
  std::vector<smt::Substitution> make_copies(std::size_t count) {
    std::vector<Term> roots{valid_};
    for (const auto& [goal, guard] : now_->guards) roots.push_back(guard);
    for (const symex::InputTerm& input : now_->unwinding.inputs) roots.insert(roots.end(), {input.guard, input.value});
    if (smt::dag_size(terms_, roots) * count > most_terms) return {};
    const std::vector<Term> variables = smt::variables(terms_, roots);
    std::vector<smt::Substitution> copies(count, smt::Substitution(terms_));
    for (std::size_t i = 1; i < count; ++i) // the first is the original
      for (const Term variable : variables)
        copies[i].replace(variable, terms_.fresh(terms_.name(variable), terms_.sort(variable)));
    return copies;
  }

  std::vector<Term> suite_formula(std::vector<smt::Substitution>& copies, const std::vector<GoalId>& apart) {
    std::vector<Term> all;
    for (smt::Substitution& copy : copies) all.push_back(copy(valid_));
    for (std::size_t i = 0; i < apart.size(); ++i) all.push_back(copies[i](now_->guards.at(apart[i])));
    for (const GoalId goal : goals_) {
      std::vector<Term> ways;
      for (smt::Substitution& copy : copies) ways.push_back(copy(now_->guards.at(goal)));
      all.push_back(terms_.or_(ways));
    }
    return all;
  }

  void offer(std::vector<smt::Substitution>& copies) {
    std::vector<std::vector<UInt128>> suite;
    for (smt::Substitution& copy : copies) {
      std::vector<UInt128>& values = suite.emplace_back();
      for (const symex::InputTerm& input : now_->unwinding.inputs)
        if (task::is_given(input.kind) && terms_.is_true(solver_->value(copy(input.guard))))
          values.push_back(analysis::confirm::bits_of(terms_.bits(solver_->value(copy(input.value)))));
    }
    for (std::vector<UInt128>& values : suite) {
      semantics::TextInputs zeros({}, semantics::Exhaustion::Zero);
      suite::ListedInputs inputs(std::move(values), &zeros);
      generation_.offer(inputs, "bmc", {.steps = 2'000'000});
    }
  }

  suite::TestGeneration& generation_;
  const std::function<bool()>& is_over_;
  GoalUnwinder unwinder_;
  smt::Terms& terms_;
  std::unique_ptr<smt::Solver> solver_;
  std::vector<GoalId> goals_;
  std::optional<GoalUnwinding> now_;
  Term valid_; // and what was never written is zero
};

} // namespace

bool look_for_smaller_suite(suite::TestGeneration& generation, const std::function<bool()>& is_over) {
  return SuiteSearch(generation, is_over).run();
}

} // namespace tandem::testing::partners

// The base of all wrappers: forwards everything to the wrapped solver and keeps the formulas asserted at present.
#pragma once

#include "base/core/require.h"
#include "smt/solver/solver.h"

namespace tandem::smt {

class ForwardingSolver : public Solver {
public:
  explicit ForwardingSolver(std::unique_ptr<Solver> inner) : inner_(std::move(inner)) {}

  Terms& terms() override { return inner_->terms(); }
  std::string name() const override { return inner_->name(); }
  void add(Term formula) override {
    formulas_.push_back(formula);
    inner_->add(formula);
  }
  void push() override {
    levels_.push_back(formulas_.size());
    inner_->push();
  }
  void pop() override {
    require(!levels_.empty(), "a pop should follow a push");
    formulas_.resize(levels_.back());
    levels_.pop_back();
    inner_->pop();
  }
  CheckResult check(std::span<const Term> assumptions) override { return inner_->check(assumptions); }
  Term value(Term t) override { return inner_->value(t); }
  std::vector<Term> core() override { return inner_->core(); }
  void prefer(std::span<const Term> formulas) override { inner_->prefer(formulas); }
  void set_limits(const CheckLimits& limits) override { inner_->set_limits(limits); }
  void interrupt() noexcept override { inner_->interrupt(); }

protected:
  // The formulas that hold, and the assumptions.
  std::vector<Term> query(std::span<const Term> assumptions) const {
    std::vector<Term> all = formulas_;
    all.insert(all.end(), assumptions.begin(), assumptions.end());
    return all;
  }
  Solver& inner() { return *inner_; }

private:
  std::unique_ptr<Solver> inner_;
  std::vector<Term> formulas_;
  std::vector<std::size_t> levels_; // where each began in formulas_
};

} // namespace tandem::smt

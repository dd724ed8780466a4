// Queries are compared as sets of terms, which hash-consing reduces to comparing sorted ids. Models of earlier queries
// often satisfy new ones (counterexample caching: Cadar, Dunbar, Engler, "KLEE", OSDI 2008); unlike KLEE we look up no
// subsets or supersets, but evaluate the latest few models, and only on small queries.

#include "smt/solver/forwarding_solver.h"
#include "smt/solver/wrappers.h"
#include "smt/term/evaluate.h"
#include "smt/term/traverse.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

namespace tandem::smt {

namespace {

constexpr std::size_t models_to_try = 4;
constexpr std::size_t formulas_to_try = 2000;

class CacheSolver : public ForwardingSolver {
public:
  using ForwardingSolver::ForwardingSolver;

  CheckResult check(std::span<const Term> assumptions) override {
    model_.reset();
    core_.clear();
    std::vector<Term> key = query(assumptions);
    std::ranges::sort(key);
    key.erase(std::ranges::unique(key).begin(), key.end());
    if (const auto found = known_.find(key); found != known_.end() && use(found->second, assumptions))
      return {found->second.answer, ""};
    if (try_old_models(key)) return {Answer::Sat, ""};
    return ask(std::move(key), assumptions);
  }

  Term value(Term t) override {
    require(model_.has_value(), "a value should be asked after Sat");
    return model_->value(t);
  }

  std::vector<Term> core() override { return core_; }

private:
  struct Entry {
    Answer answer;
    std::shared_ptr<const Assignment> model;
    std::vector<Term> core;
  };

  bool use(const Entry& entry, std::span<const Term> assumptions) {
    if (entry.answer == Answer::Sat) {
      take_model(entry.model);
      return true;
    }
    // The same formulas may have been given with another split into assumptions.
    for (const Term needed : entry.core)
      if (std::ranges::find(assumptions, needed) != assumptions.end()) core_.push_back(needed);
    const bool same_split = core_.size() == entry.core.size();
    if (!same_split) core_.clear();
    return same_split;
  }

  void take_model(std::shared_ptr<const Assignment> model) {
    taken_ = std::move(model);
    model_.emplace(terms(), *taken_);
  }

  bool try_old_models(const std::vector<Term>& key) {
    if (key.size() > formulas_to_try) return false;
    for (const auto& old : models_) {
      Evaluator evaluator(terms(), *old);
      if (!std::ranges::all_of(key, [&](Term formula) { return evaluator.is_true(formula); })) continue;
      take_model(old);
      return true;
    }
    return false;
  }

  CheckResult ask(std::vector<Term> key, std::span<const Term> assumptions) {
    const CheckResult result = inner().check(assumptions);
    if (result.unknown()) return result;
    Entry entry{result.answer, nullptr, {}};
    if (result.unsat()) {
      core_ = entry.core = inner().core();
    } else {
      auto model = std::make_shared<Assignment>();
      for (const Term variable : variables(terms(), key)) model->emplace(variable, inner().value(variable));
      entry.model = model;
      take_model(entry.model);
      models_.push_front(entry.model);
      if (models_.size() > models_to_try) models_.pop_back();
    }
    known_.insert_or_assign(std::move(key), std::move(entry));
    return result;
  }

  std::map<std::vector<Term>, Entry> known_;
  std::deque<std::shared_ptr<const Assignment>> models_; // newest first
  std::shared_ptr<const Assignment> taken_;
  std::optional<Evaluator> model_;
  std::vector<Term> core_;
};

} // namespace

std::unique_ptr<Solver> with_cache(std::unique_ptr<Solver> solver) {
  return std::make_unique<CacheSolver>(std::move(solver));
}

} // namespace tandem::smt

// The pipeline terms, reduced terms, circuit, clauses, SAT engine, and around it the refinement loop for arrays. Push
// levels are selector literals (Eén, Sörensson, "Temporal Induction by Incremental SAT Solving", 2003): a formula
// asserted at a level is implied by its selector, which is assumed in checks and set to false permanently when the
// level is popped. Translations are never discarded, so nothing is translated twice; neither are lemmas, which hold
// independently of the level.

#include "smt/bitblast/sat_solver.h"

#include "base/core/require.h"
#include "smt/bitblast/blaster.h"
#include "smt/bitblast/cnf.h"
#include "smt/bitblast/sat_engine.h"
#include "smt/bitblast/theory_elimination.h"
#include "smt/solver/backend_solver.h"
#include "smt/term/evaluate.h"

#include <optional>

namespace tandem::smt::bitblast {

namespace {

class SatSolver : public BackendSolver {
public:
  SatSolver(Terms& terms, std::string name, std::unique_ptr<SatEngine> engine,
            const TheoryEliminationOptions& options = {})
      : BackendSolver(terms), name_(std::move(name)), engine_(std::move(engine)), elimination_(terms, options),
        blaster_(terms, circuit_), cnf_(circuit_, *engine_) {}

  std::string name() const override { return name_; }
  void add(Term formula) override;
  void push() override;
  void pop() override;
  CheckResult check(std::span<const Term> assumptions) override;
  Term value(Term t) override;
  void prefer(std::span<const Term> formulas) override;

private:
  void forget_answer();
  int literal(Term formula);
  void assert_reduced(Term formula, int selector);
  void assert_conditions();
  CheckResult checked(std::span<const Term> assumptions);
  Answer solve(const std::vector<int>& assumed);
  Term value_of_reduced(Term variable);

  std::string name_;
  std::unique_ptr<SatEngine> engine_;
  TheoryElimination elimination_;
  Circuit circuit_;
  Blaster blaster_;
  Cnf cnf_;
  std::vector<int> selectors_;
  std::vector<int> preferred_;
  std::optional<Evaluator> reduced_model_; // of the reduced formulas' variables
  std::optional<Evaluator> model_;         // of the original ones
  std::vector<std::size_t> broken_levels_; // levels at which something unsupported was added
  std::string broken_;
};

void SatSolver::forget_answer() {
  model_.reset();
  reduced_model_.reset();
  core_.clear();
  cnf_.forget_values();
}

void SatSolver::add(Term formula) {
  require(terms_.sort(formula).is_bool(), "what is added should be Bool");
  forget_answer();
  try {
    assert_reduced(elimination_(formula), selectors_.empty() ? 0 : selectors_.back());
    assert_conditions();
  } catch (const TheoryElimination::Unsupported& problem) {
    broken_ = problem.what();
    broken_levels_.push_back(selectors_.size());
  }
}

int SatSolver::literal(Term formula) { return cnf_.literal(blaster_.literal(formula)); }

// Conjunctions are split and disjunctions become clauses directly, which avoids Tseitin variables at the top level.
void SatSolver::assert_reduced(Term formula, int selector) {
  std::vector<Term> conjuncts{formula};
  while (!conjuncts.empty()) {
    const Term conjunct = conjuncts.back();
    conjuncts.pop_back();
    if (terms_.kind(conjunct) == Kind::And) {
      conjuncts.push_back(terms_.arg(conjunct, 1));
      conjuncts.push_back(terms_.arg(conjunct, 0));
      continue;
    }
    std::vector<int> clause;
    if (selector != 0) clause.push_back(-selector);
    std::vector<Term> disjuncts{conjunct};
    while (!disjuncts.empty()) {
      const Term disjunct = disjuncts.back();
      disjuncts.pop_back();
      if (terms_.kind(disjunct) == Kind::Or && clause.size() + disjuncts.size() < 64) {
        disjuncts.push_back(terms_.arg(disjunct, 1));
        disjuncts.push_back(terms_.arg(disjunct, 0));
      } else {
        clause.push_back(literal(disjunct));
      }
    }
    cnf_.clause(clause);
  }
}

void SatSolver::assert_conditions() {
  for (const Term condition : elimination_.take_conditions()) assert_reduced(condition, 0);
}

void SatSolver::push() {
  forget_answer();
  selectors_.push_back(engine_->new_variable());
}

void SatSolver::pop() {
  require(!selectors_.empty(), "a pop should follow a push");
  forget_answer();
  cnf_.clause({-selectors_.back()});
  while (!broken_levels_.empty() && broken_levels_.back() >= selectors_.size()) broken_levels_.pop_back();
  selectors_.pop_back();
}

void SatSolver::prefer(std::span<const Term> formulas) {
  forget_answer();
  for (const int literal : preferred_) engine_->prefer_nothing(literal);
  preferred_.clear();
  try {
    for (const Term formula : formulas) preferred_.push_back(literal(elimination_(formula)));
  } catch (const TheoryElimination::Unsupported&) { // reported by the next check
  }
  assert_conditions();
  for (const int literal : preferred_) engine_->prefer(literal);
}

CheckResult SatSolver::check(std::span<const Term> assumptions) {
  forget_answer();
  if (!broken_levels_.empty()) return {Answer::Unknown, name_ + ": " + broken_};
  try {
    return checked(assumptions);
  } catch (const TheoryElimination::Unsupported& problem) {
    return {Answer::Unknown, name_ + ": " + problem.what()};
  }
}

CheckResult SatSolver::checked(std::span<const Term> assumptions) {
  sign_.start();
  std::vector<int> assumed = selectors_;
  for (const Term assumption : assumptions) {
    const Term reduced = elimination_(assumption);
    assert_conditions();
    assumed.push_back(literal(reduced));
  }
  const Answer answer = solve(assumed);
  if (answer == Answer::Unknown) return {answer, sign_.reason().empty() ? name_ + " gave up" : sign_.reason()};
  if (answer == Answer::Unsat) {
    for (std::size_t i = 0; i < assumptions.size(); ++i)
      if (engine_->failed(assumed[selectors_.size() + i])) core_.push_back(assumptions[i]);
    return {answer, ""};
  }
  model_.emplace(terms_, [this](Term variable) { return elimination_.value(*reduced_model_, variable); });
  return {answer, ""};
}

// Until the engine answers Unsat, or its model is also a model of the arrays.
Answer SatSolver::solve(const std::vector<int>& assumed) {
  for (;;) {
    if (sign_.raised()) return Answer::Unknown;
    const Answer answer = engine_->solve(assumed, sign_);
    if (answer != Answer::Sat) return answer;
    cnf_.forget_values();
    reduced_model_.emplace(terms_, [this](Term variable) { return value_of_reduced(variable); });
    const std::vector<Term> lemmas = elimination_.refine(*reduced_model_);
    if (lemmas.empty()) return answer;
    reduced_model_.reset();
    for (const Term lemma : lemmas) assert_reduced(lemma, 0);
  }
}

Term SatSolver::value_of_reduced(Term variable) {
  if (!blaster_.is_done(variable)) return {};
  const WordView word = blaster_.bits(variable);
  Bits bits = Bits::zeros(static_cast<std::uint32_t>(word.size()));
  for (std::uint32_t i = 0; i < word.size(); ++i) bits.set_bit(i, cnf_.value(word[i]) ? 1 : 0);
  return terms_.constant(terms_.sort(variable), bits);
}

Term SatSolver::value(Term t) {
  require(model_.has_value(), "a value should be asked after Sat");
  return model_->value(t);
}

} // namespace

std::unique_ptr<Solver> make_sat(Terms& terms) { return make_sat(terms, {}); }

std::unique_ptr<Solver> make_sat(Terms& terms, const TheoryEliminationOptions& options) {
  return std::make_unique<SatSolver>(terms, "sat", make_cadical(), options);
}

std::unique_ptr<Solver> make_sat_minisat(Terms& terms) {
  return std::make_unique<SatSolver>(terms, "sat-minisat", make_minisat());
}

} // namespace tandem::smt::bitblast

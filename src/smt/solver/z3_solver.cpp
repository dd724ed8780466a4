// Assumptions that are not literals get a Boolean that implies them, at the push level of the check, so that unsat
// cores can refer to them. Time, memory and interrupts are handled by a watchdog: Z3's own timer does not see signals.

#include "smt/solver/z3_solver.h"

#include "base/core/require.h"
#include "smt/solver/backend_solver.h"
#include "smt/solver/watchdog.h"
#include "smt/solver/z3_translate.h"
#include "smt/term/evaluate.h"

#include <optional>

namespace tandem::smt {

namespace {

class Z3Solver : public BackendSolver {
public:
  explicit Z3Solver(Terms& terms)
      : BackendSolver(terms), translator_(context_, terms), solver_(Z3_mk_solver(context_)),
        watchdog_(sign_, [this] { Z3_interrupt(context_); }) {
    Z3_solver_inc_ref(context_, solver_);
  }
  ~Z3Solver() override {
    forget_answer();
    Z3_solver_dec_ref(context_, solver_);
  }

  std::string name() const override { return "z3"; }
  void add(Term formula) override;
  void push() override;
  void pop() override;
  CheckResult check(std::span<const Term> assumptions) override;
  Term value(Term t) override;

private:
  struct Proxy {
    Term assumption;
    Z3_ast literal;
  };

  void forget_answer();
  Z3_ast literal_for(Term assumption);
  CheckResult checked(std::span<const Term> assumptions);
  CheckResult unknown();
  void read_core(const std::vector<Proxy>& proxies);

  Z3Context context_;
  Z3Translator translator_;
  Z3_solver solver_;
  Watchdog watchdog_;
  Z3_model model_ = nullptr;
  std::optional<Evaluator> evaluator_;
  std::unordered_map<Term, Z3_ast> proxies_;
  std::vector<std::vector<Term>> proxy_levels_{{}}; // which proxies a level defined
  std::string broken_;                              // an error while adding: checks are Unknown from then on
};

void Z3Solver::forget_answer() {
  evaluator_.reset();
  core_.clear();
  if (model_ != nullptr) Z3_model_dec_ref(context_, model_);
  model_ = nullptr;
}

void Z3Solver::add(Term formula) {
  require(terms_.sort(formula).is_bool(), "what is added should be Bool");
  forget_answer();
  try {
    Z3_solver_assert(context_, solver_, translator_.translate(formula));
    context_.check_error();
  } catch (const Z3Error& error) {
    broken_ = error.what();
  }
}

void Z3Solver::push() {
  forget_answer();
  Z3_solver_push(context_, solver_);
  proxy_levels_.emplace_back();
}

void Z3Solver::pop() {
  require(proxy_levels_.size() > 1, "a pop should follow a push");
  forget_answer();
  Z3_solver_pop(context_, solver_, 1);
  for (const Term assumption : proxy_levels_.back()) proxies_.erase(assumption);
  proxy_levels_.pop_back();
}

Z3_ast Z3Solver::literal_for(Term assumption) {
  const Term atom = terms_.kind(assumption) == Kind::Not ? terms_.arg(assumption, 0) : assumption;
  const Z3_ast translated = translator_.translate(assumption);
  if (terms_.is_variable(atom)) return translated;
  const auto [it, added] = proxies_.try_emplace(assumption, nullptr);
  if (added) {
    it->second = translator_.fresh();
    Z3_ast implication = Z3_mk_implies(context_, it->second, translated);
    Z3_inc_ref(context_, implication);
    Z3_solver_assert(context_, solver_, implication);
    Z3_dec_ref(context_, implication);
    proxy_levels_.back().push_back(assumption);
  }
  return it->second;
}

CheckResult Z3Solver::check(std::span<const Term> assumptions) {
  forget_answer();
  if (!broken_.empty()) return {Answer::Unknown, broken_};
  try {
    return checked(assumptions);
  } catch (const Z3Error& error) {
    return {Answer::Unknown, error.what()};
  }
}

CheckResult Z3Solver::checked(std::span<const Term> assumptions) {
  sign_.start();
  std::vector<Proxy> proxies;
  std::vector<Z3_ast> literals;
  for (const Term assumption : assumptions) {
    proxies.push_back({assumption, literal_for(assumption)});
    literals.push_back(proxies.back().literal);
  }
  if (sign_.raised()) return {Answer::Unknown, sign_.reason()};
  watchdog_.check_begins();
  const Z3_lbool answer =
      literals.empty()
          ? Z3_solver_check(context_, solver_)
          : Z3_solver_check_assumptions(context_, solver_, static_cast<unsigned>(literals.size()), literals.data());
  watchdog_.check_ends();
  if (answer == Z3_L_UNDEF) return unknown();
  if (answer == Z3_L_FALSE) {
    read_core(proxies);
    return {Answer::Unsat, ""};
  }
  model_ = Z3_solver_get_model(context_, solver_);
  context_.check_error();
  Z3_model_inc_ref(context_, model_);
  evaluator_.emplace(terms_, [this](Term variable) { return translator_.value(model_, variable); });
  return {Answer::Sat, ""};
}

CheckResult Z3Solver::unknown() {
  if (const std::string reason = sign_.reason(); !reason.empty()) return {Answer::Unknown, reason};
  return {Answer::Unknown, std::string("z3: ") + Z3_solver_get_reason_unknown(context_, solver_)};
}

void Z3Solver::read_core(const std::vector<Proxy>& proxies) {
  Z3_ast_vector core = Z3_solver_get_unsat_core(context_, solver_);
  Z3_ast_vector_inc_ref(context_, core);
  std::unordered_map<unsigned, bool> used;
  for (unsigned i = 0; i < Z3_ast_vector_size(context_, core); ++i)
    used[Z3_get_ast_id(context_, Z3_ast_vector_get(context_, core, i))] = true;
  Z3_ast_vector_dec_ref(context_, core);
  for (const Proxy& proxy : proxies)
    if (used.contains(Z3_get_ast_id(context_, proxy.literal))) core_.push_back(proxy.assumption);
}

Term Z3Solver::value(Term t) {
  require(evaluator_.has_value(), "a value should be asked after Sat");
  return evaluator_->value(t);
}

} // namespace

std::unique_ptr<Solver> make_z3(Terms& terms) { return std::make_unique<Z3Solver>(terms); }

} // namespace tandem::smt

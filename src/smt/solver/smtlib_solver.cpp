// Formulas are kept by push level, so that everything that still holds can be replayed to a new process. Assumptions
// become named Booleans that imply them, because check-sat-assuming takes literals only.

#include "smt/solver/smtlib_solver.h"

#include "base/core/require.h"
#include "base/process/process.h"
#include "smt/solver/backend_solver.h"
#include "smt/solver/smtlib_process.h"
#include "smt/solver/smtlib_values.h"
#include "smt/solver/smtlib_writer.h"
#include "smt/term/evaluate.h"

#include <fmt/format.h>
#include <optional>

namespace tandem::smt {

namespace {

bool mentions(const std::string& list, const std::string& name) {
  const auto is_end = [](char c) { return c == ' ' || c == '(' || c == ')' || c == '\n'; };
  for (std::size_t at = list.find(name); at != std::string::npos; at = list.find(name, at + 1))
    if (is_end(list[at - 1]) && is_end(list[at + name.size()])) return true;
  return false;
}

class SmtlibSolver : public BackendSolver {
public:
  SmtlibSolver(Terms& terms, SmtlibProgram program)
      : BackendSolver(terms), program_(std::move(program)), writer_(std::in_place, terms, program_.sharing) {}

  std::string name() const override { return program_.name; }
  void add(Term formula) override;
  void push() override;
  void pop() override;
  CheckResult check(std::span<const Term> assumptions) override;
  Term value(Term t) override;

private:
  void forget_answer();
  // Starts a process if necessary and sends what it has not received yet.
  bool ensure_process();
  void send_formula(Term formula);
  CheckResult checked(std::span<const Term> assumptions);
  std::string proxy_for(Term assumption);
  CheckResult gave_up();
  CheckResult read_core(std::span<const Term> assumptions);
  void fetch_values();
  Term fetch(Term variable);

  SmtlibProgram program_;
  std::optional<SmtlibWriter> writer_;
  std::unique_ptr<SmtlibProcess> process_;
  std::vector<std::vector<Term>> levels_{{}};
  std::size_t asserted_levels_ = 0; // of which the process knows
  std::size_t asserted_ = 0;        // formulas of the last of those
  std::optional<Evaluator> model_;
  std::optional<Assignment> values_;                // of the variables, once asked for
  std::unordered_map<Term, std::string> proxies_;   // of assumptions
  std::vector<std::vector<Term>> proxy_levels_{{}}; // which a level of the process defined
  std::uint64_t proxies_made_ = 0;
};

void SmtlibSolver::forget_answer() {
  model_.reset();
  values_.reset();
  core_.clear();
}

void SmtlibSolver::add(Term formula) {
  require(terms_.sort(formula).is_bool(), "what is added should be Bool");
  forget_answer();
  levels_.back().push_back(formula);
}

void SmtlibSolver::push() {
  forget_answer();
  levels_.emplace_back();
}

void SmtlibSolver::pop() {
  require(levels_.size() > 1, "a pop should follow a push");
  forget_answer();
  if (process_ && asserted_levels_ == levels_.size()) {
    process_->write_command("(pop 1)\n");
    writer_->pop();
    for (const Term assumption : proxy_levels_.back()) proxies_.erase(assumption);
    proxy_levels_.pop_back();
    --asserted_levels_;
    asserted_ = levels_[levels_.size() - 2].size();
  }
  levels_.pop_back();
}

void SmtlibSolver::send_formula(Term formula) {
  process_->write_command(writer_->definitions(std::span(&formula, 1)));
  process_->write_command(fmt::format("(assert {})\n", writer_->text(formula)));
}

bool SmtlibSolver::ensure_process() {
  if (!process_ || !process_->alive()) {
    process_ = std::make_unique<SmtlibProcess>(program_.command);
    writer_.emplace(terms_, program_.sharing);
    proxies_.clear();
    proxy_levels_.assign(1, {});
    process_->write_command("(set-option :print-success false)\n(set-option :produce-models true)\n"
                            "(set-option :produce-unsat-assumptions true)\n");
    process_->write_command(fmt::format("(set-logic {})\n", program_.logic));
    asserted_levels_ = 1;
    asserted_ = 0;
  }
  for (;;) {
    const std::vector<Term>& level = levels_[asserted_levels_ - 1];
    for (; asserted_ < level.size(); ++asserted_) send_formula(level[asserted_]);
    if (asserted_levels_ == levels_.size()) break;
    process_->write_command("(push 1)\n");
    writer_->push();
    proxy_levels_.emplace_back();
    ++asserted_levels_;
    asserted_ = 0;
  }
  return process_->alive();
}

CheckResult SmtlibSolver::check(std::span<const Term> assumptions) {
  forget_answer();
  sign_.start();
  if (!process::find_program(program_.command[0]))
    return {Answer::Unknown, fmt::format("{} was not found on the PATH", program_.command[0])};
  ensure_process();
  return checked(assumptions);
}

CheckResult SmtlibSolver::checked(std::span<const Term> assumptions) {
  std::string command = "(check-sat)\n";
  if (!assumptions.empty()) {
    command = "(check-sat-assuming (";
    process_->write_command(writer_->definitions(assumptions));
    for (const Term assumption : assumptions) command += (command.back() == '(' ? "" : " ") + proxy_for(assumption);
    command += "))\n";
  }
  const std::string answer = process_->ask(command, sign_);
  if (answer == "sat") {
    model_.emplace(terms_, [this](Term variable) { return fetch(variable); });
    return {Answer::Sat, ""};
  }
  if (answer == "unsat") return read_core(assumptions);
  if (answer == "unknown") return {Answer::Unknown, program_.name + " answered unknown"};
  if (answer.empty()) return gave_up();
  process_.reset();
  return {Answer::Unknown, fmt::format("{} said {}", program_.name, answer.substr(0, 300)), true};
}

std::string SmtlibSolver::proxy_for(Term assumption) {
  const auto [it, added] = proxies_.try_emplace(assumption);
  if (added) {
    it->second = fmt::format("assumed?{}", proxies_made_++);
    process_->write_command(fmt::format("(declare-const {} Bool)\n(assert (=> {} {}))\n", it->second, it->second,
                                        writer_->text(assumption)));
    proxy_levels_.back().push_back(assumption);
  }
  return it->second;
}

CheckResult SmtlibSolver::gave_up() {
  const std::string problem = process_->what_happened();
  process_.reset();
  if (!sign_.reason().empty()) return {Answer::Unknown, sign_.reason()};
  return {Answer::Unknown, fmt::format("{}: {}", program_.name, problem), true};
}

CheckResult SmtlibSolver::read_core(std::span<const Term> assumptions) {
  if (assumptions.empty()) return {Answer::Unsat, ""};
  const std::string answer = " " + process_->ask("(get-unsat-assumptions)\n", sign_) + " ";
  const bool usable = answer.starts_with(" (") && !answer.starts_with(" (error");
  for (std::size_t i = 0; i < assumptions.size(); ++i) {
    // If the solver reports no core, all assumptions together are one.
    if (!usable || mentions(answer, proxies_.at(assumptions[i]))) core_.push_back(assumptions[i]);
  }
  if (!usable) process_.reset();
  return {Answer::Unsat, ""};
}

// All values are fetched with the first request: most callers need many of them.
void SmtlibSolver::fetch_values() {
  if (!process_ || !process_->alive()) throw SolverError(program_.name + " has no model");
  const std::vector<Term> variables = writer_->variables();
  std::string names;
  for (const Term variable : variables) names += " " + writer_->symbol(variable);
  values_.emplace();
  if (variables.empty()) return;
  const std::string answer = process_->ask(fmt::format("(get-value ({}))\n", names), sign_);
  if (answer.empty()) throw SolverError(fmt::format("{}: {}", program_.name, process_->what_happened()));
  const std::vector<Term> values = read_values(terms_, variables, answer);
  for (std::size_t i = 0; i < variables.size(); ++i) values_->emplace(variables[i], values[i]);
}

Term SmtlibSolver::fetch(Term variable) {
  if (!values_) fetch_values();
  const auto found = values_->find(variable);
  return found == values_->end() ? Term() : found->second;
}

Term SmtlibSolver::value(Term t) {
  require(model_.has_value(), "a value should be asked after Sat");
  return model_->value(t);
}

} // namespace

std::unique_ptr<Solver> make_smtlib(Terms& terms, SmtlibProgram program) {
  return std::make_unique<SmtlibSolver>(terms, std::move(program));
}

std::unique_ptr<Solver> make_cvc5(Terms& terms) {
  return make_smtlib(terms, {"cvc5", {"cvc5", "--lang=smt2", "--incremental"}});
}

std::unique_ptr<Solver> make_bitwuzla(Terms& terms) { return make_smtlib(terms, {"bitwuzla", {"bitwuzla"}}); }

std::unique_ptr<Solver> make_yices(Terms& terms) {
  return make_smtlib(terms, {"yices", {"yices-smt2", "--incremental"}, "QF_ABV"});
}

std::unique_ptr<Solver> make_mathsat(Terms& terms) { return make_smtlib(terms, {"mathsat", {"mathsat"}}); }

std::unique_ptr<Solver> make_z3_process(Terms& terms) {
  return make_smtlib(terms, {"z3-process", {"z3", "-in", "-smt2"}, "ALL", Sharing::Equations});
}

} // namespace tandem::smt

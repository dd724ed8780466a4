// A condition is valid if its negation is unsatisfiable. A model of the negation is evaluated on the property of each
// claim, which tells for a condition with several asserts (cnf, scnf) which of them fail; the other ones stay open.
// Verdicts are per assert of the source: the worst over all its instances in the unwound program.

#include "vcgen/prove.h"

#include "base/core/require.h"
#include "program/model/target.h"

#include <algorithm>
#include <sys/resource.h>

namespace tandem::vcgen {

namespace {

// The verdict of an assert is the worst over its instances.
int weight(ClaimVerdict verdict) {
  switch (verdict) {
  case ClaimVerdict::Holds: return 0;
  case ClaimVerdict::Open: return 1;
  case ClaimVerdict::Unknown: return 2;
  case ClaimVerdict::Fails: return 3;
  }
  unreachable();
}

// Of this process and of the solver processes it has waited for. Unlike wall time it does not depend on the load of the
// machine.
std::chrono::duration<double> cpu_time() {
  std::chrono::duration<double> sum{0};
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    ::getrusage(who, &usage);
    for (const timeval& part : {usage.ru_utime, usage.ru_stime})
      sum += std::chrono::seconds(part.tv_sec) + std::chrono::microseconds(part.tv_usec);
  }
  return sum;
}

class Prover {
public:
  Prover(BoundedProgram& program, const MakeSolver& make_solver) : program_(program), make_solver_(make_solver) {}

  // False if the condition is not known to be valid.
  bool check(const Condition& condition) {
    ++proof.checked;
    const smt::Term refuted = program_.terms().not_(condition.formula);
    if (program_.terms().is_false(refuted)) return true;
    const std::chrono::duration<double> start = cpu_time();
    const bool valid = ask(condition, refuted);
    proof.time += cpu_time() - start;
    return valid;
  }

  Assertion& at(const AssertionSite& site) {
    const auto found = std::find_if(proof.assertions.begin(), proof.assertions.end(),
                                    [&](const Assertion& known) { return known.site == site; });
    if (found != proof.assertions.end()) return *found;
    return proof.assertions.emplace_back(Assertion{.site = site, .verdict = ClaimVerdict::Holds, .reason = ""});
  }

  void note(const AssertionSite& site, ClaimVerdict verdict, const std::string& reason = "") {
    Assertion& assertion = at(site);
    if (weight(verdict) <= weight(assertion.verdict)) return;
    assertion.verdict = verdict;
    assertion.reason = reason;
  }

  ProofResult proof;

private:
  bool ask(const Condition& condition, smt::Term refuted) {
    const auto solver = make_solver_(program_.terms());
    solver->add(refuted);
    const smt::CheckResult result = solver->check();
    if (result.unsat()) return true;
    for (const Claim& claim : condition.claims) note(claim, result, *solver);
    return false;
  }

  void note(const Claim& claim, const smt::CheckResult& result, smt::Solver& solver) {
    const AssertionSite site = site_of(*claim.statement);
    if (result.unknown()) return note(site, ClaimVerdict::Unknown, result.reason);
    const bool fails = program_.terms().is_false(solver.value(claim.property));
    note(site, fails ? ClaimVerdict::Fails : ClaimVerdict::Open);
  }

  BoundedProgram& program_;
  const MakeSolver& make_solver_;
};

} // namespace

std::string_view name(ClaimVerdict verdict) {
  switch (verdict) {
  case ClaimVerdict::Holds: return "holds";
  case ClaimVerdict::Fails: return "fails";
  case ClaimVerdict::Unknown: return "unknown";
  case ClaimVerdict::Open: return "open";
  }
  unreachable();
}

ProofResult prove(BoundedProgram& program, const Property& property, const std::vector<Condition>& conditions,
                  Lemmas lemmas, UnwindingPolicy beyond, const MakeSolver& make_solver) {
  Prover prover(program, make_solver);
  for (const symex::Block& block : program.form().blocks())
    for (const symex::Statement& statement : block.statements)
      if (statement.kind == symex::StatementKind::Assert &&
          (statement.edge != nullptr || beyond == UnwindingPolicy::Assert))
        prover.at(site_of(statement));
  bool valid = true;
  for (const Condition& condition : conditions) {
    if (valid || lemmas == Lemmas::Off) {
      if (!prover.check(condition)) valid = false;
      continue;
    }
    for (const Claim& claim : condition.claims) prover.note(site_of(*claim.statement), ClaimVerdict::Open);
  }
  for (const Target& target : targets(program.source(), property)) {
    const auto& known = prover.proof.assertions;
    if (std::none_of(known.begin(), known.end(), [&](const Assertion& a) { return a.site.error == target.call; }))
      prover.at({.error = target.call});
  }
  return std::move(prover.proof);
}

} // namespace tandem::vcgen

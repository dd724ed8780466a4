// Generation and solving are timed separately; sizes are computed outside both.

#include "vcgen/experiment.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "smt/backends/backends.h"
#include "smt/solver/smtlib_writer.h"
#include "smt/solver/wrappers.h"
#include "smt/term/traverse.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace tandem::vcgen {

namespace {

// The file contains the negated condition, so "unsat" means that it is valid.
void emit(BoundedProgram& program, const Experiment& experiment, const std::vector<Condition>& conditions) {
  std::filesystem::create_directories(*experiment.emit);
  const int digits = static_cast<int>(std::to_string(conditions.size()).size());
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const std::string series = series_name(experiment.method, experiment.lemmas);
    std::string query =
        fmt::format("; condition {} of {}, method {}; unsat: it is valid\n", i + 1, conditions.size(), series);
    for (const Claim& claim : conditions[i].claims)
      query += fmt::format("; assertion: {}\n", text(program.source(), site_of(*claim.statement)));
    const smt::Term refuted = program.terms().not_(conditions[i].formula);
    query += smt::smtlib_query(program.terms(), std::span(&refuted, 1));
    write_text_file(*experiment.emit / fmt::format("{}-{:0{}}.smt2", series, i + 1, digits), query);
  }
}

} // namespace

MakeSolver solver_of(const Experiment& experiment) {
  return [experiment](smt::Terms& terms) {
    return smt::with_model_check(smt::backends::make_solver(experiment.solver, terms), experiment.failed_queries);
  };
}

Measurement measure(BoundedProgram& program, const Property& property, const Experiment& experiment) {
  using Clock = std::chrono::steady_clock;
  Measurement result{.method = experiment.method, .lemmas = experiment.lemmas, .solver = experiment.solver};
  const auto start = Clock::now();
  std::vector<Condition> conditions;
  try {
    conditions = generate(program.form(), {.method = experiment.method,
                                           .lemmas = experiment.lemmas,
                                           .beyond = experiment.beyond,
                                           .condition_limit = experiment.condition_limit,
                                           .path_limit = 100 * experiment.condition_limit});
  } catch (const InputError& error) {
    result.problem = error.what();
    return result;
  }
  result.generate_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  result.conditions = conditions.size();
  for (const Condition& condition : conditions) {
    result.dag_nodes += static_cast<double>(smt::dag_size(program.terms(), std::span(&condition.formula, 1)));
    result.tree_nodes += smt::tree_size(program.terms(), std::span(&condition.formula, 1));
  }
  if (experiment.emit) emit(program, experiment, conditions);
  ProofResult proof = prove(program, property, conditions, experiment.lemmas, experiment.beyond, solver_of(experiment));
  result.solve_seconds = proof.time.count();
  result.checked = proof.checked;
  std::map<std::string, unsigned> on_line;
  for (const Assertion& assertion : proof.assertions) ++on_line[text(program.source(), assertion.site)];
  for (const Assertion& assertion : proof.assertions) {
    std::string site = text(program.source(), assertion.site);
    if (on_line[site] > 1) site = text(program.source(), assertion.site, Columns::Shown);
    result.assertions.push_back({std::move(site), assertion.verdict, assertion.reason});
  }
  return result;
}

std::string series_name(Method method, Lemmas lemmas) {
  return fmt::format("{}{}", name(method), lemmas == Lemmas::On ? "+lemmas" : "");
}

bool all_hold(const Measurement& measurement) {
  return measurement.problem.empty() &&
         std::all_of(measurement.assertions.begin(), measurement.assertions.end(),
                     [](const AssertionReport& a) { return a.verdict == ClaimVerdict::Holds; });
}

bool some_fail(const Measurement& measurement) {
  return std::any_of(measurement.assertions.begin(), measurement.assertions.end(),
                     [](const AssertionReport& a) { return a.verdict == ClaimVerdict::Fails; });
}

} // namespace tandem::vcgen

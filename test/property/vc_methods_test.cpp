// Property: on random programs, the six generators and their lemma variants, with both native solvers, agree with
// running all executions. An execution continues after a failed assert; where it then violates an assume, the methods
// with a global context excuse it and the others do not.

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "frontend/load/load.h"
#include "listed_inputs.h"
#include "random_program.h"
#include "smt/backends/backends.h"
#include "smt/solver/forwarding_solver.h"
#include "smt/solver/wrappers.h"
#include "vcgen/prove.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

namespace tandem {
namespace {

using vcgen::ClaimVerdict;
using vcgen::Lemmas;
using vcgen::Method;

// The result of all executions together.
struct Truth {
  std::set<const Edge*> failing; // asserts that fail in some execution
  bool fails_to_the_end = false; // some execution fails an assert and violates no assume later
  bool overflows = false;
};

Truth run_all(const Program& program) {
  Truth truth;
  semantics::interpreter::ExecutableOptions checked;
  checked.checks = {semantics::Check::SignedOverflow};
  semantics::interpreter::Executable exact(program), careful(program, checked);
  for (int x = RandomProgram::least; x <= RandomProgram::most; ++x)
    for (int y = RandomProgram::least; y <= RandomProgram::most; ++y) {
      ListedInputs inputs({x, y});
      const auto run = exact.run(inputs, {.at_target = semantics::interpreter::AtTarget::GoOn});
      EXPECT_TRUE(run.end == semantics::interpreter::End::Returned ||
                  run.end == semantics::interpreter::End::AssumeViolated)
          << run.message;
      truth.failing.insert(run.targets_reached.begin(), run.targets_reached.end());
      if (run.end == semantics::interpreter::End::Returned && !run.targets_reached.empty())
        truth.fails_to_the_end = true;
      ListedInputs again({x, y});
      if (careful.run(again, {.at_target = semantics::interpreter::AtTarget::GoOn}).end ==
          semantics::interpreter::End::Fault)
        truth.overflows = true;
    }
  return truth;
}

// One solver for many queries, each on an assertion level of its own: creating solvers would take most of the time.
class Borrowed : public smt::ForwardingSolver {
public:
  explicit Borrowed(smt::Solver& lender) : smt::ForwardingSolver(nullptr), lender_(lender) { lender_.push(); }
  ~Borrowed() override { lender_.pop(); }
  void add(smt::Term formula) override { lender_.add(formula); }
  smt::CheckResult check(std::span<const smt::Term> assumptions) override { return lender_.check(assumptions); }
  smt::Term value(smt::Term t) override { return lender_.value(t); }

private:
  smt::Solver& lender_;
};

class VcMethods : public testing::Test {
protected:
  Program load(const RandomProgram& made) {
    const auto file = folder.path() / "program.c";
    write_text_file(file, made.text());
    return frontend::load({.files = {file}, .data_model = DataModel::LP64});
  }

  // False if the method refused because of the number of paths.
  bool agrees(vcgen::BoundedProgram& bounded, const Truth& truth, Method method, Lemmas lemmas, smt::Solver& solver) {
    std::vector<vcgen::Condition> conditions;
    try {
      conditions = vcgen::generate(
          bounded.form(), {.method = method, .lemmas = lemmas, .condition_limit = method == Method::SE ? 40u : 1000u});
    } catch (const InputError&) {
      EXPECT_EQ(method, Method::SE);
      return false;
    }
    const auto proof = vcgen::prove(bounded, default_property(), conditions, lemmas, vcgen::UnwindingPolicy::Assume,
                                    [&](smt::Terms&) { return std::make_unique<Borrowed>(solver); });
    std::map<const Edge*, ClaimVerdict> worst;
    bool some_fail = false, all_hold = true;
    for (const vcgen::Assertion& assertion : proof.assertions) {
      some_fail = some_fail || assertion.verdict == ClaimVerdict::Fails;
      all_hold = all_hold && assertion.verdict == ClaimVerdict::Holds;
      EXPECT_NE(assertion.verdict, ClaimVerdict::Unknown) << assertion.reason;
      auto [at, added] = worst.try_emplace(assertion.site.error, assertion.verdict);
      if (assertion.verdict == ClaimVerdict::Fails) at->second = ClaimVerdict::Fails;
    }
    const bool expected = vcgen::has_global_context(method) ? truth.fails_to_the_end : !truth.failing.empty();
    EXPECT_EQ(some_fail, expected);
    EXPECT_EQ(all_hold, !expected);
    for (const auto& [edge, verdict] : worst) {
      if (verdict == ClaimVerdict::Fails) EXPECT_TRUE(truth.failing.contains(edge)) << edge->name;
      if (vcgen::has_global_context(method) || lemmas == Lemmas::On) continue;
      EXPECT_EQ(verdict == ClaimVerdict::Fails, truth.failing.contains(edge)) << edge->name;
    }
    return true;
  }

  // The number of methods that refused.
  std::uint64_t check_all(vcgen::BoundedProgram& bounded, const Truth& truth, const std::string& name_of_solver) {
    std::uint64_t refused = 0;
    const auto solver =
        smt::with_model_check(smt::backends::make_solver(name_of_solver, bounded.terms()), folder.path() / "failed");
    for (const Method method : vcgen::all_methods())
      for (const Lemmas lemmas : {Lemmas::Off, Lemmas::On}) {
        if (lemmas == Lemmas::On && vcgen::has_global_context(method)) continue;
        SCOPED_TRACE(std::string(vcgen::name(method)) + (lemmas == Lemmas::On ? "+lemmas " : " ") + name_of_solver);
        if (!agrees(bounded, truth, method, lemmas, *solver)) ++refused;
      }
    return refused;
  }

  TempDir folder{"laws"};
};

TEST_F(VcMethods, AgreeWithEachOtherAndWithAllExecutions) {
  // As in the other property-based tests, TANDEM_FUZZ=10 tries ten times as many.
  const char* times = std::getenv("TANDEM_FUZZ");
  const std::uint64_t programs = 300 * (times != nullptr ? std::strtoull(times, nullptr, 10) : 1);
  std::uint64_t safe = 0, unsafe = 0, separating = 0, mathematical = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= programs && !HasFailure(); ++seed) {
    const RandomProgram made({.seed = seed, .with_bits = seed % 2 == 0});
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + made.text());
    const Program program = load(made);
    const Truth truth = run_all(program);
    ++(truth.failing.empty() ? safe : unsafe);
    if (!truth.failing.empty() && !truth.fails_to_the_end) ++separating;
    const auto constants = seed % 3 == 0 ? symex::ConstantFolding::Fold : symex::ConstantFolding::Keep;
    vcgen::BoundedProgram exact(program, default_property(),
                                {.bound = RandomProgram::iterations + 1, .constants = constants});
    ASSERT_EQ(exact.unwinding().imprecisions, 0u);
    for (const char* solver : {"z3", "sat"}) refused += check_all(exact, truth, solver);
    if (seed % 2 == 0 || truth.overflows) continue;
    vcgen::BoundedProgram numbers(
        program, default_property(),
        {.bound = RandomProgram::iterations + 1, .integers = semantics::symbolic::IntegerReading::Mathematical});
    refused += check_all(numbers, truth, "z3");
    ++mathematical;
  }
  // The test is meaningful only if the programs differ.
  EXPECT_GT(safe, programs / 5);
  EXPECT_GT(unsafe, programs / 5);
  EXPECT_GT(separating, programs / 100) << "an assume after an assert should make a difference now and then";
  EXPECT_GT(mathematical, programs / 4);
  EXPECT_LT(refused, 2 * programs); // of five times as many
  std::cout << safe << " safe, " << unsafe << " unsafe, " << separating << " with contexts that differ, "
            << mathematical << " read mathematically too, " << refused << " refused by se\n";
}

} // namespace
} // namespace tandem

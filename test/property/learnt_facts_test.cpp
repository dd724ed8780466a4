// Property: the invariants of a region's proof, mapped to the whole program, hold in all executions of random programs
// with nested loops, calls, globals and pointers.

#include "analysis/bounded/bmc.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "frontend/load/load.h"
#include "listed_inputs.h"
#include "region/region_invariants.h"
#include "task/monitors.h"
#include "transform/loops/assert_invariants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tandem {
namespace {

class LoopProgram {
public:
  explicit LoopProgram(std::uint64_t seed) : random_(seed) {
    text_ = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint g = 1;\n"
            "void check(int ok) { if (!ok) reach_error(); }\n"
            "void touch(int *p) { if (" +
            pick({"g", "*p > 2", "1"}) + ") " + pick({"g = 2", "*p = 3", "*p += g", "g = g + 1"}) + "; }\n" +
            "int main(void) {\n  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), s = 0, t = 1, i, j, n = "
            "3 + x;\n"
            "  if (x < -1 || x > 1 || y < -1 || y > 1) return 0;\n  int *p = &" +
            pick({"g", "s", "t", "y"}) + ";\n  for (i = " + pick({"0", "1", "x"}) + "; i < 3; i++) {\n";
    statements("    ");
    if (number(4) != 0) text_ += "    s = 0;\n    t = 1;\n"; // which the inner loop can rely on
    text_ += "    for (j = " + pick({"0", "i", "t", "1"}) + "; j < n; j++) {\n";
    statements("      ");
    text_ += "      check(" + claim() + ");\n    }\n    check(" + claim() + ");\n  }\n  check(" + claim() +
             ");\n  return 0;\n}\n";
  }
  const std::string& text() const { return text_; }

private:
  std::uint32_t number(std::uint32_t below) { return static_cast<std::uint32_t>(random_() % below); }
  std::string pick(std::vector<std::string> from) { return from[number(static_cast<std::uint32_t>(from.size()))]; }
  std::string value() { return pick({"0", "1", "2", "x", "i", "s", "t", "g", "*p", "t + 1"}); }
  // Mostly conditions that are likely to hold.
  std::string claim() {
    return pick({"j >= 0", "t >= 1", "s <= 3", "s >= 0", "s >= 0 || t > 0", "j >= i", "t != s", "s <= j || s < 4",
                 value() + " <= " + value()});
  }
  void statements(const std::string& indent) {
    const std::uint32_t count = 1 + number(2);
    for (std::uint32_t n = 0; n < count; ++n) {
      if (number(3) == 0) text_ += indent + "if (" + value() + " < " + value() + ")\n";
      text_ +=
          indent +
          pick({"s = " + value(), "t = " + value(), "touch(p)", "touch(&t)", "g = " + value(), "s = s < 3 ? s + 1 : s",
                "*p = " + value(), "s = s < 3 ? s + 1 : s", "t = t < 5 ? t + 1 : 2", "t = t < 5 ? t + 1 : 2"}) +
          ";\n";
    }
  }

  std::mt19937_64 random_;
  std::string text_;
};

std::vector<exchange::LocationInvariant> learnt_in(const region::VerificationContext& verification_context,
                                                   const region::Node& node, const Edge& check) {
  const region::ExtractionResult extracted = region::extract(
      verification_context, {.node = &node,
                             .enabled = {&check},
                             .verified = std::vector<bool>(verification_context.program().edges().size(), false)});
  if (!extracted.extraction) return {};
  analysis::bounded::BmcOptions options;
  options.proof = analysis::bounded::ProofMethod::ByInduction;
  options.last_bound = 6;
  const auto believe = [](const Program&, task::Counterexample found) { return found; };
  task::SilentMonitor monitor;
  Property property = default_property();
  property.entry = extracted.extraction->program.entry().name();
  const task::Outcome outcome =
      analysis::bounded::make_bmc(options, believe)->run({extracted.extraction->program, property, {}}, monitor);
  if (outcome.verdict != task::Verdict::True) return {};
  return region::learnt_from(*extracted.extraction, outcome.invariants);
}

// The text of an invariant that an execution violates before any check of the program itself.
std::optional<std::size_t> violated(const Program& program, const std::vector<exchange::LocationInvariant>& facts) {
  const transform::loops::AssertedProgram asserted =
      transform::loops::assert_invariants(program, default_property(), facts);
  semantics::interpreter::ExecutableOptions options;
  for (const std::string& check : asserted.checks) options.targets.add(check);
  semantics::interpreter::Executable executable(asserted.program, options);
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y) {
      ListedInputs inputs({x, y});
      const semantics::interpreter::RunResult run = executable.run(inputs, {.step_limit = 10'000});
      if (run.end != semantics::interpreter::End::ErrorCall) continue;
      if (const auto which = asserted.violated(*run.last_edge)) return which;
    }
  return std::nullopt;
}

TEST(LearntFacts, HoldInTheWholeProgram) {
  const TempDir folder;
  const auto file = folder.path() / "program.c";
  std::size_t learnt = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const LoopProgram made(seed);
    write_text_file(file, made.text());
    const Program program = frontend::load({.files = {file}, .data_model = DataModel::LP64});
    const region::VerificationContext verification_context(program, default_property());
    for (const Edge* check : verification_context.checks_in(program.entry())) {
      std::vector<exchange::LocationInvariant> facts;
      for (const region::Node* node = verification_context.tree().innermost(*check->from); node->parent != nullptr;
           node = node->parent)
        std::ranges::move(learnt_in(verification_context, *node, *check), std::back_inserter(facts));
      learnt += facts.size();
      if (const auto which = violated(program, facts))
        FAIL() << "seed " << seed << ": "
               << exchange::condition_text(program, *facts[*which].location, *facts[*which].condition).value_or("?")
               << "\n"
               << made.text();
    }
  }
  EXPECT_GE(learnt, 30u) << "too few for the law to say something";
}

} // namespace
} // namespace tandem

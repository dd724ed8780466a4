// The property of gambling: whenever a check is verified, for whatever reason, no execution of the program violates an
// assertion through it. Tested on random programs with arbitrary control flow, calls, recursion, shared checks, globals
// and pointers, all of whose executions (on values 0 … 3) the interpreter tries.

#include "program/text/cfa_reader.h"
#include "region/exhaustive_for_test.h"
#include "region/proof_obligations.h"
#include "region/proved_gia.h"
#include "region/tree_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tandem::region {
namespace {

constexpr std::string_view header = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
int g = 1
int h = 2
int constant = 3
int a[2]
int *gp = &g
check: void check(int c)
  C0 -> C1  [c]
  C0 -> C2  [!c]
  C1 -> exit  return
  C2 -> C3  reach_error()
assume: void assume(int c)
  C0 -> C1  [c]
  C0 -> C2  [!c]
  C1 -> exit  return
  C2 -> C2  skip
)";

class RandomProgram {
public:
  explicit RandomProgram(std::uint32_t seed) : random_(seed) {}

  std::string text() {
    std::string result(header);
    result += "first: int first(int x, int *p)\n" + body({"y", "z"}, "  var int *q\n", "return y");
    result += "second: int second(int x, int *p)\n" + body({"y", "z"}, "  var int *q\n", "return z");
    result += "main: int main(void)\n" + body({"x", "y", "z"}, "  var int *p\n  var int *q\n", "return 0");
    return result;
  }

private:
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }
  template <std::size_t n> std::string any(const std::string_view (&of)[n]) { return std::string(of[below(n)]); }

  std::string value() {
    static constexpr std::string_view values[] = {"x", "y", "z",  "g",  "h",    "0",        "1",
                                                  "2", "3", "*p", "*q", "a[0]", "a[x & 1]", "constant"};
    return any(values);
  }
  std::string lvalue() {
    static constexpr std::string_view lvalues[] = {"x", "y", "z", "g", "h", "*p", "*q", "a[0]", "a[x & 1]", "x", "y"};
    return any(lvalues);
  }
  std::string pointer() {
    static constexpr std::string_view pointers[] = {"p", "q", "gp", "&g", "&x", "&y", "&h", "&a[1]"};
    return any(pointers);
  }
  std::string condition() {
    static constexpr std::string_view operators[] = {"==", "!=", "<"};
    return fmt::format("{} {} {}", value(), any(operators), value());
  }
  std::string operation() {
    static constexpr std::string_view holders[] = {"p", "q", "gp"};
    static constexpr std::string_view callees[] = {"first", "second"};
    switch (below(11)) {
    case 0:
    case 1: return fmt::format("{} = {}", lvalue(), value());
    case 2: return fmt::format("{} = {} ^ {}", lvalue(), value(), value());
    case 3: return "x = __VERIFIER_nondet_int()";
    case 4: return fmt::format("{} = {}", any(holders), pointer());
    case 5: return fmt::format("{} = {}({}, {})", lvalue(), any(callees), value(), pointer());
    case 6: return fmt::format("assume({})", condition());
    case 7: return fmt::format("{} = {} & {}", lvalue(), value(), value());
    default: return fmt::format("check({})", condition());
    }
  }

  // Mostly forwards; every location has an outgoing edge.
  std::string body(const std::vector<std::string>& variables, const std::string& more, const std::string& last) {
    std::string result = more;
    for (const std::string& variable : variables) result += "  var int " + variable + "\n";
    const std::size_t size = 5 + below(7);
    const auto next = [&](std::size_t from) {
      return below(4) == 0 ? below(size) : std::min(from + 1 + below(2), size - 1);
    };
    for (std::size_t i = 0; i + 1 < size; ++i) {
      if (i + 4 < size && below(3) == 0) {
        // A condition that often holds.
        const std::string claim = lvalue(), number = std::to_string(below(4));
        result += fmt::format("  L{} -> L{}  {} = {}\n", i, i + 1, claim, number);
        result += fmt::format("  L{} -> L{}  {}\n", i + 1, i + 2, operation());
        result += fmt::format("  L{} -> L{}  check({} == {})\n", i + 2, next(i + 2), claim, number);
        i += 2;
      } else if (below(3) == 0) {
        const std::string test = condition();
        result += fmt::format("  L{} -> L{}  [{}]\n  L{} -> L{}  [!({})]\n", i, next(i), test, i, next(i), test);
      } else {
        result += fmt::format("  L{} -> L{}  {}\n", i, next(i), operation());
      }
    }
    return result + fmt::format("  L{} -> exit  {}\n", size - 1, last);
  }

  std::mt19937 random_;
};

struct Tally {
  std::size_t proved_in_regions = 0, violated = 0;
};

// Gambles without asking about the whole program, then tests that no verified check is violated.
void gamble(const std::string& text, Batching batching, Tally& tally) {
  const Program program = text::read_cfa(text, DataModel::LP64);
  const VerificationContext verification_context(program, default_property());
  ProofObligations obligations(verification_context, batching);
  for (std::vector<Question> ready = obligations.ready(); !ready.empty(); ready = obligations.ready()) {
    const Question& question = ready.front();
    obligations.begin(question);
    std::vector<const Edge*> proved;
    for (const Edge* check : question.enabled) {
      if (question.node == &verification_context.tree().root()) continue;
      Question single = question;
      single.enabled = {check};
      const ExtractionResult result = extract(verification_context, single);
      if (!result.extraction) continue;
      const Exploration found = explore(result.extraction->program, 150, 8000);
      if (found.target == nullptr && found.is_complete) proved.push_back(check);
    }
    obligations.end(question);
    for (const Edge* check : question.enabled) {
      const bool is_proved = std::ranges::find(proved, check) != proved.end();
      if (is_proved)
        obligations.prove(*check, *question.node);
      else
        obligations.give_up(*check, question);
    }
  }
  tally.proved_in_regions += obligations.proofs().size();
  const Exploration truth = explore(program, 150, 3000);
  tally.violated += truth.violated.size();
  for (const Edge* edge : truth.violated)
    if (verification_context.is_check(*edge))
      ASSERT_FALSE(obligations.is_verified(*edge)) << edge->name << " was verified, but is violated in\n" << text;
}

TEST(RegionProperty, VerifiedChecksAreNeverViolated) {
  Tally tally;
  for (std::uint32_t seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE(seed);
    gamble(RandomProgram(seed).text(), seed % 3 == 0 ? Batching::One : Batching::All, tally);
    if (testing::Test::HasFatalFailure()) return;
  }
  // The test is meaningful only if both occur.
  EXPECT_GT(tally.proved_in_regions, 100u);
  EXPECT_GT(tally.violated, 200u);
}

// The trimmed whole program has the same violations of open checks, and no others.
TEST(RegionProperty, TheTrimmedProgramHasTheSameViolations) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const Program program = text::read_cfa(RandomProgram(seed).text(), DataModel::LP64);
    const VerificationContext verification_context(program, default_property());
    const auto& enabled = verification_context.checks_in(program.entry());
    if (enabled.empty()) continue;
    const Exploration truth = explore(program, 150, 3000);
    Question question{.node = &verification_context.tree().root(),
                      .enabled = {enabled.front()},
                      .verified = std::vector<bool>(program.edges().size(), false)};
    const Exploration one = explore(extract_whole(verification_context, question).program, 150, 3000);
    if (one.target != nullptr) {
      EXPECT_TRUE(truth.violated.contains(enabled.front()) || !truth.is_complete);
    }
    if (!verification_context.calls().is_recursive(program.entry()) && truth.violated.contains(enabled.front())) {
      EXPECT_TRUE(one.target != nullptr || !one.is_complete);
    }
    question.enabled = enabled;
    const Exploration all = explore(extract_whole(verification_context, question).program, 150, 3000);
    if (truth.is_complete && all.is_complete) EXPECT_EQ(all.target != nullptr, truth.target != nullptr);
  }
}

} // namespace
} // namespace tandem::region

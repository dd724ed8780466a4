// Property-based test of live exchange on random programs: whatever partners tell while an engine runs, and however
// much of it is wrong, its TRUE is right. All executions over a small domain of inputs are the judge.
#include "analysis/predicate/predicate.h"
#include "analysis/properties/claims_for_test.h"
#include "base/process/deep_stack.h"
#include "program/text/cfa_reader.h"
#include "program/text/cfa_text.h"
#include "program/text/expr_reader.h"

#include <array>
#include <random>
#include <set>

namespace tandem::analysis::properties {
namespace {

using exchange::Fact;
using exchange::FactKind;

struct State {
  int x = 0, y = 0, g = 0;
  auto operator<=>(const State&) const = default;
};

struct Update {
  std::string text;
  void (*apply)(State& state);
};

struct Guard {
  std::string text;
  bool (*holds)(const State& state);
};

// An endless loop: the input chooses a branch, whose guard decides whether its updates are made.
class StateMachine {
public:
  explicit StateMachine(std::uint32_t seed) : random_(seed) {
    for (std::uint32_t i = 0, count = 2 + random_() % 3; i < count; ++i)
      branches_.push_back({guard(), {update(), update()}});
    error_ = {guard(), guard()};
  }

  std::string text() const {
    std::string edges;
    int line = 10, location = 10;
    for (std::size_t i = 0; i < branches_.size(); ++i) {
      const auto& [guard, updates] = branches_[i];
      edges += fmt::format("  main@{0}:1+ L{1} -> L{2} [n == {5}]\n  main@{0}:1- L{1} -> L{6} [!(n == {5})]\n"
                           "  main@{3}:1+ L{2} -> L{4} [{7}]\n  main@{3}:1- L{2} -> L5 [!({7})]\n",
                           line, location, location + 1, line + 1, location + 2, i, location + 10, guard.text);
      edges += fmt::format("  main@{}:1 L{} -> L{} {}\n  main@{}:1 L{} -> L5 {}\n", line + 2, location + 2,
                           location + 3, updates[0].text, line + 3, location + 3, updates[1].text);
      line += 4;
      location += 10;
    }
    return fmt::format(R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int x
  var int y
  var int g
  var int n
  main@1:1 L0 -> L1 x = 0
  main@2:1 L1 -> L2 y = 0
  main@3:1 L2 -> L3 g = 0
  main@4:1 L3 -> L10 n = __VERIFIER_nondet_int()
{}  main@90:1 L{} -> L5 skip
  main@91:1+ L5 -> L6 [{}]
  main@91:1- L5 -> L3 [!({})]
  main@92:1+ L6 -> L7 [{}]
  main@92:1- L6 -> L3 [!({})]
  main@93:1 L7 -> L8 reach_error()
  main@94:1 L8 -> exit return 0
)",
                       edges, location, error_[0].text, error_[0].text, error_[1].text, error_[1].text);
  }

  bool reaches_error() const {
    std::set<State> seen{{}};
    std::vector<State> waiting{{}};
    const auto is_error = [&](const State& state) { return error_[0].holds(state) && error_[1].holds(state); };
    while (!waiting.empty()) {
      const State state = waiting.back();
      waiting.pop_back();
      if (is_error(state)) return true; // the branch that does nothing leads to the check, too
      for (const auto& [guard, updates] : branches_) {
        State next = state;
        if (guard.holds(state))
          for (const Update& update : updates) update.apply(next);
        if (seen.insert(next).second) waiting.push_back(next);
      }
    }
    return false;
  }

private:
  struct Branch {
    Guard guard;
    std::array<Update, 2> updates;
  };

  Update update() {
    static const std::vector<Update> all{{"x = (x + 1) & 3", [](State& s) { s.x = (s.x + 1) & 3; }},
                                         {"y = (y + 2) & 3", [](State& s) { s.y = (s.y + 2) & 3; }},
                                         {"y = x", [](State& s) { s.y = s.x; }},
                                         {"x = y", [](State& s) { s.x = s.y; }},
                                         {"g = 1 - g", [](State& s) { s.g = 1 - s.g; }},
                                         {"g = 0", [](State& s) { s.g = 0; }},
                                         {"x = 2", [](State& s) { s.x = 2; }},
                                         {"y = g", [](State& s) { s.y = s.g; }}};
    return all[random_() % all.size()];
  }

  Guard guard() {
    static const std::vector<Guard> all{
        {"x == 1", [](const State& s) { return s.x == 1; }},   {"y == 0", [](const State& s) { return s.y == 0; }},
        {"g == 1", [](const State& s) { return s.g == 1; }},   {"x < 3", [](const State& s) { return s.x < 3; }},
        {"x != y", [](const State& s) { return s.x != s.y; }}, {"y == 3", [](const State& s) { return s.y == 3; }},
        {"g == 0", [](const State& s) { return s.g == 0; }},   {"x == 3", [](const State& s) { return s.x == 3; }}};
    return all[random_() % all.size()];
  }

  std::mt19937 random_;
  std::vector<Branch> branches_;
  std::array<Guard, 2> error_;
};

// Partners tell something about the loop now and then; most of it is wrong.
class Rumours : public PollLimitMonitor {
public:
  Rumours(std::uint32_t seed, const Program& program, std::uint32_t polls)
      : PollLimitMonitor(polls), random_(seed), program_(program), head_(*program.find_edge("main@4:1")->from) {}

  std::vector<Fact> received() override {
    std::vector<Fact> facts;
    while (facts.size() < 4 && random_() % 4 != 0) facts.push_back(rumour());
    told += facts.size();
    return facts;
  }
  void publish(const Fact& fact) override {
    refuted += fact.kind == FactKind::Refuted;
    // What an engine tells is read by others.
    EXPECT_NO_THROW(exchange::read_fact(exchange::fact_line(fact), program_));
  }

  std::size_t told = 0, refuted = 0;

private:
  Fact rumour() {
    static const std::vector<std::string> said{"x < 2",  "y == 0",           "g == 0 || g == 1", "x == y",
                                               "x >= 0", "x != 1 || y == 0", "x != 3 || g == 0", "y != 3",
                                               "0",      "x <= 3 && y <= 3", "y == 0 || y == 2", "x != 2 || y != 3"};
    const exchange::LocationInvariant claim{
        &head_, &text::read_condition(text::ExprScope::at(program_, head_), said[random_() % said.size()])};
    Fact fact = exchange::location_fact(static_cast<FactKind>(random_() % 3), program_, std::span(&claim, 1),
                                        exchange::gia_header(program_, default_property(), "rumour"));
    fact.source = "gossip";
    return fact;
  }

  std::mt19937 random_;
  const Program& program_;
  const Location& head_;
};

class ExchangeProperty : public ClaimsTest {
protected:
  void check(const Make& make, std::uint32_t seeds) {
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
      const StateMachine machine(seed);
      const Program program = text::read_cfa(machine.text(), DataModel::LP64);
      Rumours monitor(seed, program, 2000);
      const auto confirm = [](const Program&, task::Counterexample found) { return found; };
      const task::Task task{program, property_of(error_functions), {}};
      const task::Outcome outcome = process::on_deep_stack([&] { return make(confirm)->run(task, monitor); });
      EXPECT_FALSE(outcome.verdict == task::Verdict::True && machine.reaches_error()) << "seed " << seed << "\n"
                                                                                      << text::cfa_text(program);
      EXPECT_TRUE(outcome.trusts.empty());
      with_errors += machine.reaches_error();
      proofs += outcome.verdict == task::Verdict::True;
      told += monitor.told;
      learnt += !outcome.learnt_from.empty();
      refuted += monitor.refuted;
    }
  }

  std::size_t told = 0, learnt = 0, refuted = 0;
};

TEST_F(ExchangeProperty, Induction) {
  check(
      [](confirm::Confirm confirm) {
        return bounded::make_bmc({.proof = bounded::ProofMethod::ByInduction, .last_bound = 3}, std::move(confirm));
      },
      150);
  EXPECT_GT(told, 100U);
  EXPECT_GT(with_errors, 20U);
  EXPECT_GT(proofs, 20U);
  EXPECT_GT(learnt, 0U);
  EXPECT_GT(refuted, 2U);
}

TEST_F(ExchangeProperty, Predicates) {
  check([](confirm::Confirm confirm) { return predicate::make_predicate({}, std::move(confirm)); }, 100);
  EXPECT_GT(told, 100U);
  EXPECT_GT(proofs, 20U);
  EXPECT_GT(learnt, 0U);
}

} // namespace
} // namespace tandem::analysis::properties

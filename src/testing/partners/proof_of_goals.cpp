// Iterations with growing limits. In each of them every verifier is asked about all open goals at once, again and again
// while it finds goals that are reachable; a proof settles all of them. What is still open is then asked about goal by
// goal, since one reachable goal that is hard to reach hides all the unreachable ones.

#include "testing/partners/proof_of_goals.h"

#include "testing/goals/goal_program.h"

#include <algorithm>
#include <deque>

namespace tandem::testing::partners {

using goals::GoalId;

namespace {

constexpr std::chrono::milliseconds first_limit{1'000}, last_limit{64'000};
constexpr std::size_t most_single_goals = 64; // of an iteration

class ProofOfGoals : public Partner {
public:
  ProofOfGoals(std::vector<std::string> verifiers, Verify verify)
      : verifiers_(std::move(verifiers)), verify_(std::move(verify)) {}

  std::string name() const override { return "proofs"; }

  Progress work(suite::TestGeneration& generation, const Slice& slice) override {
    if (verifiers_.empty() || generation.is_done()) return Progress::Exhausted;
    do {
      if (questions_.empty()) begin_iteration(generation);
      if (questions_.empty()) return Progress::Exhausted;
      const Question question = questions_.front();
      questions_.pop_front();
      ask(question, generation);
    } while (!slice.is_over() && !generation.is_done());
    return Progress::More;
  }

private:
  struct Question {
    std::string verifier;
    std::optional<GoalId> goal; // nothing: all open ones
  };

  void begin_iteration(const suite::TestGeneration& generation) {
    if (is_begun_) limit_ = std::min(limit_ * 2, last_limit);
    is_begun_ = true;
    const std::vector<GoalId> open = generation.table().open();
    for (const std::string& verifier : verifiers_) questions_.push_back({verifier, std::nullopt});
    if (open.size() < 2) return;
    for (std::size_t i = 0; i < std::min(open.size(), most_single_goals); ++i)
      questions_.push_back({verifiers_.front(), open[(i + next_single_) % open.size()]});
    next_single_ += most_single_goals;
  }

  void ask(const Question& question, suite::TestGeneration& generation) {
    std::vector<GoalId> asked;
    if (!question.goal)
      asked = generation.table().open();
    else if (generation.table().is_open(*question.goal))
      asked = {*question.goal};
    if (asked.empty()) return;
    const goals::GoalProgram made = goals::goal_program(generation.program(), generation.table(), asked);
    const task::Outcome outcome = verify_(question.verifier, made.program, made.property, limit_);
    if (outcome.verdict == task::Verdict::True)
      for (const GoalId goal : asked) generation.prove_unreachable(goal, question.verifier, outcome.assumptions);
    if (outcome.verdict == task::Verdict::Unknown)
      for (const GoalId goal : asked) generation.leave_open(goal, question.verifier + ": " + outcome.reason);
    if (outcome.verdict != task::Verdict::False || !outcome.counterexample) return;
    std::vector<UInt128> values;
    for (const task::InputValue& input : outcome.counterexample->inputs)
      if (task::is_given(input.kind)) values.push_back(input.bits);
    semantics::TextInputs zeros({}, semantics::Exhaustion::Zero);
    suite::ListedInputs inputs(std::move(values), &zeros);
    const bool is_new = generation.offer(inputs, question.verifier, {.steps = 20'000'000}).newly_covered > 0;
    if (is_new && !question.goal) questions_.push_front(question); // and the rest?
  }

  std::vector<std::string> verifiers_;
  Verify verify_;
  std::deque<Question> questions_;
  std::chrono::milliseconds limit_ = first_limit;
  std::size_t next_single_ = 0;
  bool is_begun_ = false;
};

} // namespace

std::unique_ptr<Partner> make_proof_of_goals(std::vector<std::string> verifiers, Verify verify) {
  return std::make_unique<ProofOfGoals>(std::move(verifiers), std::move(verify));
}

} // namespace tandem::testing::partners

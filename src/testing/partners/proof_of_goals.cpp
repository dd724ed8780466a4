// Iterations with growing limits. In each of them every verifier is asked about all open goals at once, again and again
// while it finds goals that are reachable; a proof settles all of them. Of a verifier that proves some of them only,
// these are asked about once more without the others, until none is left or they are proved together. What is still
// open is then asked about goal by goal, since one reachable goal that is hard to reach hides all the unreachable ones.

#include "testing/partners/proof_of_goals.h"

#include "testing/goals/goal_program.h"

#include <algorithm>
#include <deque>

namespace tandem::testing::partners {

using goals::GoalId;

namespace {

constexpr std::chrono::milliseconds first_limit{1'000}, last_limit{64'000};
constexpr std::size_t most_single_goals = 8; // of an iteration

class ProofOfGoals : public Partner {
public:
  ProofOfGoals(std::vector<std::string> verifiers, Verify verify)
      : verifiers_(std::move(verifiers)), verify_(std::move(verify)) {}

  std::string name() const override { return "proofs"; }
  double weight() const override { return 1.5; }
  double start_cost() const override { return 1; } // while goals are easy to reach, there is little to prove

  Progress work(suite::TestGeneration& generation, const Slice& slice) override {
    if (verifiers_.empty() || generation.is_done()) return Progress::Exhausted;
    do {
      if (questions_.empty()) begin_iteration(generation);
      if (questions_.empty()) return Progress::Exhausted;
      const Question question = questions_.front();
      questions_.pop_front();
      ask(question, generation, slice);
    } while (!slice.is_over() && !generation.is_done());
    return Progress::More;
  }

private:
  struct Question {
    std::string verifier;
    std::vector<GoalId> goals; // empty: all open ones
  };

  void begin_iteration(const suite::TestGeneration& generation) {
    if (is_begun_) limit_ = std::min(limit_ * 2, last_limit);
    is_begun_ = true;
    const std::vector<GoalId> open = generation.table().open();
    for (const std::string& verifier : verifiers_) questions_.push_back({verifier, {}});
    if (open.size() < 2) return;
    for (std::size_t i = 0; i < std::min(open.size(), most_single_goals); ++i)
      questions_.push_back({verifiers_.front(), {open[(i + next_single_) % open.size()]}});
    next_single_ += most_single_goals;
  }

  void ask(const Question& question, suite::TestGeneration& generation, const Slice& slice) {
    std::vector<GoalId> asked = generation.table().open();
    if (!question.goals.empty())
      std::erase_if(asked, [&](GoalId id) { return std::ranges::find(question.goals, id) == question.goals.end(); });
    if (asked.empty()) return;
    const goals::GoalProgram made = goals::goal_program(generation.program(), generation.table(), asked);
    const task::Outcome outcome =
        verify_(question.verifier, made.program, made.property,
                {.cpu = std::min(limit_, slice.left()), .wall = slice.wall_left(), .memory = {}});
    if (outcome.verdict == task::Verdict::True) {
      for (const GoalId goal : asked) generation.prove_unreachable(goal, question.verifier, outcome.assumptions);
      return;
    }
    if (outcome.verdict == task::Verdict::Unknown)
      for (const GoalId goal : asked) generation.leave_open(goal, question.verifier + ": " + outcome.reason);
    std::size_t covered = outcome.counterexample ? run(*outcome.counterexample, question.verifier, generation) : 0;
    std::vector<GoalId> proved;
    for (const task::TargetStatus& status : outcome.targets) {
      if (status.counterexample) covered += run(*status.counterexample, question.verifier, generation);
      const auto goal = made.goals.find(status.target->op.callee->name());
      if (status.state == TargetState::Unreachable && goal != made.goals.end()) proved.push_back(goal->second);
    }
    if (covered > 0 && question.goals.empty()) questions_.push_front(question); // and the rest?
    // Paths end at goals that were not proved, behind which others could be.
    if (!proved.empty() && proved.size() < asked.size()) questions_.push_front({question.verifier, proved});
  }

  static std::size_t run(const task::Counterexample& found, const std::string& by, suite::TestGeneration& generation) {
    std::vector<UInt128> values;
    for (const task::InputValue& input : found.inputs)
      if (task::is_given(input.kind)) values.push_back(input.bits);
    semantics::TextInputs zeros({}, semantics::Exhaustion::Zero);
    suite::ListedInputs inputs(std::move(values), &zeros);
    return generation.offer(inputs, by, {.steps = 20'000'000}).newly_covered;
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

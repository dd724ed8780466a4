// What the symbolic execution does not model exactly makes a run go another way than predicted; that costs time, not
// correctness, since only runs count. Inputs behind the negated branch keep the values they had.
//
// Of endless loops, the first iterations are followed until nothing new comes of it, then more of them: what a run
// costs grows with its length.

#include "testing/partners/concolic.h"

#include "analysis/confirm/model_bits.h"
#include "analysis/invariants/sample_inputs.h"
#include "smt/backends/backends.h"
#include "testing/partners/goal_distance.h"
#include "testing/partners/path_execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace tandem::testing::partners {

using smt::Term;

namespace {

constexpr std::uint64_t first_trace = 2'000, longest_trace = 32'000; // edges of a run that are followed
constexpr unsigned grace_period = 150; // negations without a new goal, before longer runs are followed
constexpr std::uint64_t again = 20;    // edges of distance that having tried a branch before counts as
constexpr std::uint32_t tests_to_repeat = 8;
constexpr std::size_t most_terms = 8'000'000; // then everything is forgotten
constexpr std::chrono::milliseconds query_limit{300};

// A run that was followed.
struct Parent {
  ExecutedPath path;
  std::vector<UInt128> values;
};

// The one that ended the run, if an assumption did, and the run was recorded as a whole.
const Edge* failed_assumption(const suite::TestRun& run, std::uint64_t recorded) {
  const bool has_failed = run.end == semantics::interpreter::End::AssumeViolated && run.last_edge != nullptr &&
                          run.last_edge->op.kind == OpKind::Assume && run.trace.size() < recorded;
  return has_failed ? run.last_edge : nullptr;
}

enum class Parentage : std::uint8_t { NewTest, Other };

// A branch of a parent to be negated.
struct Flip {
  std::uint64_t priority = 0; // small: first
  std::uint64_t order = 0;    // how many flips to the same edge came before it
  std::shared_ptr<const Parent> parent;
  std::size_t branch = 0;

  bool operator<(const Flip& other) const { return priority > other.priority; }
};

// What depends on the terms made so far.
struct Search {
  Search(const Program& program, const std::string& solver_name)
      : identities(terms, program.data_model()), solver(smt::backends::make_solver(solver_name, terms)) {
    solver->set_limits({.wall = query_limit});
  }

  smt::Terms terms;
  semantics::symbolic::Identities identities;
  std::unique_ptr<smt::Solver> solver;
  std::priority_queue<Flip> flips;
};

class Concolic : public Partner {
public:
  Concolic(const Program& program, std::string solver)
      : program_(program), solver_(std::move(solver)), constants_(program) {}

  std::string name() const override { return "concolic"; }
  double weight() const override { return 1.5; }

  bool finds_tests_without_goals() const override { return true; }

  std::string remark() const override {
    return fmt::format("{} runs followed, at most {} edges of each", runs_, depth_);
  }

  Progress work(suite::TestGeneration& generation, const Slice& slice) override {
    if (!search_) search_ = std::make_unique<Search>(program_, solver_);
    while (!slice.is_over()) {
      follow_new_tests(generation);
      if (is_cut_ && depth_ < longest_trace && (search_->flips.empty() || fruitless_ > grace_period)) follow_further();
      if (search_->flips.empty() && !start_again(generation)) return Progress::Exhausted;
      if (search_->flips.empty()) continue;
      negate(next_flip(generation), generation);
      if (search_->terms.size() > most_terms) forget();
    }
    return Progress::More;
  }

private:
  // Tests of all partners are followed, each once; with further inputs, since their own end where they have covered
  // what they are for.
  void follow_new_tests(suite::TestGeneration& generation) {
    for (const suite::Test& test : generation.tests())
      if (test.number > followed_) {
        followed_ = test.number;
        run(test.values(), generation, 0, Parentage::NewTest);
        return; // the list may change
      }
  }

  suite::RunLimits limits() const { return {.steps = 10 * depth_, .trace = depth_}; }

  void follow_further() {
    depth_ = std::min(4 * depth_, longest_trace);
    is_cut_ = false;
    fruitless_ = 0;
    followed_ = 0;
  }

  // All terms. Flips that were not tried may come back when tests are followed again: the last ones, since all of them
  // might bring all terms back.
  void forget() {
    for (; !search_->flips.empty(); search_->flips.pop()) {
      const Flip& flip = search_->flips.top();
      negated_.erase(flip.parent->path.branches[flip.branch].prefix);
    }
    search_ = std::make_unique<Search>(program_, solver_);
    followed_ -= std::min(followed_, tests_to_repeat);
  }

  // Further runs, since all branches of those that were followed are negated.
  bool start_again(suite::TestGeneration& generation) {
    if (++starts_ > most_starts) return false;
    analysis::invariants::SampleInputs inputs(starts_, starts_, constants_);
    const suite::TestGeneration::Result result = generation.offer(inputs, name(), limits());
    follow(result.run, generation, 0, result.newly_covered > 0 ? Parentage::NewTest : Parentage::Other);
    return true;
  }

  // Runs the program on these inputs, then on others.
  void run(std::vector<UInt128> values, suite::TestGeneration& generation, std::size_t first, Parentage parentage) {
    ++starts_;
    analysis::invariants::SampleInputs then(starts_, starts_, constants_);
    suite::ListedInputs inputs(std::move(values), &then);
    const suite::TestGeneration::Result result = generation.offer(inputs, name(), limits());
    fruitless_ = result.newly_covered > 0 ? 0 : fruitless_ + 1;
    follow(result.run, generation, first, result.newly_covered > 0 ? Parentage::NewTest : parentage);
  }

  // Branches before `first` were negated when the parent was followed.
  void follow(const suite::TestRun& run, suite::TestGeneration& generation, std::size_t first, Parentage parentage) {
    ++runs_;
    is_cut_ |= run.trace.size() >= depth_;
    auto parent = std::make_shared<Parent>();
    parent->path =
        PathExecution(program_, search_->terms, search_->identities).run(run.trace, failed_assumption(run, depth_));
    parent->values = run.values();
    update_distance(generation);
    std::unordered_map<std::uint32_t, std::uint64_t> tries; // of this parent
    for (std::size_t i = first; i < parent->path.branches.size(); ++i) {
      const PathBranch& branch = parent->path.branches[i];
      if (!negated_.insert(branch.prefix).second) continue;
      const Edge& other = *branch.other;
      // What covers something new has come to a state that others have not: its branches do not count as tried.
      const std::uint64_t order = parentage == Parentage::NewTest ? tries[other.id]++ : tries_[other.id]++;
      push({.order = order, .parent = parent, .branch = i});
    }
  }

  // Near goals first; of equally near ones those that were tried least, then the first on the path.
  std::uint64_t priority(const Flip& flip) const {
    const Edge& other = *flip.parent->path.branches[flip.branch].other;
    return (distance_->of(other) + again * flip.order) << 20 | std::min<std::uint64_t>(flip.branch, 0xfffff);
  }

  void push(Flip flip) {
    flip.priority = priority(flip);
    search_->flips.push(std::move(flip));
  }

  // Goals that were near may have been decided since.
  Flip next_flip(const suite::TestGeneration& generation) {
    update_distance(generation);
    for (;;) {
      Flip flip = search_->flips.top();
      search_->flips.pop();
      if (search_->flips.empty() || priority(flip) <= std::max(flip.priority, search_->flips.top().priority))
        return flip;
      push(std::move(flip));
    }
  }

  void update_distance(const suite::TestGeneration& generation) {
    const std::size_t open = generation.table().counts().open;
    if (distance_ && open == open_) return;
    open_ = open;
    distance_.emplace(program_, generation.table());
  }

  void negate(const Flip& flip, suite::TestGeneration& generation) {
    const PathBranch& branch = flip.parent->path.branches[flip.branch];
    smt::Terms& terms = search_->terms;
    std::vector<Term> wanted{branch.before, branch.condition};
    const std::span inputs = std::span(flip.parent->path.inputs).first(branch.inputs);
    for (const symex::InputTerm& input : inputs) // a run has zero there
      if (!task::is_given(input.kind) && terms.sort(input.value).is_bv())
        wanted.push_back(terms.eq(input.value, terms.bv(terms.width(input.value), 0)));
    if (!search_->solver->check(wanted).sat()) {
      ++fruitless_;
      return;
    }
    std::vector<UInt128> values;
    for (const symex::InputTerm& input : inputs)
      if (task::is_given(input.kind))
        values.push_back(analysis::confirm::bits_of(terms.bits(search_->solver->value(input.value))));
    for (std::size_t i = values.size(); i < flip.parent->values.size(); ++i) values.push_back(flip.parent->values[i]);
    // An assumption that holds is no branch.
    const bool is_assumption = branch.other->from->out.size() == 1;
    run(std::move(values), generation, flip.branch + (is_assumption ? 0 : 1), Parentage::Other);
  }

  static constexpr std::uint32_t most_starts = 1'000'000;

  const Program& program_;
  std::string solver_;
  analysis::invariants::ProgramConstants constants_;
  std::unique_ptr<Search> search_;
  std::optional<GoalDistance> distance_;
  std::size_t open_ = 0;
  std::uint64_t depth_ = first_trace;
  bool is_cut_ = false;    // there were longer runs
  unsigned fruitless_ = 0; // negations since a goal was covered
  std::uint32_t followed_ = 0, starts_ = 0, runs_ = 0;
  std::unordered_set<std::uint64_t> negated_; // prefixes of paths
  std::unordered_map<std::uint32_t, std::uint64_t> tries_;
};

} // namespace

std::unique_ptr<Partner> make_concolic(const Program& program, std::string solver) {
  return std::make_unique<Concolic>(program, std::move(solver));
}

} // namespace tandem::testing::partners

// What the symbolic execution does not model exactly makes a run go another way than predicted; that costs time, not
// correctness, since only runs count. Inputs behind the negated branch keep the values they had.

#include "testing/partners/concolic.h"

#include "analysis/confirm/model_bits.h"
#include "analysis/invariants/sample_inputs.h"
#include "smt/backends/backends.h"
#include "testing/partners/goal_distance.h"
#include "testing/partners/path_execution.h"

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace tandem::testing::partners {

using smt::Term;

namespace {

constexpr std::uint64_t longest_trace = 30'000; // edges of a run that are followed
constexpr std::size_t most_terms = 8'000'000;   // then everything is forgotten
constexpr std::chrono::milliseconds query_limit{300};

// A run that was followed.
struct Parent {
  ExecutedPath path;
  std::vector<UInt128> values;
};

// A branch of a parent to be negated.
struct Flip {
  std::uint64_t priority = 0; // small: first
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

  bool finds_tests_without_goals() const override { return true; }

  Progress work(suite::TestGeneration& generation, const Slice& slice) override {
    if (!search_ || search_->terms.size() > most_terms) search_ = std::make_unique<Search>(program_, solver_);
    while (!slice.is_over()) {
      follow_new_tests(generation);
      if (search_->flips.empty() && !start_again(generation)) return Progress::Exhausted;
      if (search_->flips.empty()) continue;
      const Flip flip = search_->flips.top();
      search_->flips.pop();
      negate(flip, generation);
      if (search_->terms.size() > most_terms) search_ = std::make_unique<Search>(program_, solver_);
    }
    return Progress::More;
  }

private:
  // Tests of all partners are followed, each once.
  void follow_new_tests(suite::TestGeneration& generation) {
    for (const suite::Test& test : generation.tests())
      if (test.number > followed_) {
        followed_ = test.number;
        const suite::TestRun run = generation.runner().run(test.values(), limits());
        follow(run, generation);
        return; // the list may change
      }
  }

  static suite::RunLimits limits() { return {.steps = 200'000, .trace = longest_trace}; }

  // Further runs, since all branches of those that were followed are negated.
  bool start_again(suite::TestGeneration& generation) {
    if (++starts_ > most_starts) return false;
    analysis::invariants::SampleInputs inputs(starts_, starts_, constants_);
    follow(generation.offer(inputs, name(), limits()).run, generation);
    return true;
  }

  // Branches before `first` were negated when the parent was followed.
  void follow(const suite::TestRun& run, suite::TestGeneration& generation, std::size_t first = 0) {
    auto parent = std::make_shared<Parent>();
    parent->path = PathExecution(program_, search_->terms, search_->identities).run(run.trace);
    parent->values = run.values();
    update_distance(generation);
    for (std::size_t i = first; i < parent->path.branches.size(); ++i) {
      const PathBranch& branch = parent->path.branches[i];
      if (!negated_.insert(branch.prefix).second) continue;
      const Edge& other = other_side(*branch.taken);
      std::uint64_t& tries = tries_[other.id];
      // Near goals first; of equally near ones those that were tried least, then the first on the path.
      const std::uint64_t priority = distance_->of(other) + 20 * tries++;
      search_->flips.push({priority << 20 | std::min<std::uint64_t>(i, 0xfffff), parent, i});
    }
  }

  void update_distance(const suite::TestGeneration& generation) {
    const std::size_t open = generation.table().counts().open;
    if (distance_ && open == open_) return;
    open_ = open;
    distance_.emplace(program_, generation.table());
  }

  static const Edge& other_side(const Edge& taken) { return *taken.from->out[taken.from->out[0] == &taken ? 1 : 0]; }

  void negate(const Flip& flip, suite::TestGeneration& generation) {
    const PathBranch& branch = flip.parent->path.branches[flip.branch];
    smt::Terms& terms = search_->terms;
    std::vector<Term> wanted{branch.before, terms.not_(branch.condition)};
    const std::span inputs = std::span(flip.parent->path.inputs).first(branch.inputs);
    for (const symex::InputTerm& input : inputs) // a run has zero there
      if (!task::is_given(input.kind) && terms.sort(input.value).is_bv())
        wanted.push_back(terms.eq(input.value, terms.bv(terms.width(input.value), 0)));
    if (!search_->solver->check(wanted).sat()) return;
    std::vector<UInt128> values;
    for (const symex::InputTerm& input : inputs)
      if (task::is_given(input.kind))
        values.push_back(analysis::confirm::bits_of(terms.bits(search_->solver->value(input.value))));
    for (std::size_t i = values.size(); i < flip.parent->values.size(); ++i) values.push_back(flip.parent->values[i]);
    ++starts_;
    analysis::invariants::SampleInputs then(starts_, starts_, constants_);
    suite::ListedInputs listed(std::move(values), &then);
    follow(generation.offer(listed, name(), limits()).run, generation, flip.branch + 1);
  }

  static constexpr std::uint32_t most_starts = 1'000'000;

  const Program& program_;
  std::string solver_;
  analysis::invariants::ProgramConstants constants_;
  std::unique_ptr<Search> search_;
  std::optional<GoalDistance> distance_;
  std::size_t open_ = 0;
  std::uint32_t followed_ = 0, starts_ = 0;
  std::unordered_set<std::uint64_t> negated_; // prefixes of paths
  std::unordered_map<std::uint32_t, std::uint64_t> tries_;
};

} // namespace

std::unique_ptr<Partner> make_concolic(const Program& program, std::string solver) {
  return std::make_unique<Concolic>(program, std::move(solver));
}

} // namespace tandem::testing::partners

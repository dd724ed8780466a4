// Two ways in turns. Havoc: many random changes of one parent, as fuzzers do. Towards a branch: the run that came
// closest to it is repeated with each of its inputs raised by one, which shows the inputs that the operands of the
// comparison depend on, and how; then values are tried that could make the comparison come out the other way, and the
// best of them is the next to start from (distance minimisation, with typed values in place of bytes).

#include "testing/partners/fuzzing.h"

#include "analysis/invariants/sample_inputs.h"
#include "base/core/input_error.h"
#include "testing/partners/goal_distance.h"
#include "testing/partners/input_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace tandem::testing::partners {

using compiled::Candidate;
using compiled::FuzzedRun;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t most_entries = 30'000, most_flips = 96;
constexpr int most_iterations = 24; // of minimising one distance at a time
constexpr std::uint32_t most_visits = 12;

// A run that was interesting.
struct Entry {
  InputList inputs;
  std::uint32_t chosen = 0;
};

// A branch that no run took, though one came to its condition.
struct Unreached {
  InputList nearest;
  std::uint32_t visits = 0; // since a run came closer
};

class Fuzzing : public Partner {
public:
  Fuzzing(const Program& program, std::vector<std::string> compiler_args, std::uint64_t seed)
      : program_(program), compiler_args_(std::move(compiler_args)), words_(words(program)), changes_(words_, seed) {}

  std::string name() const override { return "fuzzing"; }
  double weight() const override { return 3; }
  double start_cost() const override { return 0.5; } // compiling
  double running_seconds() const override { return fuzzed_ ? fuzzed_->cpu_seconds() : 0; }
  std::string remark() const override {
    return problem_.empty() ? fmt::format("{} runs of the compiled program", runs_) : problem_;
  }

  Progress work(suite::TestGeneration& generation, const Slice& slice) override {
    if (!fuzzed_ && !start(generation, slice)) return Progress::Exhausted;
    while (!slice.is_over()) {
      take_new_tests(generation);
      if (reads_nothing_) return Progress::Exhausted;
      if (!is_alive_) return Progress::Exhausted;
      havoc(generation);
      if (const auto edge = choose_unreached(generation); edge && !slice.is_over())
        go_towards(*edge, generation, slice);
    }
    return Progress::More;
  }

private:
  static std::vector<std::uint64_t> words(const Program& program) {
    std::vector<std::uint64_t> result;
    for (const Int128 constant : analysis::invariants::ProgramConstants(program).all)
      result.push_back(static_cast<std::uint64_t>(constant));
    return result;
  }

  bool start(suite::TestGeneration& generation, const Slice& slice) {
    if (!problem_.empty()) return false;
    try {
      fuzzed_ = std::make_unique<compiled::FuzzedProgram>(
          program_, compiled::FuzzedOptions{
                        .compiler_args = compiler_args_, .words = words_, .compile_limit = slice.wall_left()});
    } catch (const InputError& failure) {
      problem_ = failure.what();
      return false;
    }
    std::vector<Candidate> first;
    for (std::uint64_t i = 0; i < 64; ++i)
      first.push_back({.values = {},
                       .tail = static_cast<compiled::Tail>(1 + i % 4),
                       .most = static_cast<std::uint32_t>(1 << i % 10),
                       .seed = changes_.chance().number() | 1});
    run(first, generation);
    reads_nothing_ = std::ranges::all_of(entries_, [](const Entry& entry) { return entry.inputs.values.empty(); });
    return true;
  }

  // Tests of all partners are parents, too.
  void take_new_tests(suite::TestGeneration& generation) {
    std::vector<Candidate> seeds;
    for (const suite::Test& test : generation.tests())
      if (test.number > taken_ && test.by != name()) seeds.push_back({.values = test.values()});
    if (!generation.tests().empty()) taken_ = std::max(taken_, generation.tests().back().number);
    if (!seeds.empty()) run(seeds, generation);
  }

  std::vector<FuzzedRun> run(const std::vector<Candidate>& candidates, suite::TestGeneration& generation,
                             std::uint32_t watched = compiled::no_edge) {
    std::vector<FuzzedRun> runs = fuzzed_->run(candidates, watched);
    if (runs.empty()) {
      is_alive_ = false;
      problem_ = "the compiled program's server ended";
    }
    runs_ += runs.size();
    for (const FuzzedRun& run : runs)
      if (run.is_interesting()) keep(run, generation);
    runs.resize(candidates.size(), FuzzedRun{.distance = ~std::uint64_t{0}}); // those that were not run
    return runs;
  }

  void keep(const FuzzedRun& run, suite::TestGeneration& generation) {
    const InputList inputs{run.values, run.shapes};
    for (const std::uint32_t edge : run.new_edges) unreached_.erase(edge);
    for (const std::uint32_t edge : run.closer_edges) unreached_[edge] = {inputs};
    if ((run.takes_new_edge || run.has_new_pair) && entries_.size() < most_entries) entries_.push_back({inputs});
    if (run.takes_new_edge) generation.offer(run.values, name(), {.steps = 5'000'000});
  }

  // One of the newest in every other case, otherwise any; of three the one that was chosen least.
  Entry& choose_entry() {
    Chance& chance = changes_.chance();
    const std::size_t newest = chance.one_in(2) ? std::min<std::size_t>(entries_.size(), 32) : entries_.size();
    Entry* best = nullptr;
    for (int i = 0; i < 3; ++i) {
      Entry& entry = entries_[entries_.size() - 1 - chance.below(newest)];
      if (best == nullptr || entry.chosen < best->chosen) best = &entry;
    }
    return *best;
  }

  void havoc(suite::TestGeneration& generation) {
    if (entries_.empty()) return;
    std::vector<Candidate> batch;
    for (std::size_t i = 0; i < batch_; ++i) {
      Entry& entry = choose_entry();
      if (i % 16 == 0) ++entry.chosen;
      batch.push_back(changes_.havoc(entry.inputs, entries_[changes_.chance().below(entries_.size())].inputs));
    }
    const Clock::time_point begin = Clock::now();
    run(batch, generation);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (seconds < 0.01 && batch_ < 1024) batch_ *= 2;
    if (seconds > 0.05 && batch_ > 16) batch_ /= 2;
  }

  std::optional<std::uint32_t> choose_unreached(const suite::TestGeneration& generation) {
    update_distance(generation);
    std::optional<std::uint32_t> best;
    std::uint64_t best_merit = 0;
    for (const auto& [edge, about] : unreached_) {
      const std::uint64_t distance = distance_->of(*program_.edges()[edge]);
      if (distance >= GoalDistance::far || about.visits >= most_visits) continue;
      const std::uint64_t merit = 64 * std::uint64_t{about.visits} + distance;
      if (best && merit >= best_merit) continue;
      best = edge;
      best_merit = merit;
    }
    return best;
  }

  void update_distance(const suite::TestGeneration& generation) {
    const std::size_t open = generation.table().counts().open;
    if (distance_ && open == open_) return;
    open_ = open;
    distance_.emplace(program_, generation.table());
  }

  void go_towards(std::uint32_t edge, suite::TestGeneration& generation, const Slice& slice) {
    ++unreached_.at(edge).visits;
    InputList now = unreached_.at(edge).nearest;
    if (now.values.empty()) return;
    FuzzedRun base = run({{.values = now.values}}, generation, edge).front();
    for (int iteration = 0; iteration < most_iterations && is_alive_ && unreached_.contains(edge) && !slice.is_over();
         ++iteration) {
      const std::optional<Candidate> better = improve(edge, now, base, generation);
      if (!better) break;
      now.values = better->values;
      base = run({{.values = now.values}}, generation, edge).front();
    }
    if (const auto found = unreached_.find(edge); found != unreached_.end()) found->second.nearest = now;
  }

  // A change of one input that brings the run closer to the branch.
  std::optional<Candidate> improve(std::uint32_t edge, const InputList& now, const FuzzedRun& base,
                                   suite::TestGeneration& generation) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < now.values.size(); ++i) places.push_back(i);
    while (places.size() > most_flips)
      places.erase(places.begin() + static_cast<std::ptrdiff_t>(changes_.chance().below(places.size())));
    const auto with = [&](std::size_t place, UInt128 value) {
      Candidate result{.values = now.values, .tail = compiled::Tail::Zero, .most = 4096};
      result.values[place] = value;
      return result;
    };
    std::vector<Candidate> flips;
    for (const std::size_t i : places) flips.push_back(with(i, plus_one(now.values[i], now.shape(i))));
    const std::vector<FuzzedRun> flipped = run(flips, generation, edge);
    std::vector<Candidate> tries;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const FuzzedRun& run = flipped[i];
      if (run.left == base.left && run.right == base.right && run.distance == base.distance) continue;
      const std::size_t at = places[i];
      for (const UInt128 value : changes_.towards(now.values[at], now.shape(at), base, run))
        tries.push_back(with(at, value));
    }
    std::optional<Candidate> best;
    std::uint64_t best_distance = base.distance;
    const std::vector<FuzzedRun> tried = tries.empty() ? std::vector<FuzzedRun>{} : run(tries, generation, edge);
    for (std::size_t i = 0; i < tried.size(); ++i)
      if (tried[i].distance < best_distance) best = tries[i], best_distance = tried[i].distance;
    return best;
  }

  const Program& program_;
  std::vector<std::string> compiler_args_;
  std::vector<std::uint64_t> words_;
  InputChanges changes_;
  std::unique_ptr<compiled::FuzzedProgram> fuzzed_;
  std::string problem_;
  std::vector<Entry> entries_;
  std::map<std::uint32_t, Unreached> unreached_; // by edge
  std::optional<GoalDistance> distance_;
  std::size_t open_ = 0, batch_ = 64;
  std::uint64_t runs_ = 0;
  std::uint32_t taken_ = 0;
  bool reads_nothing_ = false, is_alive_ = true;
};

} // namespace

std::unique_ptr<Partner> make_fuzzing(const Program& program, std::vector<std::string> compiler_args,
                                      std::uint64_t seed) {
  return std::make_unique<Fuzzing>(program, std::move(compiler_args), seed);
}

} // namespace tandem::testing::partners

// One path of the automaton at a time: a chain of states with their self-loops, whose end is the only claim. First the
// inputs that the assumptions on it name are tried, then an engine is asked for others; engines search for errors only,
// so coverage goals are tried with random inputs.
//
// Whether an execution follows a chain is decided by running it in the residual program without what the chain covers:
// there it ends early. The tests are then reduced greedily to a set that follows the same chains.

#include "testing/runs/gia_tests.h"

#include "analysis/confirm/confirm.h"
#include "exchange/formats/gia_views.h"
#include "exchange/gia/gia_conditions.h"
#include "exchange/gia/gia_copy.h"
#include "transform/reduce/reduce.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace tandem::testing {

namespace {

using exchange::Accept;
using exchange::Gia;
using exchange::StateId;
using semantics::interpreter::RunResult;

constexpr std::chrono::milliseconds replay_limit{10'000};
constexpr std::uint64_t longest_trace = 1'000'000;
constexpr std::uint64_t random_tries = 200;
constexpr std::size_t most_compared = 500;      // tests, each with each
constexpr std::uint64_t most_steps = 4'000'000; // of the search for paths, whose number may be exponential

struct Chain {
  std::vector<const Gia::Transition*> steps;
  StateId end = 0;
};

// Paths to rt and to candidates that visit no state twice, in the order of transitions.
class ChainFinder {
public:
  // At most `limit` to each accepting state.
  ChainFinder(const Gia& gia, std::size_t limit)
      : gia_(gia), limit_(limit), found_(gia.states().size()), on_path_(gia.states().size(), false) {}

  std::vector<Chain> find() {
    leads_.assign(gia_.states().size(), false);
    mark_leading();
    follow();
    return std::move(result_);
  }
  bool is_complete() const { return complete_; }

private:
  static bool is_wanted(Accept accept) { return accept == Accept::Reached || accept == Accept::Candidate; }

  void mark_leading() {
    std::vector<std::vector<StateId>> before(gia_.states().size());
    for (const Gia::Transition& transition : gia_.transitions()) before[transition.target].push_back(transition.source);
    std::vector<StateId> waiting;
    for (StateId id = 0; id < gia_.states().size(); ++id)
      if (is_wanted(gia_.states()[id].accept)) waiting.push_back(id);
    while (!waiting.empty()) {
      const StateId at = waiting.back();
      waiting.pop_back();
      if (leads_[at]) continue;
      leads_[at] = true;
      waiting.insert(waiting.end(), before[at].begin(), before[at].end());
    }
  }

  // Depth first, without recursion: chains may be as long as executions.
  void follow() {
    struct Frame {
      StateId state;
      std::size_t next = 0;
    };
    std::vector<Frame> frames;
    const auto enter = [&](StateId state) {
      on_path_[state] = true;
      frames.push_back({state});
      if (!is_wanted(gia_.states()[state].accept)) return;
      if (++found_[state] > limit_)
        complete_ = false;
      else
        result_.push_back({path_, state});
    };
    if (leads_[gia_.initial()]) enter(gia_.initial());
    for (std::uint64_t step = 0; !frames.empty(); ++step) {
      if (step == most_steps) {
        complete_ = false;
        return;
      }
      const StateId at = frames.back().state;
      const auto out = gia_.out(at);
      if (frames.back().next == out.size()) {
        on_path_[at] = false;
        frames.pop_back();
        if (!path_.empty()) path_.pop_back();
        continue;
      }
      const Gia::Transition& transition = out[frames.back().next++];
      if (!leads_[transition.target] || on_path_[transition.target]) continue;
      path_.push_back(&transition);
      enter(transition.target);
    }
  }

  const Gia& gia_;
  std::size_t limit_;
  std::vector<std::size_t> found_; // by StateId
  std::vector<bool> on_path_, leads_;
  std::vector<const Gia::Transition*> path_;
  std::vector<Chain> result_;
  bool complete_ = true;
};

Gia gia_of(const Gia& gia, const Chain& chain, Accept end) {
  exchange::GiaBuilder builder(gia.header());
  exchange::GiaCopy copy(gia, builder);
  std::vector<StateId> states{gia.initial()};
  for (const Gia::Transition* step : chain.steps) states.push_back(step->target);
  for (StateId i = 0; i < states.size(); ++i)
    builder.add_state(i + 1 == states.size() ? end : Accept::Nothing, "", copy.text(gia.states()[states[i]].invariant));
  for (StateId i = 0; i + 1 < states.size(); ++i) {
    for (const Gia::Transition& transition : gia.out(states[i]))
      if (transition.target == states[i])
        builder.add_transition(i, copy.label(transition.label), i, copy.text(transition.assumption));
    builder.add_transition(i, copy.label(chain.steps[i]->label), i + 1, copy.text(chain.steps[i]->assumption));
  }
  return std::move(builder).finish();
}

class TestFinder {
public:
  TestFinder(const Program& program, const Gia& gia, const Property& property,
             const analysis::validate::EngineQuery& query, const GiaTestOptions& options)
      : program_(program), gia_(gia), property_(property), query_(query), options_(options) {}

  GiaTests run() {
    exchange::GiaConditions conditions(program_, gia_);
    exchange::bind_edges(program_, gia_, conditions);
    ChainFinder finder(gia_, options_.most_paths);
    for (const Chain& chain : finder.find()) examine(chain);
    if (!finder.is_complete())
      result_.dropped.push_back(
          fmt::format("of the paths to one state, only the first {} were examined", options_.most_paths));
    drop_redundant();
    return std::move(result_);
  }

private:
  void examine(const Chain& chain) {
    add_chain(chain);
    for (const GiaTest& test : result_.tests)
      if (follows(chains_.back(), test.texts)) return;
    const Gia claim = gia_of(gia_, chain, Accept::Reached);
    const auto end = static_cast<StateId>(chain.steps.size());
    const Accept accept = gia_.states()[chain.end].accept;
    std::string reason = "the inputs that it names do not follow it";
    const std::vector<std::string> claimed = analysis::validate::claimed_inputs(program_, claim, end);
    if (try_out(claimed, accept)) return;
    if (options_.aim == TestAim::ReachTarget) {
      const analysis::validate::ClaimCheck check =
          analysis::validate::check_reached(program_, claim, end, property_, query_);
      if (check.status == analysis::validate::ClaimStatus::Confirmed && try_out(check.inputs, accept)) return;
      reason = check.text;
    } else {
      for (std::uint64_t seed = 1; seed <= random_tries; ++seed)
        if (try_out(random_inputs(seed), accept)) return;
      reason = fmt::format("neither the inputs that it names nor {} random vectors follow it", random_tries);
    }
    chains_.pop_back();
    result_.dropped.push_back(fmt::format("{} '{}', {} steps: no test: {}", exchange::formats::name(accept),
                                          gia_.states()[chain.end].name, chain.steps.size(), reason));
  }

  bool try_out(const std::vector<std::string>& inputs, Accept claim) {
    const RunResult run = execute(program_, inputs);
    const bool reaches = is_target(run);
    if (options_.aim == TestAim::ReachTarget && !reaches) return false;
    if (!follows(chains_.back(), inputs)) return false;
    GiaTest test{.inputs = {}, .texts = {}, .reaches_target = reaches, .claim = claim};
    for (const semantics::interpreter::ConsumedInput& input : run.inputs) {
      const task::InputKind kind = analysis::confirm::kind_of(input.reason);
      if (!task::is_given(kind)) continue;
      test.inputs.push_back({.kind = kind, .type = input.type, .bits = input.bits, .edge = input.edge});
      test.texts.push_back(semantics::write_value(input.bits, *input.type));
    }
    result_.tests.push_back(std::move(test));
    return true;
  }

  RunResult execute(const Program& program, const std::vector<std::string>& inputs) const {
    semantics::interpreter::Executable executable(program, {.targets = property_.error_functions});
    semantics::TextInputs source(inputs, semantics::Exhaustion::Zero);
    return executable.run(source, {.time_limit = replay_limit, .trace_limit = longest_trace});
  }

  // By its last edge: the property decides what an error is, not the library function that ended the run.
  bool is_target(const RunResult& run) const {
    if (run.steps > run.trace.size() || run.trace.empty()) return false;
    return property_.error_functions.is_error_call(*run.trace.back());
  }

  // The residual program without what the chain covers; nothing if it covers everything.
  using Rest = std::optional<transform::reduce::Residual>;

  void add_chain(const Chain& chain) {
    if (chain.steps.empty()) {
      chains_.emplace_back(std::nullopt);
      return;
    }
    chains_.emplace_back(transform::reduce::reduce(
        program_, gia_of(gia_, chain, Accept::Unreachable),
        {.method = transform::reduce::ReduceMethod::Unfold, .intact = property_.error_functions}));
  }

  bool follows(const Rest& rest, const std::vector<std::string>& inputs) const {
    if (!rest) return true;
    const RunResult whole = execute(program_, inputs), part = execute(rest->program, inputs);
    return rest->original(part.trace).size() < whole.trace.size();
  }

  std::vector<std::string> random_inputs(std::uint64_t seed) const {
    semantics::interpreter::Executable executable(program_, {.targets = property_.error_functions});
    semantics::TextInputs source({}, semantics::Exhaustion::Random, seed);
    const RunResult run = executable.run(source, {.step_limit = longest_trace, .time_limit = replay_limit});
    std::vector<std::string> result;
    for (const semantics::interpreter::ConsumedInput& input : run.inputs)
      if (input.reason != semantics::InputReason::Arbitrary)
        result.push_back(semantics::write_value(input.bits, *input.type));
    return result;
  }

  // A test is dropped if the others follow all chains that it follows. Earlier tests are tried first: later ones were
  // found for chains that these do not cover, but may cover theirs as well.
  void drop_redundant() {
    const std::size_t count = result_.tests.size();
    if (count < 2 || count > most_compared) return;
    std::vector<std::vector<bool>> follows_chain(count, std::vector<bool>(chains_.size()));
    for (std::size_t test = 0; test < count; ++test)
      for (std::size_t chain = 0; chain < chains_.size(); ++chain)
        follows_chain[test][chain] = follows(chains_[chain], result_.tests[test].texts);
    std::vector<bool> needed(count, true);
    for (std::size_t test = 0; test < count; ++test) {
      needed[test] = false;
      for (std::size_t chain = 0; chain < chains_.size() && !needed[test]; ++chain) {
        bool covered = !follows_chain[test][chain];
        for (std::size_t other = 0; other < count && !covered; ++other)
          covered = needed[other] && follows_chain[other][chain];
        needed[test] = !covered;
      }
    }
    std::vector<GiaTest> kept;
    for (std::size_t test = 0; test < count; ++test)
      if (needed[test]) kept.push_back(std::move(result_.tests[test]));
    result_.tests = std::move(kept);
  }

  const Program& program_;
  const Gia& gia_;
  const Property& property_;
  const analysis::validate::EngineQuery& query_;
  const GiaTestOptions& options_;
  GiaTests result_;
  std::vector<Rest> chains_; // that some test follows
};

} // namespace

GiaTests find_tests(const Program& program, const Gia& gia, const Property& property,
                    const analysis::validate::EngineQuery& query, const GiaTestOptions& options) {
  return TestFinder(program, gia, property, query, options).run();
}

} // namespace tandem::testing

// The product of program and automaton, with one state for each location before a visible step, the set of the
// automaton's states there, and the text that was last matched: the same text again is the same statement. Call stacks
// are not tracked; where that, or equal texts, makes the state ambiguous, the automaton goes to __FALSE.

#include "base/core/require.h"
#include "exchange/formats/condition_gia.h"
#include "exchange/formats/cpa_texts.h"
#include "exchange/gia/gia_copy.h"
#include "exchange/gia/run_gia.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace tandem::exchange::formats {

namespace {

constexpr std::size_t most_states = 200'000;

// Only ut, and only transitions without conditions.
Gia unconditional(const Gia& gia) {
  GiaBuilder builder(gia.header());
  GiaCopy copy(gia, builder);
  const auto only_ut = [](Accept accept) { return accept == Accept::Unreachable ? accept : Accept::Nothing; };
  for (const Gia::State& state : gia.states()) builder.add_state(only_ut(state.accept), state.name);
  builder.set_initial(gia.initial());
  for (const Gia::Transition& transition : gia.transitions())
    if (transition.assumption == Gia::no_text && gia.states()[transition.target].invariant == Gia::no_text)
      builder.add_transition(transition.source, copy.label(transition.label), transition.target);
  return std::move(builder).finish();
}

class ConditionWriter {
public:
  ConditionWriter(const Program& program, const Gia& gia) : program_(program), run_(program, gia), texts_(program) {}

  ConditionAutomaton write() {
    covered_ = add_state(std::string(ConditionAutomaton::covered));
    open_ = add_state(std::string(ConditionAutomaton::open));
    for (const std::size_t state : {covered_, open_}) out_.states[state].transitions.push_back({.target = state});
    const StateId initial = run_.initial();
    if (run_.accept(initial) == Accept::Unreachable) {
      out_.initial = covered_;
      return std::move(out_);
    }
    out_.initial = add_state("START");
    const std::size_t first = enter({&program_.entry().entry(), {initial}, ""});
    ConditionAutomaton::State& start = out_.states[out_.initial];
    start.first_only = true;
    start.transitions.push_back({.text = texts_.header(program_.entry()), .target = first});
    start.transitions.push_back({.target = out_.initial});
    while (!waiting_.empty()) {
      const auto [node, state] = waiting_.front();
      waiting_.pop_front();
      expand(node, state);
    }
    return std::move(out_);
  }

private:
  using States = std::vector<StateId>; // ordered
  struct Node {
    const Location* location = nullptr;
    States states;
    std::string text; // the last one matched
    bool operator<(const Node& other) const {
      return std::tie(location->id, states, text) < std::tie(other.location->id, other.states, other.text);
    }
  };

  std::size_t add_state(std::string name) {
    out_.states.push_back({.name = std::move(name), .first_only = false, .transitions = {}, .position = {}});
    return out_.states.size() - 1;
  }

  std::size_t enter(const Node& node) {
    if (node.states.empty()) return open_;
    if (is_verified(node.states)) return covered_;
    const auto [found, is_new] = known_.try_emplace(node, 0);
    if (!is_new) return found->second;
    if (known_.size() > most_states)
      throw InputError(fmt::format("the condition automaton would have more than {} states", most_states));
    found->second = add_state(fmt::format("S{}", known_.size()));
    out_.states[found->second].first_only = true;
    waiting_.emplace_back(node, found->second);
    return found->second;
  }

  bool is_verified(const States& states) const {
    return std::ranges::any_of(states, [&](StateId id) { return run_.accept(id) == Accept::Unreachable; });
  }

  // A verified set stays verified.
  States after(const States& states, const Edge& edge) {
    if (is_verified(states)) return states;
    std::set<StateId> result;
    for (const StateId id : states)
      for (const RunGia::BoundTransition& step : run_.transitions(id, edge)) result.insert(step.target);
    return {result.begin(), result.end()};
  }

  // Visible steps from a node, after silent ones.
  struct Visible {
    const Edge* edge = nullptr;
    States states; // before it
  };
  std::vector<Visible> visible_steps(const Node& node) {
    std::vector<Visible> result;
    std::vector<std::pair<const Location*, States>> waiting{{node.location, node.states}};
    std::set<std::pair<std::uint32_t, States>> seen;
    while (!waiting.empty()) {
      const auto [at, states] = waiting.back();
      waiting.pop_back();
      if (states.empty() || !seen.emplace(at->id, states).second) continue;
      if (at == &at->function->exit())
        for (const Edge* call : program_.edges())
          if (call->op.kind == OpKind::Call && (call->op.callee == at->function || call->op.callee == nullptr))
            waiting.emplace_back(call->to, states);
      for (const Edge* edge : at->out)
        if (texts_.is_visible(*edge))
          result.push_back({edge, states});
        else
          waiting.emplace_back(&location_after(*edge), after(states, *edge));
    }
    return result;
  }

  void expand(const Node& node, std::size_t state) {
    std::map<std::string, std::size_t> targets; // by text
    for (const Visible& step : visible_steps(node)) {
      const std::string& text = texts_.text(*step.edge);
      const bool is_branch = texts_.is_branch(*step.edge);
      const bool unclear = CpaTexts::normal(text) == CpaTexts::normal(node.text);
      const std::size_t target =
          unclear ? open_ : enter({&location_after(*step.edge), after(step.states, *step.edge), is_branch ? "" : text});
      const auto [found, is_new] = targets.try_emplace(text, target);
      if (!is_new && found->second != target) found->second = open_;
    }
    std::vector<ConditionAutomaton::Transition>& out = out_.states[state].transitions;
    const bool repeats = !node.text.empty() && !targets.contains(node.text);
    if (repeats) out.push_back({.text = node.text, .target = state});
    for (const auto& [text, target] : targets)
      if (target != open_) out.push_back({.text = text, .target = target});
    out.push_back({.text = "", .target = state});
    out.push_back({.target = open_});
  }

  const Program& program_;
  RunGia run_;
  CpaTexts texts_;
  ConditionAutomaton out_;
  std::size_t covered_ = 0, open_ = 0;
  std::map<Node, std::size_t> known_;
  std::deque<std::pair<Node, std::size_t>> waiting_;
};

} // namespace

WrittenCondition condition_of_gia(const Gia& gia, const Program& program) {
  const Gia plain = unconditional(gia);
  WrittenCondition result;
  for (const Gia::Transition& transition : gia.transitions()) {
    const Gia::State& target = gia.states()[transition.target];
    if (transition.assumption == Gia::no_text && target.invariant == Gia::no_text) continue;
    result.dropped.push_back(
        fmt::format("{} -> {}: a condition automaton cannot express the condition '{}'; what is ut "
                    "after it is not carried over",
                    gia.states()[transition.source].name, target.name,
                    gia.text(transition.assumption != Gia::no_text ? transition.assumption : target.invariant)));
  }
  result.automaton = ConditionWriter(program, plain).write();
  return result;
}

} // namespace tandem::exchange::formats

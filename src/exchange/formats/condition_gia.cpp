// Reading: each text is resolved to the edges whose statement it is. One statement may be several edges on either side,
// so a matched text skips the rest of its statement in both: silent edges loop in the GIA, and repeated texts are
// passed at once in the automaton. Whatever is ambiguous is dropped, never guessed: it could only add wrong proofs.

#include "exchange/formats/condition_gia.h"

#include "exchange/combine/trim.h"
#include "exchange/formats/cpa_texts.h"
#include "exchange/gia/gia_conditions.h"
#include "exchange/witness/witness_transitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace tandem::exchange::formats {

namespace {

using Transition = ConditionAutomaton::Transition;

class Converter {
public:
  Converter(const ConditionAutomaton& automaton, const Program& program)
      : automaton_(automaton), program_(program), texts_(program), dropped_(automaton.dropped) {}

  witness::ConvertedGia convert(GiaHeader header) {
    check_states();
    GiaBuilder builder(std::move(header));
    for (const ConditionAutomaton::State& state : automaton_.states) builder.add_state(accept(state));
    ut_ = builder.add_state(Accept::Unreachable);
    const auto initial = static_cast<StateId>(automaton_.initial);
    builder.set_initial(initial);
    if (accept(automaton_.states[initial]) == Accept::Nothing)
      for (const Edge* first : program_.entry().entry().out) add_first(initial, *first);
    for (StateId state = 0; state < automaton_.states.size(); ++state)
      if (accept(automaton_.states[state]) == Accept::Nothing) add_transitions(state);
    transitions_.put(builder, program_);
    return {combine::trimmed(std::move(builder).finish()), std::move(dropped_)};
  }

private:
  static Accept accept(const ConditionAutomaton::State& state) {
    return state.name == ConditionAutomaton::covered ? Accept::Unreachable
           : state.name == ConditionAutomaton::open  ? Accept::Candidate
                                                     : Accept::Nothing;
  }
  bool is_covered(std::size_t state) const { return accept(automaton_.states[state]) == Accept::Unreachable; }

  void drop(const Transition& transition, const std::string& what) {
    std::string line = transition.position.text() + ": " + what;
    if (reported_.insert(line).second) dropped_.push_back(std::move(line));
  }

  void check_states() const {
    for (const ConditionAutomaton::State& state : automaton_.states)
      if (!state.first_only && accept(state) == Accept::Nothing)
        throw InputError(state.position,
                         fmt::format("the state '{}' follows all transitions that match; only USEFIRST is "
                                     "read",
                                     state.name));
  }

  // The edges that the text denotes; nullopt: it is passed without an edge.
  std::optional<std::vector<const Edge*>> edges_of(const Transition& transition) {
    const std::string text = CpaTexts::normal(*transition.text);
    if (text.empty()) return std::nullopt;
    if (const auto& found = texts_.edges(text); !found.empty()) {
      if (!texts_.is_branch(*found.front()) && texts_.is_ambiguous(text)) {
        drop(transition, fmt::format("'{}' follows itself: the state of the automaton there is ambiguous", text));
        return std::vector<const Edge*>();
      }
      return found;
    }
    switch (texts_.occurrence(text)) {
    case CpaTexts::Occurrence::OutsideFunctions:
    case CpaTexts::Occurrence::Jump: return std::nullopt;
    case CpaTexts::Occurrence::Inside: break;
    case CpaTexts::Occurrence::Nowhere:
      if (text.front() == '[') break; // a condition that is split differently
      throw InputError(transition.position, fmt::format("the program has no statement '{}'", text));
    }
    drop(transition, fmt::format("'{}' matches no edge of the program; what follows it is not carried over", text));
    return std::vector<const Edge*>();
  }

  // States reached over texts without an edge.
  std::set<std::size_t> silently(std::size_t state) {
    std::set<std::size_t> result{state};
    std::vector<std::size_t> waiting{state};
    while (!waiting.empty()) {
      const std::size_t at = waiting.back();
      waiting.pop_back();
      for (const Transition& transition : automaton_.states[at].transitions) {
        if (!transition.text || edges_of(transition)) continue;
        if (!condition(transition).empty()) {
          drop(transition, "an assumption where the program has no edge; what follows it is not carried over");
          continue;
        }
        if (result.insert(transition.target).second) waiting.push_back(transition.target);
      }
    }
    return result;
  }

  static std::string condition(const Transition& transition) {
    return transition.assumption ? witness::witness_condition(*transition.assumption) : "";
  }

  void add_transitions(StateId source) {
    const std::set<std::size_t> here = silently(source);
    std::set<std::string> matched; // texts that denote edges
    for (const std::size_t state : here)
      for (const Transition& transition : automaton_.states[state].transitions)
        if (transition.text && edges_of(transition)) matched.insert(CpaTexts::normal(*transition.text));
    for (const std::size_t state : here) {
      if (state != source && accept(automaton_.states[state]) != Accept::Nothing) continue;
      for (const Transition& transition : automaton_.states[state].transitions) {
        if (!transition.text) continue;
        const auto edges = edges_of(transition);
        if (!edges) continue;
        for (const Edge* edge : *edges) add_match(source, state, transition, *edge, matched);
      }
    }
  }

  void add_match(StateId source, std::size_t state, const Transition& transition, const Edge& edge,
                 const std::set<std::string>& matched) {
    if (texts_.is_branch(edge) && falls_through(state) && matched.size() == 1) add_other_side(source, edge);
    const std::string text = condition(transition);
    if (!text.empty() &&
        (!(texts_.is_branch(edge) || texts_.is_alone(edge)) || !is_condition_after(program_, edge, text)))
      return drop(transition,
                  fmt::format("the assumption '{}' cannot be evaluated there; what follows it is not carried "
                              "over",
                              text));
    const std::optional<std::size_t> end = texts_.is_branch(edge) ? transition.target : end_of_statement(transition);
    // The same statement again, from producers that do not know into how many edges it is split.
    if (!end || (*end == state && !texts_.is_branch(edge))) return;
    add(source, edge, text, static_cast<StateId>(*end));
  }

  void add(StateId source, const Edge& edge, const std::string& text, StateId target) {
    transitions_.add(source, edge, text, target);
    if (accept(automaton_.states[target]) != Accept::Nothing) return;
    for (const std::uint32_t silent : texts_.following(edge).silent)
      transitions_.add(target, *program_.edges()[silent], "", target);
  }

  // Silent edges before the first visible one.
  void add_first(StateId source, const Edge& edge) {
    if (texts_.is_visible(edge)) return;
    transitions_.add(source, edge, "", source);
    for (const std::uint32_t silent : texts_.following(edge).silent)
      transitions_.add(source, *program_.edges()[silent], "", source);
  }

  // One statement may be several edges with the same text there; all of them are passed at once.
  std::optional<std::size_t> end_of_statement(const Transition& first) {
    const std::string text = CpaTexts::normal(*first.text);
    std::size_t at = first.target;
    for (std::set<std::size_t> seen; seen.insert(at).second;) {
      std::optional<std::size_t> next;
      for (const std::size_t state : silently(at))
        for (const Transition& transition : automaton_.states[state].transitions) {
          if (!transition.text || CpaTexts::normal(*transition.text) != text) continue;
          if (!condition(transition).empty()) {
            drop(transition, "an assumption inside a statement; what follows it is not carried over");
            return std::nullopt;
          }
          if (!next) next = transition.target;
        }
      if (!next || *next == at) return at;
      at = *next;
    }
    drop(first, fmt::format("'{}' follows itself; what comes after it is not carried over", text));
    return std::nullopt;
  }

  bool falls_through(std::size_t state) const {
    const auto& transitions = automaton_.states[state].transitions;
    return !transitions.empty() && !transitions.back().text && is_covered(transitions.back().target) &&
           condition(transitions.back()).empty();
  }

  // Only if the automaton names one side and nothing else: another text might be the other side, written differently.
  void add_other_side(StateId source, const Edge& edge) {
    for (const Edge* other : edge.from->out)
      if (other != &edge) transitions_.add(source, *other, "", ut_);
  }

  const ConditionAutomaton& automaton_;
  const Program& program_;
  CpaTexts texts_;
  StateId ut_ = 0;
  witness::WitnessTransitions transitions_;
  std::vector<std::string> dropped_;
  std::set<std::string> reported_;
};

} // namespace

witness::ConvertedGia gia_of_condition(const ConditionAutomaton& automaton, const Program& program, GiaHeader header) {
  return Converter(automaton, program).convert(std::move(header));
}

} // namespace tandem::exchange::formats

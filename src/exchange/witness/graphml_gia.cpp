// A transition of the witness is matched by the program's edges that agree with all of its data. One that no edge
// matches is passed without an edge: the producer's program model has something there that ours does not have.
// Assumptions that cannot be evaluated are dropped, which only adds candidates.

#include "base/core/require.h"
#include "exchange/combine/trim.h"
#include "exchange/gia/gia_conditions.h"
#include "exchange/gia/input_constraint.h"
#include "exchange/witness/witness_edge_finder.h"
#include "exchange/witness/witness_gia.h"
#include "exchange/witness/witness_transitions.h"
#include "program/cexpr/c_expr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace tandem::exchange::witness {

namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// "a == 1; b == 2;" is a conjunction; quotes and nested statements do not occur.
std::vector<std::string> conjuncts(std::string_view text) {
  std::vector<std::string> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    std::string part = witness_condition(std::string(trimmed(text.substr(0, end))));
    if (!part.empty()) result.push_back(std::move(part));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

class GraphmlConverter {
public:
  GraphmlConverter(const GraphmlWitness& witness, const Program& program)
      : witness_(witness), program_(program), edge_finder_(program), dropped_(witness.dropped) {}

  ConvertedGia convert(GiaHeader header) {
    for (const GraphmlWitness::Edge& edge : witness_.edges) add_edge(edge);
    if (const auto sinks = std::ranges::count_if(witness_.nodes, &GraphmlWitness::Node::sink); sinks > 0)
      dropped_.push_back(fmt::format("{}: {} sinks are not carried over: paths into them stay candidates if they fit "
                                     "in another way",
                                     witness_.nodes.front().position.file, sinks));
    GiaBuilder builder(std::move(header));
    for (StateId node = 0; node < witness_.nodes.size(); ++node) add_state(builder, node);
    builder.set_initial(static_cast<StateId>(witness_.entry()));
    transitions_.put(builder, program_);
    return {combine::trimmed(std::move(builder).finish()), std::move(dropped_)};
  }

private:
  struct Move {
    std::vector<const Edge*> edges; // with `any`: every edge
    std::vector<std::string> conditions;
    bool any = false;
    StateId target = 0;
  };

  void drop(const GraphmlWitness::Edge& edge, const std::string& what) {
    dropped_.push_back(edge.position.text() + ": " + what);
  }

  void add_edge(const GraphmlWitness::Edge& edge) {
    if (witness_.nodes[edge.target].sink || witness_.nodes[edge.source].violation) return;
    const auto source = static_cast<StateId>(edge.source), target = static_cast<StateId>(edge.target);
    const bool says_nothing =
        edge.start_line == 0 && !edge.control && edge.enter_function.empty() && edge.return_from.empty();
    if (says_nothing) {
      if (!edge.assumption.empty()) drop(edge, "an assumption without a position is not carried over");
      moves_[source].push_back({.any = true, .target = target});
      return;
    }
    Move move{.edges = fitting(edge), .conditions = {}, .target = target};
    if (move.edges.empty()) {
      if (edge.enter_function != program_.entry().source_name())
        drop(edge, fmt::format("the edge (line {}) matches no edge of the program; it is passed without one",
                               edge.start_line));
      silent_[source].insert(target);
      return;
    }
    move.conditions = conjuncts(edge.assumption);
    keep_readable(edge, move);
    moves_[source].push_back(std::move(move));
  }

  std::vector<const Edge*> fitting(const GraphmlWitness::Edge& edge) {
    std::vector<const Edge*> result =
        edge.start_line == 0 ? program_.edges()
                             : edge_finder_.on_lines(witness_.program_file, edge.start_line, edge.end_line);
    if (!edge.return_from.empty() && edge.enter_function.empty()) return returns(edge.return_from);
    std::erase_if(result, [&](const Edge* candidate) { return !fits(edge, *candidate); });
    return result;
  }

  std::vector<const Edge*> returns(const std::string& function) const {
    std::vector<const Edge*> result;
    for (const Edge* edge : program_.edges())
      if (edge->op.kind == OpKind::Return && edge->function().source_name() == function) result.push_back(edge);
    return result;
  }

  bool fits(const GraphmlWitness::Edge& edge, const Edge& candidate) {
    if (edge.control) {
      if (candidate.op.kind != OpKind::Assume) return false;
      const std::optional<bool> decision = edge_finder_.decision(candidate);
      if (decision && *decision != *edge.control) return false;
    }
    if (!edge.enter_function.empty()) {
      if (candidate.op.kind != OpKind::Call) return false;
      if (candidate.op.callee != nullptr && candidate.op.callee->source_name() != edge.enter_function) return false;
    }
    return true;
  }

  // The condition as it can be evaluated after an edge. Some producers write "x = 1", and \result or return_value_f for
  // the result of a function.
  std::optional<std::string> condition_after(const Edge& edge, const std::string& text) const {
    if (edge.op.kind == OpKind::Declare) return std::nullopt;
    for (const std::string& each : {text, with_equality(text), with_result(edge, with_equality(text))})
      if (is_condition_after(program_, edge, each)) return each;
    return std::nullopt;
  }

  static std::string with_equality(std::string text) {
    for (std::size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 2)) {
      const bool is_other = (at > 0 && std::string_view("=!<>").find(text[at - 1]) != std::string_view::npos) ||
                            (at + 1 < text.size() && text[at + 1] == '=');
      if (!is_other) text.insert(at, "=");
    }
    return text;
  }

  static std::string with_result(const Edge& edge, std::string text) {
    if (edge.op.lvalue == nullptr || edge.op.callee == nullptr || !is_named(*edge.op.lvalue)) return text;
    for (const std::string& name : {std::string("\\result"), "return_value_" + edge.op.callee->source_name()})
      if (const std::size_t at = text.find(name); at != std::string::npos)
        text.replace(at, name.size(), cexpr::c_text(*edge.op.lvalue, cexpr::ExprStyle::Readable));
    return text;
  }

  // Conditions that can be evaluated after no edge of the move are dropped; otherwise, edges after which they cannot
  // are.
  void keep_readable(const GraphmlWitness::Edge& edge, Move& move) {
    for (std::size_t i = 0; i < move.conditions.size();) {
      std::vector<const Edge*> readable;
      std::ranges::copy_if(move.edges, std::back_inserter(readable),
                           [&](const Edge* each) { return condition_after(*each, move.conditions[i]).has_value(); });
      if (readable.empty()) {
        drop(edge, fmt::format("the assumption '{}' cannot be evaluated after line {}; the path continues without it",
                               move.conditions[i], edge.start_line));
        move.conditions.erase(move.conditions.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      move.edges = std::move(readable);
      ++i;
    }
  }

  void add_state(GiaBuilder& builder, StateId node) {
    const std::set<StateId> reached = reached_silently(node);
    const bool is_violation =
        std::ranges::any_of(reached, [&](StateId each) { return witness_.nodes[each].violation; });
    builder.add_state(is_violation ? Accept::Candidate : Accept::Nothing);
    if (is_violation) return;
    transitions_.add_any(node, node);
    for (const StateId from : reached)
      if (const auto found = moves_.find(from); found != moves_.end())
        for (const Move& move : found->second) add_move(node, move);
  }

  void add_move(StateId source, const Move& move) {
    if (move.any) transitions_.add_any(source, move.target);
    for (const Edge* edge : move.edges) {
      std::vector<std::string> parts;
      for (const std::string& each : move.conditions) parts.push_back(condition_after(*edge, each).value_or("1"));
      const std::string all = parts.size() == 1 ? parts.front()
                              : parts.empty()   ? std::string()
                                                : fmt::format("({})", fmt::join(parts, ") && ("));
      transitions_.add(source, *edge, all, move.target);
    }
  }

  std::set<StateId> reached_silently(StateId node) const {
    std::set<StateId> result{node};
    std::vector<StateId> waiting{node};
    while (!waiting.empty()) {
      const StateId at = waiting.back();
      waiting.pop_back();
      if (const auto found = silent_.find(at); found != silent_.end())
        for (const StateId next : found->second)
          if (result.insert(next).second) waiting.push_back(next);
    }
    return result;
  }

  const GraphmlWitness& witness_;
  const Program& program_;
  WitnessEdgeFinder edge_finder_;
  std::vector<std::string> dropped_;
  std::map<StateId, std::vector<Move>> moves_;
  std::map<StateId, std::set<StateId>> silent_;
  WitnessTransitions transitions_;
};

} // namespace

ConvertedGia gia_of_violation(const GraphmlWitness& witness, const Program& program, GiaHeader header,
                              const TextPosition& position) {
  require(witness.kind == GraphmlWitness::Kind::Violation, "a witness of a violation was expected");
  check_witness_model(program, witness.architecture, position);
  const std::vector<std::string> remarks =
      check_witness_hash(program, witness.program_hash, witness.program_file, position);
  ConvertedGia result = GraphmlConverter(witness, program).convert(std::move(header));
  result.dropped.insert(result.dropped.end(), remarks.begin(), remarks.end());
  return result;
}

} // namespace tandem::exchange::witness

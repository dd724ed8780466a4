// Each constraint is an automaton of a few states. Branches and inputs are only used where an execution passes at most
// once (divide.cpp), so that a state that stays on every edge and leaves on the one in question is exact. Iterations
// are counted on the back edges of a loop until it is left; all other edges have to be named, since an automaton that
// might overlook a back edge would count too few.

#include "cooperate/constraint.h"

#include "base/core/input_error.h"
#include "base/core/require.h"
#include "exchange/gia/run_gia.h"
#include "program/graph/loops.h"
#include "program/model/target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <sstream>

namespace tandem::cooperate {
namespace {

using exchange::Accept;
using exchange::Gia;
using exchange::GiaBuilder;
using exchange::StateId;

constexpr std::array<std::string_view, division_kinds> kind_names{"branch", "targets", "input", "iterations"};

struct Way {
  const Edge* edge = nullptr;
  std::string condition; // after the edge; empty: none
};

// ut wherever one of these ways is taken, once.
Gia taking(const std::vector<Way>& ways, const exchange::GiaHeader& header) {
  GiaBuilder builder(header);
  const StateId start = builder.add_state(Accept::Nothing), taken = builder.add_state(Accept::Unreachable);
  builder.add_transition(start, Gia::any, start);
  for (const Way& way : ways)
    builder.add_transition(start, builder.label(way.edge->name), taken, builder.text(way.condition));
  return std::move(builder).finish();
}

const Edge* other_arm(const Edge& arm) {
  const auto& out = arm.from->out;
  if (arm.op.kind != OpKind::Assume || out.size() != 2) return nullptr;
  return out[0] == &arm ? out[1] : out[0];
}

std::string literal(std::int64_t number, const Type& type) {
  if (type.is_signed() || type.width() < 32) return fmt::format("{}", number);
  return fmt::format("{}{}", number, type.width() > 32 ? "ULL" : "U");
}

std::string input_condition(const Constraint& constraint, bool is_below) {
  const Variable& variable = *input_variable(*constraint.edges.front());
  return fmt::format("{} {} {}", variable.source_name,
                     is_below ? "<" : ">=", literal(constraint.number, *variable.type));
}

// A name may be hidden by another one, or not be known at all.
void require_meaning(const Gia& gia, const Program& program, const Edge& edge) {
  exchange::RunGia run(program, gia);
  bool is_meant = false;
  for (const auto& step : run.transitions(gia.initial(), edge))
    if (step.assumption != nullptr)
      for_each_variable(*step.assumption,
                        [&](const Variable& variable) { is_meant |= &variable == input_variable(edge); });
  if (!is_meant) throw InputError(fmt::format("the input at {} has no name there", edge.name));
}

graph::LoopForest forest_of(const Edge& edge) { return graph::LoopForest(edge.function()); }

const graph::Loop* loop_of(const graph::LoopForest& forest, const Edge& back_edge) {
  const auto found = std::ranges::find_if(forest.loops(), [&](const graph::Loop& loop) {
    return std::ranges::find(loop.back_edges, &back_edge) != loop.back_edges.end();
  });
  return found == forest.loops().end() ? nullptr : &*found;
}

// Leaves the loop with fewer iterations, or goes on until there are so many.
Gia counting(const Constraint& constraint, bool is_below, const Program& program, const exchange::GiaHeader& header) {
  const graph::LoopForest forest = forest_of(*constraint.edges.front());
  const graph::Loop& loop = *loop_of(forest, *constraint.edges.front());
  GiaBuilder builder(header);
  std::vector<exchange::EdgeNameId> back, exits, others;
  for (const Edge* edge : program.edges()) {
    const auto is_in = [&](const auto& edges) { return std::ranges::find(edges, edge) != edges.end(); };
    (is_in(loop.back_edges) ? back : is_in(loop.exit_edges) ? exits : others).push_back(builder.edge_name(edge->name));
  }
  std::vector<StateId> states;
  for (std::int64_t i = 0; i < constraint.number; ++i) states.push_back(builder.add_state(Accept::Nothing));
  const StateId done = builder.add_state(Accept::Unreachable);
  const exchange::LabelId on_back = builder.label(back), on_others = builder.label(others);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const bool is_last = i + 1 == states.size();
    builder.add_transition(states[i], on_others, states[i]);
    if (!is_last || !is_below) builder.add_transition(states[i], on_back, is_last ? done : states[i + 1]);
    if (is_below && !exits.empty()) builder.add_transition(states[i], builder.label(exits), done);
  }
  return std::move(builder).finish();
}

// Target calls that the constraint does or does not name.
std::vector<Way> target_calls(const Constraint& constraint, const Program& program, const Property& property,
                              bool named) {
  const std::set<const Edge*> own(constraint.edges.begin(), constraint.edges.end());
  std::vector<Way> result;
  for (const Target& target : targets(program, property))
    if (own.contains(target.call) == named) result.push_back({target.call, ""});
  return result;
}

std::int64_t read_number(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw InputError(fmt::format("expected a number but found '{}'", text));
  return value;
}

void check(const Constraint& constraint, std::string_view line) {
  const Edge& first = *constraint.edges.front();
  const auto refuse = [&](std::string_view why) {
    throw InputError(fmt::format("'{}' describes no part of the program: {}", line, why));
  };
  switch (constraint.kind) {
  case DivisionKind::Branch:
    if (other_arm(first) == nullptr) refuse("the edge is no branch");
    return;
  case DivisionKind::Targets: return;
  case DivisionKind::Input:
    if (input_variable(first) == nullptr) refuse("the edge reads no input");
    return;
  case DivisionKind::Iterations:
    if (loop_of(forest_of(first), first) == nullptr) refuse("the edge does not close a loop");
    if (constraint.number < 1) refuse("the number of iterations is not positive");
    return;
  }
  unreachable();
}

} // namespace

const Variable* input_variable(const Edge& edge) {
  const Operation& op = edge.op;
  const auto named = [](const Expr* lvalue) -> const Variable* {
    if (lvalue == nullptr || lvalue->kind() != ExprKind::Variable) return nullptr;
    const Variable& variable = lvalue->variable();
    const Type& type = *variable.type;
    return type.is_integer() && !type.is_bool() && type.width() <= 64 && !variable.source_name.empty() ? &variable
                                                                                                       : nullptr;
  };
  if (op.kind == OpKind::Nondet) return named(op.lvalue);
  // The front end may read the input into a variable of its own first.
  if (op.kind != OpKind::Assign || edge.from->in.size() != 1) return nullptr;
  const Operation& before = edge.from->in.front()->op;
  const Expr* value = op.value;
  while (value->kind() == ExprKind::Cast) value = &value->operand(0);
  return before.kind == OpKind::Nondet && before.lvalue == value ? named(op.lvalue) : nullptr;
}

std::string Constraint::line() const {
  std::string result(kind_names[static_cast<std::size_t>(kind)]);
  for (const Edge* edge : edges) result += " " + edge->name;
  if (kind == DivisionKind::Input || kind == DivisionKind::Iterations)
    result += fmt::format(" {} {}", is_below ? "<" : ">=", number);
  return result;
}

std::string Constraint::text(const Program& program) const {
  const std::string place = program.text(edges.front()->range.begin);
  switch (kind) {
  case DivisionKind::Branch:
    return fmt::format("the branch at {} is {}", place, edges.front()->op.truth ? "taken" : "not taken");
  case DivisionKind::Targets:
    return edges.size() == 1 ? fmt::format("the target at {}", place)
                             : fmt::format("{} targets from {} on", edges.size(), place);
  case DivisionKind::Input: return fmt::format("{} at {}", input_condition(*this, is_below), place);
  case DivisionKind::Iterations:
    return fmt::format("{} {} iterations of the loop at {}", is_below ? "fewer than" : "at least", number, place);
  }
  unreachable();
}

Constraint read_constraint(std::string_view line, const Program& program) {
  std::istringstream words{std::string(line)};
  std::string word;
  words >> word;
  const auto kind = std::ranges::find(kind_names, word);
  if (kind == kind_names.end()) throw InputError(fmt::format("'{}' describes no part of a program", line));
  Constraint result{.kind = static_cast<DivisionKind>(kind - kind_names.begin())};
  while (words >> word && word != "<" && word != ">=") {
    const Edge* edge = program.find_edge(word);
    if (edge == nullptr) throw InputError(fmt::format("the program has no edge '{}'", word));
    result.edges.push_back(edge);
  }
  if (result.edges.empty()) throw InputError(fmt::format("'{}' names no edge", line));
  const bool has_number = result.kind == DivisionKind::Input || result.kind == DivisionKind::Iterations;
  if (has_number != static_cast<bool>(words))
    throw InputError(fmt::format("'{}' describes no part of a program", line));
  if (has_number) {
    result.is_below = word == "<";
    words >> word;
    result.number = read_number(word);
  }
  check(result, line);
  return result;
}

ConstraintAutomata automata(const Constraint& constraint, const Program& program, const Property& property,
                            const exchange::GiaHeader& header) {
  const Edge& first = *constraint.edges.front();
  switch (constraint.kind) {
  case DivisionKind::Branch: return {taking({{&first, ""}}, header), taking({{other_arm(first), ""}}, header)};
  case DivisionKind::Targets:
    return {taking(target_calls(constraint, program, property, true), header),
            taking(target_calls(constraint, program, property, false), header)};
  case DivisionKind::Input: {
    ConstraintAutomata result{taking({{&first, input_condition(constraint, constraint.is_below)}}, header),
                              taking({{&first, input_condition(constraint, !constraint.is_below)}}, header)};
    require_meaning(result.inside, program, first);
    return result;
  }
  case DivisionKind::Iterations:
    return {counting(constraint, constraint.is_below, program, header),
            counting(constraint, !constraint.is_below, program, header)};
  }
  unreachable();
}

} // namespace tandem::cooperate

// YAML violation witnesses: a chain of states, one for each segment, with a transition for every edge that may pass the
// waypoint. An assumption holds before a statement begins, which is after every edge that leads there. After the return
// from a call only the callee's variables are visible; the condition is then evaluated after the statement's first
// edge, if that edge does not change its variables. One edge may pass several waypoints: a decision, and then an
// assumption at the statement it leads to.

#include "exchange/witness/witness_gia.h"

#include "base/core/require.h"
#include "exchange/gia/gia_conditions.h"
#include "exchange/witness/witness_edge_finder.h"
#include "exchange/witness/witness_transitions.h"
#include "program/text/expr_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::exchange::witness {

namespace {

enum class Type : std::uint8_t { Assumption, Branching, FunctionEnter, FunctionReturn, Target };
using Point = WitnessWaypoint;

Type type_of(const Point& point) {
  return point.type == "assumption"        ? Type::Assumption
         : point.type == "branching"       ? Type::Branching
         : point.type == "function_enter"  ? Type::FunctionEnter
         : point.type == "function_return" ? Type::FunctionReturn
                                           : Type::Target;
}

class SequenceConverter {
public:
  SequenceConverter(const Program& program, const Property& property)
      : program_(program), property_(property), edge_finder_(program) {}

  ConvertedGia convert(const Witness& witness, GiaHeader header) {
    for (const std::vector<Point>& segment : witness.segments) add_segment(segment);
    GiaBuilder builder(std::move(header));
    const auto last = static_cast<StateId>(steps_.size());
    for (StateId state = 0; state < last; ++state) {
      builder.add_state(Accept::Nothing);
      transitions_.add_any(state, state);
      add_transitions(state);
    }
    builder.add_state(Accept::Candidate);
    transitions_.put(builder, program_);
    return {std::move(builder).finish(), std::move(dropped_)};
  }

private:
  using Firings = std::map<std::uint32_t, std::string>; // conditions, by Edge::id
  struct WitnessSegment {
    Type type = Type::Assumption;
    Firings firings;
  };

  void drop(const TextPosition& position, const std::string& what) {
    dropped_.push_back(position.text() + ": " + what);
  }

  void add_segment(const std::vector<Point>& segment) {
    for (const Point& point : segment)
      if (point.action == WaypointAction::Avoid) drop(point.position, "waypoints to avoid are not carried over");
    const Point& point = segment.back();
    Firings firings = firings_of(point);
    if (firings.empty())
      drop(point.position,
           fmt::format("line {} matches no edge of the program; the waypoint is skipped", point.location.line));
    else
      steps_.push_back({type_of(point), std::move(firings)});
  }

  void add_transitions(StateId state) {
    for (const auto& [id, condition] : steps_[state].firings) {
      std::string all = condition;
      transitions_.add(state, *program_.edges()[id], all, state + 1);
      for (StateId next = state + 1; next < steps_.size(); ++next) {
        const bool at_one_point = steps_[next].type == Type::Assumption || steps_[next - 1].type == Type::Assumption;
        const auto more = steps_[next].firings.find(id);
        if (!at_one_point || more == steps_[next].firings.end()) break;
        if (!more->second.empty()) all = all.empty() ? more->second : fmt::format("({}) && ({})", all, more->second);
        transitions_.add(state, *program_.edges()[id], all, next + 1);
      }
    }
  }

  Firings firings_of(const Point& point) {
    switch (type_of(point)) {
    case Type::Assumption: return assumption(point);
    case Type::Branching: return branching(point);
    case Type::FunctionEnter: return calls(point);
    case Type::FunctionReturn: return returns(point);
    case Type::Target: return target(point);
    }
    unreachable();
  }

  Firings assumption(const Point& point) {
    Firings result;
    const std::string text = witness_condition(point.constraint);
    bool complete = true;
    for (const Edge* first : WitnessEdgeFinder::beginnings(statement(point))) {
      const std::optional<std::vector<const Edge*>> before = edges_before(*first);
      if (before && std::ranges::all_of(*before, [&](const Edge* edge) { return can_ask(*edge, text); })) {
        for (const Edge* edge : *before) result[edge->id] = text;
      } else {
        const bool unchanged = text.empty() || (can_ask(*first, text) && keeps(*first, text));
        complete &= unchanged;
        result[first->id] = unchanged ? text : "";
      }
    }
    if (!complete)
      drop(point.position, fmt::format("the constraint '{}' cannot be asked at line {}; the way leads there without it",
                                       point.constraint, point.location.line));
    return result;
  }

  WitnessEdgeFinder::Edges statement(const Point& point) {
    return edge_finder_.of_statement(point.location.file, point.location.line, point.location.column);
  }

  bool can_ask(const Edge& edge, const std::string& text) const {
    return text.empty() || is_condition_after(program_, edge, text);
  }

  // The edges that may precede the edge; nullopt if one of them leads to a scope with other variables.
  std::optional<std::vector<const Edge*>> edges_before(const Edge& first) const {
    std::vector<const Edge*> result;
    const Function& function = first.function();
    if (first.from == &function.entry()) {
      if (&function == &program_.entry()) return std::nullopt;
      for (const Edge* edge : program_.edges())
        if (edge->op.kind == OpKind::Call && (edge->op.callee == &function || edge->op.callee == nullptr))
          result.push_back(edge);
    }
    for (const Edge* edge : first.from->in) {
      const bool is_call = edge->op.kind == OpKind::Call;
      if (is_call && (edge->op.callee == nullptr || edge->op.callee->has_body())) return std::nullopt;
      result.push_back(edge);
    }
    return result;
  }

  // Whether the condition has the same value before and after the edge.
  bool keeps(const Edge& edge, const std::string& text) const {
    const Operation& op = edge.op;
    if (op.kind == OpKind::Skip || op.kind == OpKind::Assume) return true;
    if (op.kind == OpKind::Call || op.kind == OpKind::Return) return false;
    const Variable* changed = op.kind == OpKind::Declare ? op.variable : root_variable(*op.lvalue);
    if (changed == nullptr || changed->address_taken) return false;
    bool named = false;
    for_each_variable(text::read_condition(text::ExprScope::at(program_, *edge.to), text),
                      [&](const Variable& variable) { named |= &variable == changed; });
    return !named;
  }

  Firings branching(const Point& point) {
    Firings result;
    for (const Edge* edge : statement(point)) {
      if (edge->op.kind != OpKind::Assume || edge->from->out.size() != 2) continue;
      const std::optional<bool> decision = edge_finder_.decision(*edge);
      const bool fits = point.constraint == "true"    ? decision.value_or(true)
                        : point.constraint == "false" ? !decision.value_or(false)
                                                      : true;
      if (fits) result[edge->id] = "";
    }
    return result;
  }

  Firings calls(const Point& point) {
    Firings result;
    for (const Edge* edge : edge_finder_.on_lines(point.location.file, point.location.line, point.location.line))
      if (edge->op.kind == OpKind::Call || edge->op.kind == OpKind::Nondet) result[edge->id] = "";
    return result;
  }

  Firings returns(const Point& point) {
    if (!witness_condition(point.constraint).empty())
      drop(point.position, fmt::format("the constraint '{}' of a return is not carried over", point.constraint));
    Firings result;
    for (const auto& [id, nothing] : calls(point)) {
      const Edge& call = *program_.edges()[id];
      const Function* callee = call.op.kind == OpKind::Call ? call.op.callee : nullptr;
      if (callee == nullptr || !callee->has_body()) {
        result[id] = "";
        continue;
      }
      for (const Edge* edge : callee->exit().in) result[edge->id] = "";
    }
    return result;
  }

  Firings target(const Point& point) {
    Firings errors, all;
    for (const Edge* edge : statement(point))
      (property_.error_functions.is_error_call(*edge) ? errors : all)[edge->id] = "";
    return errors.empty() ? all : errors;
  }

  const Program& program_;
  const Property& property_;
  WitnessEdgeFinder edge_finder_;
  std::vector<std::string> dropped_;
  std::vector<WitnessSegment> steps_;
  WitnessTransitions transitions_;
};

bool is_hash(const std::string& text, std::size_t digits) {
  return text.size() == digits && text.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

} // namespace

std::vector<std::string> check_witness_hash(const Program& program, const std::string& hash, const std::string& file,
                                            const TextPosition& position) {
  if (!is_hash(hash, 64))
    return {fmt::format("{}: '{}' is no SHA-256 of '{}': it was not checked that the program is the same",
                        position.text(), hash, file)};
  std::string wanted = hash;
  for (char& c : wanted)
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  if (std::ranges::find(program.files(), wanted, &SourceFile::sha256) == program.files().end())
    throw InputError(position,
                     fmt::format("it is about another program: '{}' with SHA-256 {}, which none of the "
                                 "files given has",
                                 file, hash));
  return {};
}

void check_witness_model(const Program& program, const std::string& model, const TextPosition& position) {
  const std::string_view mine = name(program.data_model());
  const std::string_view bits = program.data_model() == DataModel::ILP32 ? "32bit" : "64bit";
  if (model.empty() || model == mine || model == bits) return;
  throw InputError(position,
                   fmt::format("the witness is about data model '{}', the program was read with {} (--data-model "
                               "says which)",
                               model, mine));
}

std::vector<std::string> check_witness_task(const Witness& witness, const Program& program,
                                            const TextPosition& position) {
  check_witness_model(program, witness.task.data_model, position);
  std::vector<std::string> result;
  for (const Witness::Skipped& skipped : witness.skipped)
    result.push_back(fmt::format("{}: {} is not carried over", skipped.position.text(), skipped.what));
  for (const WitnessTask::File& file : witness.task.files)
    for (std::string& remark : check_witness_hash(program, file.sha256, file.path, position))
      result.push_back(std::move(remark));
  return result;
}

ConvertedGia gia_of_violation(const Witness& witness, const Program& program, const Property& property,
                              GiaHeader header, const TextPosition& position) {
  require(witness.kind == Witness::Kind::Violation, "a witness of a violation was expected");
  std::vector<std::string> remarks = check_witness_task(witness, program, position);
  ConvertedGia result = SequenceConverter(program, property).convert(witness, std::move(header));
  result.dropped.insert(result.dropped.begin(), remarks.begin(), remarks.end());
  return result;
}

} // namespace tandem::exchange::witness

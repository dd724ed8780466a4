// Parsing is cached by text and scope; a transition on * is accepted if its text is a condition somewhere, since where
// it is not, the transition simply cannot be taken.

#include "exchange/gia/gia_conditions.h"

#include "program/text/expr_reader.h"

#include <fmt/format.h>

#include <optional>

namespace tandem::exchange {

namespace {

bool is_indirect(const Edge& edge) { return edge.op.kind == OpKind::Call && edge.op.callee == nullptr; }

text::ExprScope scope_after(const Program& program, const Edge& edge) {
  if (is_indirect(edge)) return {.program = &program};
  return text::ExprScope::at(program, location_after(edge));
}

std::uint64_t key(TextId text, const Edge& edge) {
  const std::uint32_t scope = is_indirect(edge) ? UINT32_MAX : location_after(edge).id;
  return std::uint64_t{text} << 32 | scope;
}

// Checks an automaton against a program, part by part.
class Binder {
public:
  Binder(const Program& program, const Gia& gia, GiaConditions& conditions, const GiaPositions& positions)
      : program_(program), gia_(gia), conditions_(conditions), positions_(positions), somewhere_(gia.text_count()) {}

  std::vector<const Edge*> run() {
    const Gia::State& initial = gia_.states()[gia_.initial()];
    if (initial.invariant != Gia::no_text)
      throw InputError(position(positions_.invariants, gia_.initial()),
                       fmt::format("the initial state {} has an invariant; it has to hold always", initial.name));
    find_edges();
    for (std::size_t i = 0; i < gia_.transitions().size(); ++i) check(i);
    return std::move(edges_);
  }

private:
  TextPosition position(const std::vector<GiaPositions::LineColumn>& points, std::size_t index) const {
    if (index >= points.size()) return {.file = positions_.file};
    return {positions_.file, points[index].line, points[index].column};
  }

  void find_edges() {
    edges_.reserve(gia_.edge_name_count());
    for (EdgeNameId id = 0; id < gia_.edge_name_count(); ++id) {
      edges_.push_back(program_.find_edge(gia_.edge_name(id)));
      if (edges_.back() == nullptr) refuse_edge(id);
    }
  }

  [[noreturn]] void refuse_edge(EdgeNameId id) const {
    const std::string message = fmt::format("the program has no edge '{}'; `tandem show cfa` lists those it has, by "
                                            "function, line and column",
                                            gia_.edge_name(id));
    for (std::size_t i = 0; i < gia_.transitions().size(); ++i)
      for (const EdgeNameId used : gia_.edges(gia_.transitions()[i].label))
        if (used == id) throw InputError(position(positions_.labels, i), message);
    throw InputError(TextPosition{positions_.file}, message);
  }

  void check(std::size_t index) {
    const Gia::Transition& transition = gia_.transitions()[index];
    check_text(transition, transition.assumption, "assumption", position(positions_.assumptions, index));
    check_text(transition, gia_.states()[transition.target].invariant, "invariant of the state reached",
               position(positions_.invariants, transition.target));
  }

  void check_text(const Gia::Transition& transition, TextId text, std::string_view what, const TextPosition& position) {
    if (text == Gia::no_text) return;
    std::optional<InputError> reason;
    if (transition.label == Gia::any) {
      reason = readable_somewhere(text, position);
    } else {
      for (const EdgeNameId id : gia_.edges(transition.label))
        if (!reason) reason = readable(text, *edges_[id], position);
    }
    if (!reason) return;
    throw InputError(reason->position(),
                     fmt::format("{} -> {}: the {} '{}' is no condition there: {}",
                                 gia_.states()[transition.source].name, gia_.states()[transition.target].name, what,
                                 gia_.text(text), reason->what()));
  }

  std::optional<InputError> readable(TextId text, const Edge& edge, const TextPosition& position) {
    try {
      conditions_.read(text, edge, position);
      return std::nullopt;
    } catch (const InputError& error) {
      // Without a file, a column within the text is of little use.
      return position.line == 0 ? InputError(TextPosition{positions_.file}, error.what()) : error;
    }
  }

  std::optional<InputError> readable_somewhere(TextId text, const TextPosition& position) {
    std::optional<InputError> first;
    if (somewhere_[text]) return first;
    for (const Edge* edge : program_.edges()) {
      std::optional<InputError> reason = readable(text, *edge, position);
      if (!reason) {
        somewhere_[text] = true;
        return std::nullopt;
      }
      if (!first) first = std::move(reason);
    }
    return first;
  }

  const Program& program_;
  const Gia& gia_;
  GiaConditions& conditions_;
  const GiaPositions& positions_;
  std::vector<const Edge*> edges_;
  std::vector<bool> somewhere_;
};

} // namespace

const Location& location_after(const Edge& edge) {
  const Operation& op = edge.op;
  const bool enters = op.kind == OpKind::Call && op.callee != nullptr && op.callee->has_body();
  return enters ? op.callee->entry() : *edge.to;
}

bool is_condition_after(const Program& program, const Edge& edge, const std::string& text) {
  try {
    text::read_condition(scope_after(program, edge), text);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

const Expr& GiaConditions::read(TextId text, const Edge& edge, const TextPosition& position) {
  const auto found = known_.find(key(text, edge));
  if (found != known_.end() && found->second != nullptr) return *found->second;
  const Expr& condition = text::read_condition(scope_after(*program_, edge), gia_->text(text), position);
  known_[key(text, edge)] = &condition;
  return condition;
}

const Expr* GiaConditions::find(TextId text, const Edge& edge) {
  if (const auto found = known_.find(key(text, edge)); found != known_.end()) return found->second;
  try {
    return &read(text, edge);
  } catch (const InputError&) {
    known_[key(text, edge)] = nullptr;
    return nullptr;
  }
}

std::vector<const Edge*> bind_edges(const Program& program, const Gia& gia, GiaConditions& conditions,
                                    const GiaPositions& positions) {
  return Binder(program, gia, conditions, positions).run();
}

} // namespace tandem::exchange

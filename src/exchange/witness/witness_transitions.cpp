// Collected in ordered maps, so that the automaton does not depend on the order of the witness's edges.

#include "exchange/witness/witness_transitions.h"

#include "exchange/gia/gia_conditions.h"
#include "program/text/expr_reader.h"

namespace tandem::exchange::witness {

bool is_condition_after(const Program& program, const Edge& edge, const std::string& text) {
  const bool through_pointer = edge.op.kind == OpKind::Call && edge.op.callee == nullptr;
  try {
    text::read_condition(through_pointer ? text::ExprScope{.program = &program}
                                         : text::ExprScope::at(program, location_after(edge)),
                         text);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

std::string witness_condition(std::string text) {
  if (text == "true" || text == "1" || text == "(1)") return "";
  if (text == "false") return "0";
  for (char& c : text)
    if (c == '\n' || c == '\t' || c == '\r') c = ' ';
  return text;
}

void WitnessTransitions::put(GiaBuilder& builder, const Program& program) const {
  for (const auto& [source, target] : any_) builder.add_transition(source, Gia::any, target);
  for (const auto& [key, ids] : edges_) {
    const auto& [source, target, condition] = key;
    std::vector<EdgeNameId> names;
    for (const std::uint32_t id : ids) names.push_back(builder.edge_name(program.edges()[id]->name));
    builder.add_transition(source, builder.label(std::move(names)), target, builder.text(condition));
  }
}

} // namespace tandem::exchange::witness

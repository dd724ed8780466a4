// Collected in ordered maps, so that the automaton does not depend on the order of the witness's edges.

#include "exchange/witness/witness_transitions.h"

namespace tandem::exchange::witness {

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

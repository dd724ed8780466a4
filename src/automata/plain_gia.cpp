#include "automata/plain_gia.h"

namespace tandem::automata {

Gia gia_of_everything(Accept accept, GiaHeader header) {
  GiaBuilder builder(std::move(header));
  builder.add_state(accept);
  return std::move(builder).finish();
}

Gia gia_of_error(std::span<const Edge* const> path, GiaHeader header) {
  GiaBuilder builder(std::move(header));
  StateId at = builder.add_state(path.empty() ? Accept::Candidate : Accept::Nothing);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const StateId next = builder.add_state(i + 1 == path.size() ? Accept::Reached : Accept::Nothing);
    builder.add_transition(at, builder.label(path[i]->name), next);
    at = next;
  }
  return std::move(builder).finish();
}

} // namespace tandem::automata

// Shapes of types, and the edge of an instruction by binary search.

#include "semantics/interpreter/bytecode.h"

#include "base/core/require.h"

#include <algorithm>

namespace tandem::semantics::interpreter {

Shape shape_of(const Type& type) {
  if (type.is_void()) return {};
  if (type.is_float()) return {Shape::Class::Float, type.width()};
  if (type.is_scalar()) return {Shape::Class::Integer, type.width()};
  return {Shape::Class::Record, static_cast<std::uint32_t>(type.size())};
}

const Edge* Code::edge_at(const Instr* pc) const {
  const auto index = static_cast<std::uint32_t>(pc - instrs.data());
  const auto after = std::upper_bound(edges.begin(), edges.end(), index,
                                      [](std::uint32_t i, const auto& entry) { return i < entry.first; });
  return after == edges.begin() ? nullptr : std::prev(after)->second;
}

} // namespace tandem::semantics::interpreter

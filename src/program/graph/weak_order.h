// A weak topological order of a function's locations: loops nest and are contiguous, and every edge leads forward or
// to the head of a loop that contains its source. Fixpoint iteration and unwinding follow it.
//
// Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993), computed by repeated strongly connected
// components instead of his recursion, so that only the nesting depth of loops is on the stack. Irreducible loops get
// the location that comes first in reverse post-order as their head.
#pragma once

#include "program/model/program.h"

#include <cstdint>
#include <vector>

namespace tandem::graph {

// A strongly connected set of locations that contains a cycle. Its positions are a contiguous range.
struct LoopComponent {
  const Location* head = nullptr;
  std::int32_t parent = -1; // index of the enclosing component
  std::uint32_t first = 0;  // position of the head
  std::uint32_t last = 0;   // last position inside
  std::uint32_t depth = 1;  // number of components around its locations, itself included
};

class WeakOrder {
public:
  explicit WeakOrder(const Function& function);

  // All locations of the function in weak topological order.
  const std::vector<const Location*>& order() const { return order_; }
  std::uint32_t position(const Location& location) const { return position_[index(location)]; }
  // Outer components come before inner ones.
  const std::vector<LoopComponent>& components() const { return components_; }
  // The innermost component around a location, or -1.
  std::int32_t component(const Location& location) const { return component_[index(location)]; }
  // Whether the edge closes a cycle; it then leads to the head of a component around its source.
  bool is_back_edge(const Edge& edge) const { return position(*edge.to) <= position(*edge.from); }
  // The component whose head this is, or -1.
  std::int32_t headed_component(const Location& location) const;

private:
  std::size_t index(const Location& location) const { return location.id - first_id_; }
  void arrange(const std::vector<const Location*>& members, std::int32_t parent);

  std::uint32_t first_id_ = 0;
  std::vector<const Location*> order_;
  std::vector<std::uint32_t> position_;
  std::vector<std::int32_t> component_;
  std::vector<LoopComponent> components_;
};

} // namespace tandem::graph

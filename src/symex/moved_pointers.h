// Pointers that a loop only moves: where they lead at the start of a later iteration, in terms of what variables held
// when the loop was entered. Induction forgets the value of such a pointer, but not its object: `s` in
// `while (*s) s++` still leads into the string it led into before.
#pragma once

#include "program/graph/weak_order.h"
#include "symex/modified.h"

#include <cstdint>
#include <map>
#include <vector>

namespace tandem::symex {

// A pointer is the value that an expression had at the loop's entry, moved by a multiple of the stride.
struct PointerOrigin {
  const Expr* value = nullptr; // a variable, or an address that the loop does not change
  std::uint64_t stride = 0;    // in bytes; 0: not moved
};

class MovedPointers {
public:
  struct ById {
    bool operator()(const Variable* a, const Variable* b) const { return a->id < b->id; }
  };
  explicit MovedPointers(const Program& program) : context_(program.context()) {}

  // By variable: all origins that it may have. Variables that may hold anything else are left out; so are those that
  // are not locals without an address.
  using Origins = std::map<const Variable*, std::vector<PointerOrigin>, ById>;
  const Origins& in_loop(const graph::WeakOrder& order, std::int32_t component, const Modified& modified);

private:
  Context& context_;
  std::map<const Location*, Origins> loops_; // by head
};

} // namespace tandem::symex

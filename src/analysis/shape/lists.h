// Lists of blocks of any length as one object of a state. A list stands for nodes x1 … xn, n at least `length`, of one
// size and with equal contents but for their links: each has a pointer to the next node and, if `previous` is set, one
// to the node before. What the last node's pointer to the next and the first one's to the previous hold are the list's
// own cells there.
//
// A pointer to the list's object is one to its first node, and one to its AbstractMemory::last_node is one to the last.
// If there are no nodes, it is what the link would be instead: what follows the list, or precedes it.
#pragma once

#include "analysis/value/abstract_memory.h"

#include <optional>
#include <vector>

namespace tandem::analysis::shape {

using value::AbstractMemory;
using value::AbstractObjectId;
using value::AbstractState;
using value::AbstractValue;

struct Links {
  std::uint16_t next = 0, previous = 0; // offsets of the two pointers
  std::uint16_t target = 0;             // the offset in a node to which both lead
  bool doubly = false;                  // whether there is a pointer to the previous node

  friend bool operator==(const Links&, const Links&) = default;
};

class Lists {
public:
  Lists(AbstractMemory& memory, std::uint8_t pointer_bytes) : memory_(memory), pointer_bytes_(pointer_bytes) {}

  // Whether the value is a pointer to a list.
  bool is_to_list(const AbstractState& state, const AbstractValue& value) const;
  // The node that such a pointer leads to becomes a block of its own: one state in which there is one, and one in which
  // the list has no node, if that is possible.
  std::vector<AbstractState> materialise(const AbstractState& state, const AbstractValue& pointer);
  // Joins neighbours to lists as long as their contents are equal, or few nodes would be left otherwise.
  void summarise(AbstractState& state);

private:
  struct Pair; // two neighbours
  enum class Contents : std::uint8_t { Equal, Similar };

  AbstractState without_nodes(AbstractState state, AbstractObjectId list) const;
  AbstractState with_first(AbstractState state, AbstractObjectId list);
  AbstractState with_last(AbstractState state, AbstractObjectId list);
  AbstractObjectId copy_of_node(AbstractState& state, AbstractObjectId list);
  bool summarise_one(AbstractState& state, Contents contents) const;
  std::optional<Pair> pair_at(const AbstractState& state, AbstractObjectId first, std::uint64_t offset,
                              const AbstractValue& link) const;
  bool are_only_linked(const AbstractState& state, const Pair& pair) const;
  void join(AbstractState& state, const Pair& pair, AbstractState contents) const;
  std::optional<AbstractState> joined_contents(const AbstractState& state, const Pair& pair, Contents contents) const;
  std::size_t nodes(const AbstractState& state) const;

  bool is_block(const AbstractState& state, AbstractObjectId id) const; // or a list
  std::optional<Links> links(const AbstractState& state, AbstractObjectId id) const;
  std::uint64_t length(const AbstractState& state, AbstractObjectId id) const;
  void set_list(AbstractState& state, AbstractObjectId id, const Links& links, std::uint64_t length) const;
  AbstractValue pointer_at(const AbstractState& state, AbstractObjectId id, std::uint64_t offset) const;
  void set_pointer(AbstractState& state, AbstractObjectId id, std::uint64_t offset, const AbstractValue& value) const;

  AbstractMemory& memory_;
  std::uint8_t pointer_bytes_;
};

// The same state with names in the order in which blocks are found from variables. Blocks that cannot be found any more
// are lost.
AbstractState canonical(AbstractMemory& memory, const AbstractState& state);
// What has to be equal in two states so that they may be joined: which blocks there are, and where pointers lead.
bool have_one_shape(const AbstractMemory& memory, const AbstractState& a, const AbstractState& b);

} // namespace tandem::analysis::shape

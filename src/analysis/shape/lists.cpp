#include "analysis/shape/lists.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace tandem::analysis::shape {

using value::AbstractCell;
using value::AbstractObject;

struct Lists::Pair {
  AbstractObjectId first = 0, second = 0;
  std::optional<Links> first_links, second_links; // of lists
  Links links;                                    // of the list that they become
};

namespace {

constexpr std::uint64_t most_length = 2;

bool is_mark(std::uint64_t offset) { return offset >= AbstractMemory::first_mark; }

AbstractValue at_offset(const AbstractValue& pointer, std::int64_t moved) {
  return AbstractValue::address(pointer.object(), pointer.offset_low() + moved, pointer.offset_high() + moved);
}

bool is_address_of(const AbstractValue& value, AbstractObjectId object) {
  return value.is_address() && value.object() == object;
}

using Cells = std::map<std::uint64_t, AbstractCell>; // by offset

Cells cells_of(const AbstractState& state, AbstractObjectId id) {
  Cells result;
  state.cells().for_each_between(
      AbstractMemory::key(id, 0), AbstractMemory::key(id, 0xFFFFFFFF),
      [&](std::uint64_t at, const AbstractCell& cell) { result.emplace(AbstractMemory::offset_of(at), cell); });
  return result;
}

// Calls replacement(key, value) for each pointer to the object; a value is put in its place.
template <typename Replacement>
void replace_pointers(AbstractState& state, AbstractObjectId to, const Replacement& replacement) {
  std::vector<std::pair<std::uint64_t, AbstractCell>> changed;
  state.cells().for_each([&](std::uint64_t at, const AbstractCell& cell) {
    if (!is_address_of(cell.value, to)) return;
    if (const std::optional<AbstractValue> other = replacement(at, cell.value))
      changed.push_back({at, {*other, cell.bytes}});
  });
  for (const auto& [at, cell] : changed) state.set(at, cell);
}

void erase_object(AbstractState& state, AbstractObjectId id) {
  for (const auto& [offset, cell] : cells_of(state, id)) state.erase(AbstractMemory::key(id, offset));
}

} // namespace

// States.

bool Lists::is_block(const AbstractState& state, AbstractObjectId id) const {
  return memory_.is_sized_block(id) && (memory_.certainly_exists(state, id) || memory_.is_list(state, id));
}

std::optional<Links> Lists::links(const AbstractState& state, AbstractObjectId id) const {
  const AbstractCell* mark = state.find(AbstractMemory::key(id, AbstractMemory::links_mark));
  if (mark == nullptr) return std::nullopt;
  const std::uint64_t bits = mark->value.bits();
  return Links{static_cast<std::uint16_t>(bits), static_cast<std::uint16_t>(bits >> 16),
               static_cast<std::uint16_t>(bits >> 32), (bits >> 48) != 0};
}

std::uint64_t Lists::length(const AbstractState& state, AbstractObjectId id) const {
  const AbstractCell* mark = state.find(AbstractMemory::key(id, AbstractMemory::length_mark));
  return mark == nullptr ? 1 : mark->value.bits();
}

void Lists::set_list(AbstractState& state, AbstractObjectId id, const Links& links, std::uint64_t length) const {
  const std::uint64_t bits = links.next | std::uint64_t{links.previous} << 16 | std::uint64_t{links.target} << 32 |
                             (links.doubly ? std::uint64_t{1} << 48 : 0);
  memory_.end_lifetime(state, id);
  state.set(AbstractMemory::key(id, AbstractMemory::links_mark), {AbstractValue::constant(64, bits), 8});
  state.set(AbstractMemory::key(id, AbstractMemory::length_mark), {AbstractValue::constant(8, length), 1});
}

AbstractValue Lists::pointer_at(const AbstractState& state, AbstractObjectId id, std::uint64_t offset) const {
  if (const AbstractCell* cell = state.find(AbstractMemory::key(id, offset)))
    return cell->bytes == pointer_bytes_ ? cell->value : AbstractValue();
  bool overlaps = false;
  for (const auto& [at, cell] : cells_of(state, id))
    overlaps = overlaps || (!is_mark(at) && at < offset + pointer_bytes_ && at + cell.bytes > offset);
  const bool is_zero = !overlaps && memory_.is_zero_elsewhere(state, id);
  return is_zero ? AbstractValue::constant(pointer_bytes_ * 8u, 0) : AbstractValue();
}

void Lists::set_pointer(AbstractState& state, AbstractObjectId id, std::uint64_t offset,
                        const AbstractValue& value) const {
  state.set(AbstractMemory::key(id, offset), {value, pointer_bytes_});
}

bool Lists::is_to_list(const AbstractState& state, const AbstractValue& value) const {
  if (!value.is_address()) return false;
  const bool is_last = memory_.object(value.object()).kind == AbstractObject::Kind::LastNode;
  return memory_.is_list(state, is_last ? value.object() - 1 : value.object());
}

// Materialisation.

std::vector<AbstractState> Lists::materialise(const AbstractState& state, const AbstractValue& pointer) {
  const bool is_last = memory_.object(pointer.object()).kind == AbstractObject::Kind::LastNode;
  const AbstractObjectId list = is_last ? pointer.object() - 1 : pointer.object();
  std::vector<AbstractState> result{is_last ? with_last(state, list) : with_first(state, list)};
  if (length(state, list) == 0) result.push_back(without_nodes(state, list));
  return result;
}

// Pointers to where nodes would be are what the links are. If that is the list itself, they may be anything.
AbstractState Lists::without_nodes(AbstractState state, AbstractObjectId list) const {
  const Links link = *links(state, list);
  const AbstractObjectId last = memory_.last_node(list);
  const AbstractValue behind = pointer_at(state, list, link.next);
  const AbstractValue before = link.doubly ? pointer_at(state, list, link.previous) : AbstractValue();
  erase_object(state, list);
  const auto instead = [&](const AbstractValue& end) {
    return [&, end](std::uint64_t, const AbstractValue& pointer) -> std::optional<AbstractValue> {
      const std::int64_t moved = pointer.offset_low() - link.target;
      if (!pointer.is_single() || is_address_of(end, list) || is_address_of(end, last)) return AbstractValue();
      if (moved == 0) return end;
      return end.is_address() ? at_offset(end, moved) : AbstractValue();
    };
  };
  replace_pointers(state, list, instead(behind));
  replace_pointers(state, last, instead(before));
  return state;
}

// A block like the nodes of the list, whose pointers into itself are that.
AbstractObjectId Lists::copy_of_node(AbstractState& state, AbstractObjectId list) {
  const AbstractObjectId node = memory_.unused_block(state, memory_.object(list).size);
  erase_object(state, node);
  for (const auto& [offset, cell] : cells_of(state, list)) {
    if (offset == AbstractMemory::links_mark || offset == AbstractMemory::length_mark) continue;
    AbstractCell copied = cell;
    if (is_address_of(cell.value, list))
      copied.value = AbstractValue::address(node, cell.value.offset_low(), cell.value.offset_high());
    state.set(AbstractMemory::key(node, offset), copied);
  }
  memory_.begin_lifetime(state, node);
  return node;
}

AbstractState Lists::with_first(AbstractState state, AbstractObjectId list) {
  const Links link = *links(state, list);
  const AbstractObjectId node = copy_of_node(state, list);
  set_list(state, list, link, std::max<std::uint64_t>(length(state, list), 1) - 1);
  replace_pointers(state, list, [&](std::uint64_t at, const AbstractValue& pointer) -> std::optional<AbstractValue> {
    if (AbstractMemory::object_of(at) == list) return std::nullopt; // a node's pointer into itself
    return AbstractValue::address(node, pointer.offset_low(), pointer.offset_high());
  });
  set_pointer(state, node, link.next, AbstractValue::address(list, link.target, link.target));
  if (link.doubly) set_pointer(state, list, link.previous, AbstractValue::address(node, link.target, link.target));
  return state;
}

AbstractState Lists::with_last(AbstractState state, AbstractObjectId list) {
  const Links link = *links(state, list);
  const AbstractObjectId node = copy_of_node(state, list), last = memory_.last_node(list);
  set_list(state, list, link, std::max<std::uint64_t>(length(state, list), 1) - 1);
  replace_pointers(state, last, [&](std::uint64_t, const AbstractValue& pointer) -> std::optional<AbstractValue> {
    return AbstractValue::address(node, pointer.offset_low(), pointer.offset_high());
  });
  set_pointer(state, node, link.previous, AbstractValue::address(last, link.target, link.target));
  set_pointer(state, list, link.next, AbstractValue::address(node, link.target, link.target));
  return state;
}

// Summaries.

void Lists::summarise(AbstractState& state) {
  constexpr std::size_t most_nodes = 6; // beyond, contents need only be similar
  while (summarise_one(state, Contents::Equal)) {
  }
  while (nodes(state) > most_nodes && summarise_one(state, Contents::Similar)) {
  }
}

std::size_t Lists::nodes(const AbstractState& state) const {
  std::size_t result = 0;
  state.cells().for_each([&](std::uint64_t at, const AbstractCell&) {
    const std::uint64_t mark = AbstractMemory::offset_of(at);
    const bool exists = mark == AbstractMemory::lifetime_mark || mark == AbstractMemory::links_mark;
    result += exists && memory_.is_sized_block(AbstractMemory::object_of(at)) ? 1 : 0;
  });
  return result;
}

bool Lists::summarise_one(AbstractState& state, Contents contents) const {
  std::vector<std::pair<std::uint64_t, AbstractValue>> candidates;
  state.cells().for_each([&](std::uint64_t at, const AbstractCell& cell) {
    const bool is_link = cell.value.is_address() && cell.value.is_single() && cell.bytes == pointer_bytes_;
    if (is_link && is_block(state, AbstractMemory::object_of(at))) candidates.emplace_back(at, cell.value);
  });
  for (const auto& [at, link] : candidates) {
    const auto pair = pair_at(state, AbstractMemory::object_of(at), AbstractMemory::offset_of(at), link);
    if (!pair || !are_only_linked(state, *pair)) continue;
    std::optional<AbstractState> joined = joined_contents(state, *pair, contents);
    if (!joined) continue;
    join(state, *pair, std::move(*joined));
    return true;
  }
  return false;
}

// Of two blocks with pointers to each other, the one whose pointer comes first in its contents is the first.
std::optional<Lists::Pair> Lists::pair_at(const AbstractState& state, AbstractObjectId first, std::uint64_t offset,
                                          const AbstractValue& link) const {
  const AbstractObjectId second = link.object();
  if (first == second || !is_block(state, second)) return std::nullopt;
  const std::uint64_t size = memory_.object(first).size;
  if (memory_.object(second).size != size || link.offset_low() < 0 ||
      static_cast<std::uint64_t>(link.offset_low()) >= size)
    return std::nullopt;
  Pair pair{.first = first,
            .second = second,
            .first_links = links(state, first),
            .second_links = links(state, second),
            .links = {}};
  pair.links.next = static_cast<std::uint16_t>(offset);
  pair.links.target = static_cast<std::uint16_t>(link.offset_low());
  if (const std::optional<Links>& known = pair.first_links ? pair.first_links : pair.second_links) {
    if (known->next != pair.links.next || known->target != pair.links.target) return std::nullopt;
    if (pair.first_links && pair.second_links && *pair.first_links != *pair.second_links) return std::nullopt;
    pair.links = *known;
  } else {
    for (const auto& [at, cell] : cells_of(state, second)) {
      if (!is_address_of(cell.value, first) || !cell.value.is_single() || cell.bytes != pointer_bytes_ ||
          cell.value.offset_low() != link.offset_low())
        continue;
      if (at <= offset) return std::nullopt;
      pair.links.previous = static_cast<std::uint16_t>(at);
      pair.links.doubly = true;
      break;
    }
  }
  if (pair.links.doubly) {
    const AbstractObjectId end = pair.first_links ? memory_.last_node(first) : first;
    const AbstractValue back = pointer_at(state, second, pair.links.previous);
    if (!is_address_of(back, end) || !back.is_single() || back.offset_low() != pair.links.target) return std::nullopt;
  }
  return pair;
}

// Whether no pointer is left that leads into the middle of the list.
bool Lists::are_only_linked(const AbstractState& state, const Pair& pair) const {
  const auto [first, second, first_links, second_links, links] = pair;
  const AbstractObjectId first_last = memory_.last_node(first), second_last = memory_.last_node(second);
  const std::array ends{first, second, first_last, second_last};
  const auto is_inside = [&](const AbstractValue& value) {
    return value.is_address() && std::ranges::find(ends, value.object()) != ends.end();
  };
  const AbstractValue behind = pointer_at(state, second, links.next);
  const AbstractValue before = links.doubly ? pointer_at(state, first, links.previous) : AbstractValue();
  if (is_inside(behind) || is_inside(before)) return false;
  bool result = true, first_is_used = false, second_is_used = false;
  state.cells().for_each([&](std::uint64_t at, const AbstractCell& cell) {
    if (!is_inside(cell.value)) return;
    const AbstractObjectId from = AbstractMemory::object_of(at), to = cell.value.object();
    const std::uint64_t offset = AbstractMemory::offset_of(at);
    if (from == to) return; // a node's pointer into itself
    if ((from == first && offset == links.next) || (links.doubly && from == second && offset == links.previous)) return;
    const auto links_to = [&](const AbstractValue& neighbour, std::uint64_t where) {
      return is_address_of(neighbour, from) && offset == where && cell.value.is_single() &&
             cell.value.offset_low() == links.target;
    };
    if (to == second) {
      result = result && links.doubly && !second_links;
      second_is_used = second_is_used || !links_to(behind, links.previous);
    }
    if (to == second_last) result = result && links.doubly;
    if (to == first) first_is_used = first_is_used || !links_to(before, links.next);
    if (to == first_last) result = false;
  });
  const bool are_blocks = !first_links && !second_links;
  return result && !(links.doubly && are_blocks && first_is_used && second_is_used);
}

// The state in which the first has the contents of both; nothing if they differ too much.
std::optional<AbstractState> Lists::joined_contents(const AbstractState& state, const Pair& pair,
                                                    Contents contents) const {
  const auto [first, second, first_links, second_links, links] = pair;
  const Cells ours = cells_of(state, first), theirs = cells_of(state, second);
  const bool both_zero = ours.contains(AbstractMemory::zero_mark) && theirs.contains(AbstractMemory::zero_mark);
  std::map<std::uint64_t, std::uint8_t> parts; // offset, bytes
  for (const Cells* cells : {&ours, &theirs})
    for (const auto& [offset, cell] : *cells)
      if (!is_mark(offset) && !parts.emplace(offset, cell.bytes).second && parts[offset] != cell.bytes)
        return std::nullopt;
  std::uint64_t end = 0;
  for (const auto& [offset, bytes] : parts) {
    if (offset < end) return std::nullopt;
    end = offset + bytes;
  }
  AbstractState result = state;
  if (!both_zero) result.erase(AbstractMemory::key(first, AbstractMemory::zero_mark));
  for (const auto& [offset, bytes] : parts) {
    if (offset == links.next || (links.doubly && offset == links.previous)) continue;
    const auto value_in = [&, at = offset, width = bytes * 8u](const Cells& cells) {
      if (const auto found = cells.find(at); found != cells.end()) return found->second.value;
      return cells.contains(AbstractMemory::zero_mark) ? AbstractValue::constant(width, 0) : AbstractValue();
    };
    const AbstractValue a = value_in(ours), b = value_in(theirs);
    const bool a_is_own = is_address_of(a, first), b_is_own = is_address_of(b, second);
    AbstractValue joined = a;
    if (a_is_own || b_is_own) {
      if (!a_is_own || !b_is_own || a.offset_low() != b.offset_low() || a.offset_high() != b.offset_high())
        return std::nullopt;
    } else if (a != b) {
      if (a.is_address() || b.is_address()) return std::nullopt;
      const bool is_included =
          (first_links && includes(bytes * 8u, a, b)) || (second_links && includes(bytes * 8u, b, a));
      if (contents == Contents::Equal && !is_included) return std::nullopt;
      joined = value::join(bytes * 8u, a, b);
    }
    result.set(AbstractMemory::key(first, offset), {joined, bytes});
  }
  return result;
}

void Lists::join(AbstractState& state, const Pair& pair, AbstractState contents) const {
  const std::uint64_t joined = length(state, pair.first) + length(state, pair.second);
  const AbstractValue behind = pointer_at(state, pair.second, pair.links.next);
  const AbstractObjectId last = memory_.last_node(pair.first);
  const AbstractObjectId end = pair.second_links ? memory_.last_node(pair.second) : pair.second;
  state = std::move(contents);
  erase_object(state, pair.second);
  replace_pointers(state, end, [&](std::uint64_t, const AbstractValue& pointer) -> std::optional<AbstractValue> {
    return AbstractValue::address(last, pointer.offset_low(), pointer.offset_high());
  });
  set_pointer(state, pair.first, pair.links.next, behind);
  set_list(state, pair.first, pair.links, std::min(joined, most_length));
}

} // namespace tandem::analysis::shape

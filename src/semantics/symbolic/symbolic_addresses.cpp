// Addresses as integers. In pointers, an address is a constant, which makes them cheap to resolve; but that number is
// ours, and a program that converts it to an integer must not find properties in it that C does not promise. The
// integer is therefore a symbol for each object (a multiple of its alignment) plus the offset, and conversions
// translate between the two forms: pointers and whole cells with pointers hold constants; integers, and bytes of
// pointers, hold symbols. C promises that an object is aligned for its type, is not at null, and shares no byte with
// another one that exists at the same time. The last two are used where addresses are compared; nothing else is known,
// so that the symbols may have values that no execution has.
//
// An integer becomes a pointer to an object if it is visibly that object's address and an offset; any other integer,
// an input for example, may lead to each object whose address was converted before (the objects that are "exposed", as
// provenance models of C call them: ISO/IEC TS 6010, PNVI-ae), which is decided by its value.

#include "semantics/symbolic/symbolic_memory.h"

#include "base/core/require.h"

#include <bit>
#include <unordered_set>
#include <utility>

namespace tandem::semantics::symbolic {

using smt::Kind;

namespace {

// An integer made from more objects than this may lead anywhere.
constexpr std::size_t most_exposed = 32;
// What is read byte by byte is seldom a pointer, and what a loop leaves of memory is read so very often.
constexpr std::size_t most_exposed_for_bytes = 4;
// No object lies on the first page, and none on the last one, where Linux has error numbers.
constexpr std::uint64_t page = 4096;
// A larger number that is added to a pointer is an address that the program writes as a number.
constexpr std::uint64_t largest_offset = 1 << 16;
constexpr int deepest_comparison = 6;

} // namespace

smt::Term SymbolicMemory::integer_address(SymbolicObjectId id) {
  if (const auto known = integer_addresses_.find(id); known != integer_addresses_.end()) return known->second;
  const SymbolicObject& object = objects_[id];
  const auto zeros = static_cast<std::uint32_t>(std::countr_zero(object.alignment));
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Address),
                          static_cast<std::uint32_t>(object.address >> 32), static_cast<std::uint32_t>(object.address)};
  smt::Term result = identities_.symbol(identity, "address", smt::Sort::bv(pointer_width() - zeros));
  if (zeros != 0) result = terms_.bv_concat(result, terms_.bv(zeros, 0));
  object_of_integer_[result] = id;
  exposed_.push_back(id);
  return integer_addresses_[id] = result;
}

bool SymbolicMemory::is_of_pointer_width(smt::Term value) const {
  return terms_.sort(value) == smt::Sort::bv(pointer_width());
}

// The object whose address is at the root of a pointer's leaf. The address of environment memory is its value: the
// interpreter has these blocks at the same place.
std::optional<SymbolicObjectId> SymbolicMemory::own_object_at(smt::Term leaf) const {
  if (!is_constant(leaf)) return std::nullopt;
  const auto id = object_at(constant(leaf));
  return id && !objects_[*id].environment_block ? id : std::nullopt;
}

// An address that the program writes as a number; none where there are no objects.
bool SymbolicMemory::is_literal(smt::Term pointer) const {
  if (!is_constant(pointer) || !is_of_pointer_width(pointer) || object_at(constant(pointer))) return false;
  return !is_far_from_objects(constant(pointer));
}

bool SymbolicMemory::has_literal(smt::Term pointer) {
  if (is_constant(pointer)) return is_literal(pointer);
  const Kind kind = terms_.kind(pointer);
  if (kind != Kind::Ite && kind != Kind::BvAdd) return false;
  if (const auto known = has_literal_.find(pointer); known != has_literal_.end()) return known->second;
  const bool is_choice = kind == Kind::Ite;
  const bool result = has_literal(terms_.arg(pointer, is_choice ? 1 : 0)) ||
                      (is_choice ? has_literal(terms_.arg(pointer, 2)) : is_literal(terms_.arg(pointer, 1)));
  return has_literal_[pointer] = result;
}

smt::Term SymbolicMemory::integer_from(smt::Term pointer) {
  if (!is_of_pointer_width(pointer)) return pointer; // in the mathematical reading
  if (const auto id = own_object_at(pointer))
    return terms_.bv_add(integer_address(*id), terms_.bv(pointer_width(), constant(pointer) - objects_[*id].address));
  if (is_constant(pointer) || !leads_to_object(pointer)) return pointer;
  if (const auto known = integers_.find(pointer); known != integers_.end()) return known->second;
  smt::Term result;
  if (terms_.kind(pointer) == Kind::Ite) {
    const smt::Term then = integer_from(terms_.arg(pointer, 1));
    result = terms_.ite(terms_.arg(pointer, 0), then, integer_from(terms_.arg(pointer, 2)));
  } else {
    const auto [base, offset] = split_sum(pointer);
    result = terms_.bv_add(integer_from(base), offset);
  }
  return integers_[pointer] = result;
}

std::optional<SymbolicMemory::IntegerAddress> SymbolicMemory::as_address(smt::Term integer) {
  const Kind kind = terms_.kind(integer);
  if (kind != Kind::BvAdd && kind != Kind::BvSub) {
    const auto found = object_of_integer_.find(integer);
    if (found == object_of_integer_.end()) return std::nullopt;
    return IntegerAddress{found->second, terms_.bv(pointer_width(), 0)};
  }
  if (const auto known = address_forms_.find(integer); known != address_forms_.end()) return known->second;
  const auto result = sum_as_address(integer, kind);
  address_forms_.emplace(integer, result);
  return result;
}

std::optional<SymbolicMemory::IntegerAddress> SymbolicMemory::sum_as_address(smt::Term integer, smt::Kind kind) {
  const smt::Term left = terms_.arg(integer, 0), right = terms_.arg(integer, 1);
  const auto base = as_address(left);
  if (kind == Kind::BvSub) {
    if (!base || as_address(right)) return std::nullopt;
    return IntegerAddress{base->object, terms_.bv_sub(base->offset, right)};
  }
  const auto other = as_address(right);
  if (base.has_value() == other.has_value()) return std::nullopt;
  const IntegerAddress& address = base ? *base : *other;
  return IntegerAddress{address.object, terms_.bv_add(address.offset, base ? right : left)};
}

// Whether an integer is visibly an address, perhaps one of several, and an offset.
bool SymbolicMemory::holds_address(smt::Term integer) {
  const Kind kind = terms_.kind(integer);
  if (kind != Kind::BvAdd && kind != Kind::BvSub && kind != Kind::Ite) return object_of_integer_.contains(integer);
  if (const auto known = holds_address_.find(integer); known != holds_address_.end()) return known->second;
  const bool first = holds_address(terms_.arg(integer, kind == Kind::Ite ? 1 : 0));
  const bool second = holds_address(terms_.arg(integer, kind == Kind::Ite ? 2 : 1));
  // The difference or sum of two addresses is none.
  const bool result = kind == Kind::Ite ? first || second : kind == Kind::BvAdd ? first != second : first && !second;
  return holds_address_[integer] = result;
}

smt::Term SymbolicMemory::pointer_from(smt::Term integer) {
  if (is_constant(integer) || !is_of_pointer_width(integer)) return integer;
  if (const auto known = pointers_.find(integer); known != pointers_.end() && known->second.exposed == exposed_.size())
    return known->second.pointer;
  smt::Term result = integer;
  const Kind kind = terms_.kind(integer);
  if (kind == Kind::Ite) {
    const smt::Term then = pointer_from(terms_.arg(integer, 1));
    result = terms_.ite(terms_.arg(integer, 0), then, pointer_from(terms_.arg(integer, 2)));
  } else if (kind == Kind::BvAdd || kind == Kind::BvSub) {
    result = pointer_from_sum(integer, kind);
  } else if (kind == Kind::BvAnd) {
    // Masks that are all ones or zero choose between a pointer and null without a branch.
    const bool is_first = holds_address(terms_.arg(integer, 0));
    const smt::Term from = terms_.arg(integer, is_first ? 0 : 1), mask = terms_.arg(integer, is_first ? 1 : 0);
    const smt::Term null = terms_.bv(pointer_width(), 0), ones = terms_.bv_not(null);
    result = to_exposed_object(integer);
    if (holds_address(from))
      result = terms_.ite(terms_.eq(mask, ones), pointer_from(from), terms_.ite(terms_.eq(mask, null), null, result));
  } else if (holds_address(integer)) {
    result = address(object_of_integer_.at(integer));
  } else if (!leads_to_object(integer)) {
    result = to_exposed_object(integer);
  }
  pointers_[integer] = {result, exposed_.size()};
  if (result != integer) integer_of_pointer_[result] = integer;
  return result;
}

// An integer that was converted before an object was exposed may lead there, too.
smt::Term SymbolicMemory::converted_again(smt::Term pointer) {
  if (is_literal(pointer)) return to_exposed_object(pointer);
  if (is_constant(pointer)) return pointer;
  if (const auto made = integer_of_pointer_.find(pointer); made != integer_of_pointer_.end())
    return pointer_from(made->second);
  const Kind kind = terms_.kind(pointer);
  if ((kind != Kind::Ite && kind != Kind::BvAdd && kind != Kind::BvSub) ||
      !(leads_to_object(pointer) || has_literal(pointer)))
    return pointer;
  if (kind == Kind::Ite) return converted_choice(pointer);
  if (const auto known = converted_.find(pointer);
      known != converted_.end() && known->second.exposed == exposed_.size())
    return known->second.pointer;
  smt::Term result;
  if (leads_to_object(pointer)) {
    const auto [base, offset] = split_sum(pointer);
    result = terms_.bv_add(converted_again(base), offset);
  } else {
    const smt::Term left = converted_again(terms_.arg(pointer, 0)), right = converted_again(terms_.arg(pointer, 1));
    result = kind == Kind::BvAdd ? terms_.bv_add(left, right) : terms_.bv_sub(left, right);
  }
  return note_converted(pointer, result);
}

// With a constant added, an address is taken to stay in its object, as pointers are. Any other sum may be the address
// of something else: the difference of two addresses is an integer like any other.
smt::Term SymbolicMemory::pointer_from_sum(smt::Term sum, smt::Kind kind) {
  if (leads_to_object(sum)) return sum;
  if (!holds_address(sum)) return to_exposed_object(sum);
  if (const auto at = as_address(sum)) {
    const smt::Term there = terms_.bv_add(address(at->object), at->offset);
    if (is_constant(at->offset)) return there;
    const smt::Term is_inside = terms_.bv_ult(at->offset, terms_.bv(pointer_width(), objects_[at->object].size));
    return terms_.ite(is_inside, there, to_exposed_object(sum));
  }
  const std::size_t base = holds_address(terms_.arg(sum, 0)) ? 0 : 1;
  const smt::Term from = terms_.arg(sum, base), distance = terms_.arg(sum, 1 - base);
  if (terms_.kind(from) != Kind::Ite) return to_exposed_object(sum);
  const auto moved = [&](smt::Term start) {
    return pointer_from(kind == Kind::BvAdd ? terms_.bv_add(start, distance) : terms_.bv_sub(start, distance));
  };
  const smt::Term then = moved(terms_.arg(from, 1));
  return terms_.ite(terms_.arg(from, 0), then, moved(terms_.arg(from, 2)));
}

smt::Term SymbolicMemory::to_exposed_object(smt::Term integer) {
  const bool is_of_bytes = terms_.kind(integer) == Kind::BvConcat;
  if (exposed_.size() > (is_of_bytes ? most_exposed_for_bytes : most_exposed)) {
    let_unconstrained_pointers_write();
    return integer;
  }
  smt::Term result = integer;
  for (const SymbolicObjectId id : exposed_) {
    smt::Term offset = terms_.bv_sub(integer, integer_addresses_.at(id));
    const smt::Term size = terms_.bv(pointer_width(), objects_[id].size);
    const smt::Term is_inside = terms_.bv_ult(offset, size);
    if (is_constant(integer)) {
      // Terms would add up the two numbers, and the sum would not lead to the object any more; so it leads anywhere in
      // it.
      const std::uint64_t number = constant(integer);
      const Identity identity{static_cast<std::uint32_t>(IdentityKind::Address),
                              static_cast<std::uint32_t>(number >> 32), static_cast<std::uint32_t>(number), id};
      const smt::Term any = identities_.symbol(identity, "inside", smt::Sort::bv(pointer_width()));
      offset = objects_[id].size == 1 ? terms_.bv(pointer_width(), 0)
                                      : terms_.ite(terms_.bv_ult(any, size), any, terms_.bv(pointer_width(), 0));
    }
    result = terms_.ite(is_inside, terms_.bv_add(address(id), offset), result);
  }
  return note_converted(result, result);
}

// What was converted is not converted once more: its last alternative, the number itself, would become all of these
// choices again, each time that the pointer is used.
smt::Term SymbolicMemory::note_converted(smt::Term pointer, smt::Term result) {
  converted_[pointer] = {result, exposed_.size()};
  converted_[result] = {result, exposed_.size()};
  return result;
}

// Neither an address nor made of the bytes of one, nor a number that was converted: an input, or what memory outside of
// the program holds.
bool SymbolicMemory::is_opaque(smt::Term value) {
  if (pointers_.contains(value)) return false;
  const Kind kind = terms_.kind(value);
  if (kind == Kind::Select) return true;
  return (kind == Kind::Variable || kind == Kind::BvAdd || kind == Kind::BvSub) && !holds_address(value);
}

// A pointer that was read, or that is about to be used: it may have been stored as an integer or in parts, or may be an
// integer that was converted before an object was exposed; on some paths only, since states are merged whatever form
// their values have.
smt::Term SymbolicMemory::as_pointer(smt::Term value) {
  if (exposed_.empty() || !is_of_pointer_width(value)) return value;
  if (is_literal(value)) return to_exposed_object(value);
  if (is_constant(value)) return value;
  if (leads_to_object(value)) return converted_again(value);
  const Kind kind = terms_.kind(value);
  if (kind == Kind::BvAdd && is_literal(terms_.arg(value, 1)) && constant(terms_.arg(value, 1)) > largest_offset)
    return to_exposed_object(value); // an element of what is at that number
  // A field of what an unconstrained pointer leads to is unconstrained, too.
  if (kind == Kind::BvAdd && is_constant(terms_.arg(value, 1)) && !holds_address(value))
    return terms_.bv_add(as_pointer(terms_.arg(value, 0)), terms_.arg(value, 1));
  if (kind == Kind::Ite && !holds_address(value) && !pointers_.contains(value)) return converted_choice(value);
  return is_opaque(value) ? value : pointer_from(value);
}

smt::Term SymbolicMemory::converted_choice(smt::Term choice) {
  if (const auto known = converted_.find(choice); known != converted_.end() && known->second.exposed == exposed_.size())
    return known->second.pointer;
  const smt::Term then = as_pointer(terms_.arg(choice, 1));
  const smt::Term result = terms_.ite(terms_.arg(choice, 0), then, as_pointer(terms_.arg(choice, 2)));
  return note_converted(choice, result);
}

// An integer that was read: it may have been stored as a pointer.
smt::Term SymbolicMemory::as_integer(smt::Term value) {
  return is_of_pointer_width(value) ? integer_from(value) : value;
}

bool SymbolicMemory::lead_to_one_object(smt::Term a, smt::Term b) {
  std::optional<SymbolicObjectId> one;
  std::unordered_map<smt::Term, bool> seen;
  std::vector<smt::Term> leaves{a, b};
  while (!leaves.empty()) {
    const smt::Term next = leaves.back();
    leaves.pop_back();
    if (!seen.emplace(next, true).second) continue;
    if (const auto id = own_object_at(next)) {
      if (one && one != id) return false;
      one = id;
    } else if (terms_.kind(next) == Kind::Ite) {
      leaves.insert(leaves.end(), {terms_.arg(next, 1), terms_.arg(next, 2)});
    } else if (!is_constant(next) && leads_to_object(next)) {
      leaves.push_back(split_sum(next).first);
    }
  }
  return true;
}

// The object's address cancels out in each leaf: left in a difference, it would merge with the address that the
// difference is added to, as in `name[end - text]`, and the sum would lead to the wrong object.
std::pair<smt::Term, smt::Term> SymbolicMemory::offsets_in_object(smt::Term a, smt::Term b) {
  std::optional<SymbolicObjectId> object;
  std::unordered_set<smt::Term> seen;
  const auto find = [&](const auto& self, smt::Term term) -> void {
    if (object || !seen.insert(term).second) return;
    object = own_object_at(term);
    if (object || is_constant(term) || !leads_to_object(term)) return;
    if (terms_.kind(term) != Kind::Ite) return self(self, split_sum(term).first);
    self(self, terms_.arg(term, 1));
    self(self, terms_.arg(term, 2));
  };
  find(find, a);
  find(find, b);
  if (!object || !is_of_pointer_width(a) || !is_of_pointer_width(b)) return {a, b};
  const smt::Term start = terms_.bv(pointer_width(), objects_[*object].address);
  Memo memo;
  return {distance_from(start, a, memo), distance_from(start, b, memo)};
}

smt::Term SymbolicMemory::distance_from(smt::Term start, smt::Term pointer, Memo& memo) {
  const auto found = memo.find(pointer);
  if (found != memo.end()) return found->second;
  smt::Term result;
  if (terms_.kind(pointer) == Kind::Ite) {
    const smt::Term then = distance_from(start, terms_.arg(pointer, 1), memo);
    result = terms_.ite(terms_.arg(pointer, 0), then, distance_from(start, terms_.arg(pointer, 2), memo));
  } else if (!is_constant(pointer) && leads_to_object(pointer)) {
    const auto [base, offset] = split_sum(pointer);
    result = terms_.bv_add(distance_from(start, base, memo), offset);
  } else {
    result = terms_.bv_sub(pointer, start);
  }
  return memo[pointer] = result;
}

bool SymbolicMemory::is_inside(const IntegerAddress& address) const {
  return is_constant(address.offset) && constant(address.offset) < objects_[address.object].size;
}

// Whether both objects certainly exist whenever their addresses are compared; memory is used again.
bool SymbolicMemory::exist_together(SymbolicObjectId a, SymbolicObjectId b) const {
  const auto is_static = [&](SymbolicObjectId id) {
    return objects_[id].kind == IdentityKind::Global || objects_[id].kind == IdentityKind::Function;
  };
  const auto is_local = [&](SymbolicObjectId id) { return objects_[id].kind == IdentityKind::Local; };
  if (is_static(a) || is_static(b)) return true;
  return is_local(a) && is_local(b) && objects_[a].context == objects_[b].context;
}

smt::Term SymbolicMemory::compare_terms(BvCompare op, smt::Term a, smt::Term b) {
  switch (op) {
  case BvCompare::Eq: return terms_.eq(a, b);
  case BvCompare::ULt: return terms_.bv_ult(a, b);
  case BvCompare::ULe: return terms_.bv_ule(a, b);
  case BvCompare::SLt: return terms_.bv_slt(a, b);
  case BvCompare::SLe: return terms_.bv_sle(a, b);
  }
  unreachable();
}

smt::Term SymbolicMemory::compare(BvCompare op, smt::Term a, smt::Term b) {
  if (!is_of_pointer_width(a)) return compare_terms(op, a, b);
  if (op == BvCompare::Eq && ((leads_to_object(a) && has_literal(b)) || (leads_to_object(b) && has_literal(a))))
    return compare_each(op, integer_from(a), integer_from(b), deepest_comparison);
  // An unconstrained pointer that equals the program's own leads to its memory; where it may write anywhere, it does so
  // in any case.
  if (op == BvCompare::Eq && !unconstrained_pointers_write_) {
    if (is_unconstrained(a) && leads_to_object(b)) std::swap(a, b);
    if (leads_to_object(a) && is_unconstrained(b)) {
      pointers_.try_emplace(b, KnownPointer{b, exposed_.size()});
      a = integer_from(a);
    }
  }
  return compare_each(op, a, b, deepest_comparison);
}

// The alternatives of an address are compared one by one.
smt::Term SymbolicMemory::compare_each(BvCompare op, smt::Term a, smt::Term b, int depth) {
  const auto is_choice = [&](smt::Term term) { return terms_.kind(term) == Kind::Ite && holds_address(term); };
  if (exposed_.empty() || depth == 0) return compare_terms(op, a, b);
  if (is_choice(a)) {
    const smt::Term then = compare_each(op, terms_.arg(a, 1), b, depth - 1);
    return terms_.ite(terms_.arg(a, 0), then, compare_each(op, terms_.arg(a, 2), b, depth - 1));
  }
  if (is_choice(b)) {
    const smt::Term then = compare_each(op, a, terms_.arg(b, 1), depth - 1);
    return terms_.ite(terms_.arg(b, 0), then, compare_each(op, a, terms_.arg(b, 2), depth - 1));
  }
  const auto known = compare_addresses(op, a, b);
  return known ? *known : compare_terms(op, a, b);
}

std::optional<smt::Term> SymbolicMemory::compare_addresses(BvCompare op, smt::Term a, smt::Term b) {
  const auto left = as_address(a), right = as_address(b);
  if (left && right && left->object == right->object) {
    // Objects do not wrap around, so that the order is that of the offsets.
    if (op == BvCompare::Eq) return terms_.eq(left->offset, right->offset);
    const bool is_strict = op == BvCompare::ULt || op == BvCompare::SLt;
    return is_strict ? terms_.bv_slt(left->offset, right->offset) : terms_.bv_sle(left->offset, right->offset);
  }
  if (left && right && op == BvCompare::Eq && is_inside(*left) && is_inside(*right) &&
      exist_together(left->object, right->object))
    return terms_.false_();
  if (left && is_constant(b) && is_inside(*left)) return compare_with_number(op, constant(b), Side::Right);
  if (right && is_constant(a) && is_inside(*right)) return compare_with_number(op, constant(a), Side::Left);
  return std::nullopt;
}

bool SymbolicMemory::is_far_from_objects(std::uint64_t number) const {
  const std::uint64_t last = pointer_width() == 64 ? ~std::uint64_t{0} : 0xFFFF'FFFF;
  return number < page || number > last - page;
}

// An address inside an object and a number where there are no objects.
std::optional<smt::Term> SymbolicMemory::compare_with_number(BvCompare op, std::uint64_t number, Side side) const {
  if (!is_far_from_objects(number)) return std::nullopt;
  if (op == BvCompare::Eq) return terms_.false_();
  if (op == BvCompare::SLt || op == BvCompare::SLe) return std::nullopt;
  const bool number_is_less = number < page;
  return terms_.boolean(number_is_less == (side == Side::Left));
}

} // namespace tandem::semantics::symbolic

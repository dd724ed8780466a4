// What a pointer's term leads to: a constant is looked up among the addresses of objects, an if-then-else is taken
// apart, a sum is a base and an offset.

#include "semantics/symbolic/symbolic_memory.h"

#include <algorithm>
#include <functional>

namespace tandem::semantics::symbolic {

using smt::Kind;

bool SymbolicMemory::leads_to_object(smt::Term pointer) {
  if (is_constant(pointer)) return object_at(constant(pointer)).has_value();
  const auto found = leads_to_object_.find(pointer);
  if (found != leads_to_object_.end()) return found->second;
  bool result = false;
  if (terms_.kind(pointer) == Kind::Ite)
    result = leads_to_object(terms_.arg(pointer, 1)) || leads_to_object(terms_.arg(pointer, 2));
  else if (terms_.kind(pointer) == Kind::BvAdd || terms_.kind(pointer) == Kind::BvSub)
    result = leads_to_object(terms_.arg(pointer, 0)) || leads_to_object(terms_.arg(pointer, 1));
  leads_to_object_[pointer] = result;
  return result;
}

std::pair<smt::Term, smt::Term> SymbolicMemory::split_sum(smt::Term sum) {
  const smt::Term left = terms_.arg(sum, 0), right = terms_.arg(sum, 1);
  if (terms_.kind(sum) == Kind::BvSub) return {left, terms_.bv_neg(right)};
  // In a sum of an address that depends on the path and a constant, the constant is the offset even if it could be an
  // address.
  if (!is_constant(left) && leads_to_object(left)) return {left, right};
  if (!is_constant(right) && leads_to_object(right)) return {right, left};
  return leads_to_object(left) ? std::pair{left, right} : std::pair{right, left};
}

void SymbolicMemory::collect_leaves(smt::Term pointer, Leaves wanted, std::vector<smt::Term>& leaves,
                                    std::unordered_set<smt::Term>& seen) {
  if (wanted == Leaves::InObjects && !leads_to_object(pointer)) return;
  if (!seen.insert(pointer).second) return;
  if (terms_.kind(pointer) != Kind::Ite) {
    leaves.push_back(pointer);
    return;
  }
  collect_leaves(terms_.arg(pointer, 1), wanted, leaves, seen);
  collect_leaves(terms_.arg(pointer, 2), wanted, leaves, seen);
}

// Constants that are no address are invalid pointers, such as null, through which nothing is stored.
smt::Term SymbolicMemory::is_unconstrained(smt::Term pointer, Memo& memo) {
  if (is_constant(pointer)) return terms_.false_();
  if (!leads_to_object(pointer)) return terms_.true_();
  if (terms_.kind(pointer) != Kind::Ite) return terms_.false_();
  const auto found = memo.find(pointer);
  if (found != memo.end()) return found->second;
  const smt::Term then = is_unconstrained(terms_.arg(pointer, 1), memo);
  const smt::Term otherwise = is_unconstrained(terms_.arg(pointer, 2), memo);
  return memo[pointer] = terms_.ite(terms_.arg(pointer, 0), then, otherwise);
}

// The condition under which the if-then-else tree yields this leaf.
smt::Term SymbolicMemory::reaches(smt::Term pointer, smt::Term leaf, Memo& memo) {
  if (pointer == leaf) return terms_.true_();
  if (terms_.kind(pointer) != Kind::Ite) return terms_.false_();
  const auto found = memo.find(pointer);
  if (found != memo.end()) return found->second;
  const smt::Term then = reaches(terms_.arg(pointer, 1), leaf, memo);
  const smt::Term otherwise = reaches(terms_.arg(pointer, 2), leaf, memo);
  return memo[pointer] = terms_.ite(terms_.arg(pointer, 0), then, otherwise);
}

std::vector<SymbolicMemory::PointerLeaf> SymbolicMemory::leaves_of(smt::Term pointer, Leaves wanted) {
  std::vector<smt::Term> leaves;
  std::unordered_set<smt::Term> seen;
  collect_leaves(pointer, wanted, leaves, seen);
  std::vector<PointerLeaf> result;
  for (smt::Term leaf : leaves) {
    Memo memo;
    result.push_back({leaf, reaches(pointer, leaf, memo)});
  }
  return result;
}

bool SymbolicMemory::has_choice_in_sum(const std::vector<PointerLeaf>& leaves) {
  return std::ranges::any_of(leaves, [&](const PointerLeaf& leaf) {
    return !is_constant(leaf.pointer) && terms_.kind(split_sum(leaf.pointer).first) == Kind::Ite;
  });
}

SymbolicMemory::Destinations SymbolicMemory::destinations(smt::Term pointer, smt::Term offset) {
  const std::vector<PointerLeaf> leaves = leaves_of(pointer, Leaves::InObjects);
  if (has_choice_in_sum(leaves)) return take_apart(pointer, offset);
  Memo memo;
  Destinations result{{}, is_unconstrained(pointer, memo)};
  for (const PointerLeaf& leaf : leaves) result.in_objects.push_back({leaf.pointer, offset, leaf.condition});
  return result;
}

// A pointer that was moved on some paths, again and again, is a choice of sums of choices: as a tree it is
// exponentially large. Terms are taken apart after all that contain them (their numbers are larger), so that all ways
// to one with the same offset are taken at once.
SymbolicMemory::Destinations SymbolicMemory::take_apart(smt::Term pointer, smt::Term offset) {
  Destinations result{{}, terms_.false_()};
  std::map<smt::Term, std::map<smt::Term, smt::Term>, std::greater<>> open; // pointer, offset, condition
  const auto add = [&](smt::Term to, smt::Term at, smt::Term condition) {
    if (terms_.is_false(condition)) return;
    const auto [known, is_new] = open[to].emplace(at, condition);
    if (!is_new) known->second = terms_.or_(known->second, condition);
  };
  add(pointer, offset, terms_.true_());
  while (!open.empty()) {
    const auto next = open.extract(open.begin());
    const smt::Term to = next.key();
    for (const auto& [at, condition] : next.mapped())
      if (is_constant(to)) {
        result.in_objects.push_back({to, at, condition});
      } else if (!leads_to_object(to)) {
        result.elsewhere = terms_.or_(result.elsewhere, condition);
      } else if (terms_.kind(to) == Kind::Ite) {
        add(terms_.arg(to, 1), at, terms_.and_(condition, terms_.arg(to, 0)));
        add(terms_.arg(to, 2), at, terms_.and_(condition, terms_.not_(terms_.arg(to, 0))));
      } else {
        const auto [base, more] = split_sum(to);
        add(base, terms_.bv_add(at, more), condition);
      }
  }
  return result;
}

smt::Term SymbolicMemory::resolved(smt::Term value) { return lazily_initialised(where_known(as_pointer(value), 0)); }

// Mostly it is a null pointer that the path has excluded: of a block that may not have been allocated.
smt::Term SymbolicMemory::where_known(smt::Term pointer, int depth) {
  constexpr int most_levels = 6;
  if (is_constant(pointer) || depth == most_levels || !leads_to_object(pointer)) return pointer;
  const smt::Term left = terms_.arg(pointer, 0), right = terms_.arg(pointer, 1);
  if (terms_.kind(pointer) != Kind::Ite) {
    const smt::Term base = where_known(left, depth + 1), more = where_known(right, depth + 1);
    if (base == left && more == right) return pointer;
    return terms_.kind(pointer) == Kind::BvAdd ? terms_.bv_add(base, more) : terms_.bv_sub(base, more);
  }
  const smt::Term otherwise = terms_.arg(pointer, 2);
  if (const std::optional<bool> value = known_.value(terms_, left))
    return where_known(*value ? right : otherwise, depth + 1);
  return terms_.ite(left, where_known(right, depth + 1), where_known(otherwise, depth + 1));
}

// How the object is divided that the pointer leads to, and where in it; of several, one.
std::pair<Division, std::uint64_t> SymbolicMemory::division_at(smt::Term pointer) {
  std::vector<smt::Term> leaves;
  std::unordered_set<smt::Term> seen;
  collect_leaves(pointer, Leaves::InObjects, leaves, seen);
  for (const smt::Term leaf : leaves) {
    if (!is_constant(leaf)) continue;
    const SymbolicObject& object = objects_[*object_at(constant(leaf))];
    if (object.has_fixed_layout) return {object.layout, constant(leaf) - object.address};
  }
  return {};
}

std::vector<SymbolicMemory::CallLeaf> SymbolicMemory::functions_at(smt::Term pointer) {
  std::vector<CallLeaf> result;
  for (const PointerLeaf& leaf : leaves_of(where_known(as_pointer(pointer), 0))) {
    const Function* function = nullptr;
    if (is_constant(leaf.pointer))
      if (const auto id = object_at(constant(leaf.pointer))) function = objects_[*id].function;
    result.push_back({function, leaf.condition, is_constant(leaf.pointer)});
  }
  return result;
}

} // namespace tandem::semantics::symbolic

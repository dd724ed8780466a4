// Guards form a tree of nodes that point to their parent. Joining two of them walks to the lowest common ancestor by
// depth and adds the disjunction of the two remainders there. After an if-then-else the remainders are complementary,
// the disjunction simplifies to true, and the result is the ancestor itself: guards do not grow with the number of
// branches passed, and comparing them by identity tells whether all paths since then have met again (unwind.cpp).

#include "symex/path.h"

namespace tandem::symex {

Guard Guard::with(smt::Terms& terms, smt::Term condition) const {
  const std::optional<bool> value = known().value(terms, condition);
  if (value == true) return *this;
  if (value == false) condition = terms.false_();
  Guard result;
  semantics::symbolic::KnownConditions after = known();
  after.assume(terms, condition);
  result.last_ = std::make_shared<const Node>(
      Node{condition, terms.and_(all(terms), condition), depth() + 1, std::move(after), last_});
  return result;
}

const semantics::symbolic::KnownConditions& Guard::known() const {
  static const semantics::symbolic::KnownConditions nothing;
  return last_ ? last_->known : nothing;
}

smt::Term Guard::since(smt::Terms& terms, const Node* from, const Node* start) {
  smt::Term result = terms.true_();
  for (const Node* at = from; at != start; at = at->before.get()) result = terms.and_(at->condition, result);
  return result;
}

Guard::Join Guard::join(smt::Terms& terms, const Guard& a, const Guard& b) {
  const Node* x = a.last_.get();
  const Node* y = b.last_.get();
  const auto depth_of = [](const Node* node) { return node == nullptr ? 0 : node->depth; };
  while (x != y) {
    if (depth_of(x) >= depth_of(y))
      x = x->before.get();
    else
      y = y->before.get();
  }
  const smt::Term first = since(terms, a.last_.get(), x);
  const smt::Term second = since(terms, b.last_.get(), x);
  Guard shared;
  // Both lists own the shared node; walk again to get an owning pointer to it.
  std::shared_ptr<const Node> owner = a.last_;
  while (owner.get() != x) owner = owner->before;
  shared.last_ = owner;
  // The paths are mutually exclusive, so either remainder distinguishes them; the shorter one gives smaller terms.
  const bool by_first = depth_of(a.last_.get()) <= depth_of(b.last_.get());
  return {shared.with(terms, terms.or_(first, second)), by_first ? first : terms.not_(second)};
}

} // namespace tandem::symex

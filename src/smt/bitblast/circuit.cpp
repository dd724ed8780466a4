// Structural hashing by open addressing over gate indices. Normal forms: the inputs of commutative gates are sorted;
// inputs of exclusive ors and first branches of multiplexers are not negated (the negation moves to the output);
// majorities have at most one negated input. Rewriting never creates more than one gate.

#include "smt/bitblast/circuit.h"

#include "base/core/require.h"

#include <algorithm>
#include <utility>

namespace tandem::smt::bitblast {

namespace {

constexpr std::size_t first_slots = 1 << 12;

std::uint32_t hash_of(GateKind kind, Lit a, Lit b, Lit c) {
  std::uint64_t h = (std::uint64_t{a.code()} << 32 | b.code()) * 0x9e3779b97f4a7c15U;
  h ^= (std::uint64_t{c.code()} * 8 + static_cast<std::uint64_t>(kind)) * 0xc2b2ae3d27d4eb4fU;
  h ^= h >> 31;
  return static_cast<std::uint32_t>((h * 0xff51afd7ed558ccdU) >> 32);
}

} // namespace

Circuit::Circuit() : gates_(1), slots_(first_slots) {}

Lit Circuit::input() {
  gates_.push_back({GateKind::Input, 0, {}});
  return {size() - 1, false};
}

Lit Circuit::make(GateKind kind, Lit a, Lit b, Lit c) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash_of(kind, a, b, c) & mask;
  const std::array<Lit, 3> fanin{a, b, c};
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    const Gate& gate = gates_[slots_[at]];
    if (gate.kind == kind && gate.fanin == fanin) return {slots_[at], false};
  }
  require(gates_.size() < UINT32_MAX / 2, "gates should be fewer than 2^31");
  const std::uint32_t made = size();
  slots_[at] = made;
  gates_.push_back({kind, 0, fanin});
  for (const Lit lit : fanin) ++gates_[lit.gate()].uses;
  if (gates_.size() * 2 > slots_.size()) grow();
  return {made, false};
}

void Circuit::grow() {
  std::vector<std::uint32_t> bigger(slots_.size() * 2, 0);
  const std::size_t mask = bigger.size() - 1;
  for (const std::uint32_t gate : slots_) {
    if (gate == 0) continue;
    const Gate& g = gates_[gate];
    std::size_t at = hash_of(g.kind, g.fanin[0], g.fanin[1], g.fanin[2]) & mask;
    while (bigger[at] != 0) at = (at + 1) & mask;
    bigger[at] = gate;
  }
  slots_ = std::move(bigger);
}

// a is an and or its negation, b anything.
Circuit::Rewrite Circuit::rewrite_one(Lit a, Lit b) const {
  using enum Rewrite::Outcome;
  const Lit x = gates_[a.gate()].fanin[0];
  const Lit y = gates_[a.gate()].fanin[1];
  if (!a.negated()) {
    if (b == !x || b == !y) return {Literal, lit_false, {}};
    if (b == x || b == y) return {Literal, a, {}};
    return {};
  }
  if (b == !x || b == !y) return {Literal, b, {}};
  if (b == x) return {Pair, !y, b};
  if (b == y) return {Pair, !x, b};
  return {};
}

// Both are ands or their negations.
Circuit::Rewrite Circuit::rewrite_both(Lit a, Lit b) const {
  using enum Rewrite::Outcome;
  const auto& [x0, x1, unused_a] = gates_[a.gate()].fanin;
  const auto& [y0, y1, unused_b] = gates_[b.gate()].fanin;
  const bool clash = x0 == !y0 || x0 == !y1 || x1 == !y0 || x1 == !y1;
  const bool share = x0 == y0 || x0 == y1 || x1 == y0 || x1 == y1;
  if (!a.negated() && !b.negated()) {
    if (clash) return {Literal, lit_false, {}};
    if (share) return {Pair, a, x0 == y0 || x1 == y0 ? y1 : y0};
    return {};
  }
  if (a.negated() && b.negated()) {
    if ((x0 == y0 && x1 == !y1) || (x0 == y1 && x1 == !y0)) return {Literal, !x0, {}};
    if ((x1 == y1 && x0 == !y0) || (x1 == y0 && x0 == !y1)) return {Literal, !x1, {}};
    return {};
  }
  const Lit positive = a.negated() ? b : a;
  const auto& [n0, n1, unused_n] = gates_[(a.negated() ? a : b).gate()].fanin;
  const auto& [p0, p1, unused_p] = gates_[positive.gate()].fanin;
  if (clash) return {Literal, positive, {}};
  if (n0 == p0 || n0 == p1) return {Pair, !n1, positive};
  if (n1 == p0 || n1 == p1) return {Pair, !n0, positive};
  return {};
}

Lit Circuit::land(Lit a, Lit b) {
  for (;;) {
    if (b < a) std::swap(a, b);
    if (a == lit_false || a == !b) return lit_false;
    if (a == lit_true || a == b) return b;
    Rewrite found;
    if (is_and(a)) found = rewrite_one(a, b);
    if (found.outcome == Rewrite::Outcome::None && is_and(b)) found = rewrite_one(b, a);
    if (found.outcome == Rewrite::Outcome::None && is_and(a) && is_and(b)) found = rewrite_both(a, b);
    if (found.outcome == Rewrite::Outcome::Literal) return found.a;
    if (found.outcome == Rewrite::Outcome::None) return make(GateKind::And, a, b);
    a = found.a;
    b = found.b;
  }
}

Lit Circuit::lxor(Lit a, Lit b) {
  const bool negate = a.negated() != b.negated();
  a = a ^ a.negated();
  b = b ^ b.negated();
  if (b < a) std::swap(a, b);
  if (a == b) return lit_false ^ negate;
  if (a == lit_false) return b ^ negate;
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}})
    if (kind(y.gate()) == GateKind::Xor) {
      if (fanin(y.gate())[0] == x) return fanin(y.gate())[1] ^ negate;
      if (fanin(y.gate())[1] == x) return fanin(y.gate())[0] ^ negate;
    }
  return make(GateKind::Xor, a, b) ^ negate;
}

Lit Circuit::mux(Lit c, Lit t, Lit e) {
  if (c.negated()) {
    c = !c;
    std::swap(t, e);
  }
  if (c == lit_false) return e;
  if (t == e) return t;
  if (t == !e) return iff(c, t);
  if (t == lit_true || t == c) return lor(c, e);
  if (t == lit_false || t == !c) return land(!c, e);
  if (e == lit_false || e == c) return land(c, t);
  if (e == lit_true || e == !c) return lor(!c, t);
  return mux_shared(c, t, e);
}

// Branches that are multiplexers of the same condition.
Lit Circuit::mux_shared(Lit c, Lit t, Lit e) {
  if (kind(t.gate()) == GateKind::Mux && fanin(t.gate())[0] == c) return mux(c, fanin(t.gate())[1] ^ t.negated(), e);
  if (kind(e.gate()) == GateKind::Mux && fanin(e.gate())[0] == c) return mux(c, t, fanin(e.gate())[2] ^ e.negated());
  const bool negate = t.negated();
  return make(GateKind::Mux, c, t ^ negate, e ^ negate) ^ negate;
}

Lit Circuit::majority(Lit a, Lit b, Lit c) {
  if (b < a) std::swap(a, b);
  if (c < b) std::swap(b, c);
  if (b < a) std::swap(a, b);
  if (a == b) return a;
  if (b == c) return b;
  if (a == !b) return c;
  if (b == !c) return a;
  if (a == lit_false) return land(b, c);
  if (a == lit_true) return lor(b, c);
  const bool negate = a.negated() + b.negated() + c.negated() >= 2;
  return make(GateKind::Maj, a ^ negate, b ^ negate, c ^ negate) ^ negate;
}

} // namespace tandem::smt::bitblast

// The hash-consing table behind Terms and what all factories share: constant folding and lifting of operators over
// conditionals. Nodes are 16 bytes and lie in one array in creation order; the table is open addressing over (hash,
// id) pairs, so that a miss rarely touches a node.

#include "smt/term/terms.h"

#include "base/core/require.h"
#include "smt/term/float_value.h"
#include "smt/term/integer.h"
#include "smt/term/operate.h"

#include <bit>
#include <cstring>
#include <fmt/format.h>

namespace tandem::smt {

namespace {

constexpr std::size_t first_slots = 1 << 12;

// Node is 16 bytes without padding, so hashing its two halves is enough.
template <class Node> std::uint32_t hash_of(const Node& node) {
  static_assert(sizeof(Node) == 16);
  std::array<std::uint64_t, 2> halves{};
  std::memcpy(halves.data(), &node, sizeof(node));
  std::uint64_t h = halves[0] * 0x9e3779b97f4a7c15U ^ std::rotl(halves[1] * 0xc2b2ae3d27d4eb4fU, 31);
  h ^= h >> 29;
  h *= 0xff51afd7ed558ccdU;
  return static_cast<std::uint32_t>(h >> 32);
}

} // namespace

Terms::Terms() : nodes_(1), slots_(first_slots) {
  const std::uint16_t id = sort_id(Sort::boolean());
  const auto truth = [id](std::uint32_t value) {
    Node node;
    node.sort = id;
    node.args[0] = Term(value);
    return node;
  };
  false_term_ = intern(truth(0));
  true_term_ = intern(truth(1));
}

Terms::~Terms() = default;

std::size_t Terms::memory() const {
  return nodes_.capacity() * sizeof(Node) + slots_.capacity() * sizeof(Slot) + wide_.capacity() * sizeof(Bits);
}

Term Terms::intern(const Node& node) {
  const std::uint32_t hash = hash_of(node);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at].id != 0; at = (at + 1) & mask)
    if (slots_[at].hash == hash && nodes_[slots_[at].id] == node) return Term(slots_[at].id);
  require(nodes_.size() < UINT32_MAX, "terms should be fewer than 2^32");
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  slots_[at] = {hash, id};
  nodes_.push_back(node);
  if (nodes_.size() * 3 > slots_.size() * 2) grow();
  return Term(id);
}

void Terms::grow() {
  std::vector<Slot> bigger(slots_.size() * 2);
  const std::size_t mask = bigger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.id == 0) continue;
    std::size_t at = slot.hash & mask;
    while (bigger[at].id != 0) at = (at + 1) & mask;
    bigger[at] = slot;
  }
  slots_ = std::move(bigger);
}

std::uint16_t Terms::sort_id(Sort sort) {
  if (sort.is_bv()) {
    const std::uint32_t width = sort.width();
    if (width >= bv_sort_ids_.size()) bv_sort_ids_.resize(width + 1, 0);
    if (bv_sort_ids_[width] != 0) return bv_sort_ids_[width];
  }
  const auto [it, added] = sort_ids_.try_emplace(sort, static_cast<std::uint16_t>(sorts_.size()));
  if (added) {
    require(sorts_.size() < UINT16_MAX, "sorts should be fewer than 2^16");
    sorts_.push_back(sort);
  }
  if (sort.is_bv()) bv_sort_ids_[sort.width()] = it->second;
  return it->second;
}

Term Terms::make(Kind kind, Sort sort, Term a, Term b, Term c, std::uint8_t aux) {
  return intern({kind, aux, sort_id(sort), {a, b, c}});
}

void Terms::need_bv(Term a, Term b) const {
  require(node(a).sort == node(b).sort && sort(a).is_bv(), "both sides should be bit-vectors of one width");
}

// --- constants

Term Terms::bv(std::uint32_t width, std::uint64_t value) {
  if (width > 64) return constant(Sort::bv(width), Bits(width, value));
  if (width < 64) value &= (std::uint64_t{1} << width) - 1;
  return make(Kind::Constant, Sort::bv(width), Term(static_cast<std::uint32_t>(value)),
              Term(static_cast<std::uint32_t>(value >> 32)));
}

Term Terms::integer(std::int64_t value) { return constant(Sort::integer(), integers::from(value)); }

Term Terms::constant(Sort sort, const Bits& given) {
  require(!sort.is_array(), "an array constant should be built by const_array and store");
  const Bits bits = sort.is_float() ? float_canonical(sort, given) : sort.is_int() ? integers::normal(given) : given;
  require(sort.is_int() || bits.width() == sort.width(), "a constant should have its sort's width");
  Node result;
  result.sort = sort_id(sort);
  if (bits.width() <= 64) {
    const std::uint64_t value = sort.is_int() ? sign_extend(bits, 64).low() : bits.low();
    result.args = {Term(static_cast<std::uint32_t>(value)), Term(static_cast<std::uint32_t>(value >> 32)), Term()};
    return intern(result);
  }
  const auto [it, added] = wide_ids_.try_emplace(bits, static_cast<std::uint32_t>(wide_.size()));
  if (added) wide_.push_back(bits);
  result.aux = 1;
  result.args[0] = Term(it->second);
  return intern(result);
}

std::uint64_t Terms::small(Term constant) const {
  const Node& n = node(constant);
  return std::uint64_t{n.args[1].id()} << 32 | n.args[0].id();
}

Bits Terms::bits(Term constant) const {
  require(is_constant(constant), "a term with a value should be a constant");
  const Node& n = node(constant);
  if (n.aux != 0) return wide_[n.args[0].id()];
  const Sort s = sorts_[n.sort];
  return s.is_int() ? integers::from(static_cast<std::int64_t>(small(constant))) : Bits(s.width(), small(constant));
}

bool Terms::is_zero(Term t) const {
  const Node& n = node(t);
  return n.kind == Kind::Constant && n.aux == 0 && n.args[0].id() == 0 && n.args[1].id() == 0
             ? true
             : n.kind == Kind::Constant && n.aux != 0 && wide_[n.args[0].id()].is_zero();
}

bool Terms::is_one(Term t) const {
  const Node& n = node(t);
  if (n.kind != Kind::Constant) return false;
  return n.aux == 0 ? small(t) == 1 : wide_[n.args[0].id()].is_one();
}

bool Terms::is_ones(Term t) const { return is_constant(t) && bits(t).is_ones(); }

// --- variables

Term Terms::variable(std::string_view name, Sort sort) {
  if (const auto found = variables_.find(name); found != variables_.end()) {
    require(this->sort(found->second) == sort, "a variable should keep its sort");
    return found->second;
  }
  const Term term = make(Kind::Variable, sort, Term(static_cast<std::uint32_t>(names_.size())));
  names_.emplace_back(name);
  variables_.emplace(names_.back(), term);
  return term;
}

Term Terms::fresh(std::string_view prefix, Sort sort) {
  for (;;) {
    const std::string name = fmt::format("{}!{}", prefix, fresh_++);
    if (!variables_.contains(name)) return variable(name, sort);
  }
}

// --- shared by the factories

Term Terms::fold(Kind kind, Sort sort, Term a, Term b, std::uint8_t aux) {
  if (!is_constant(a) || (b && !is_constant(b))) return {};
  const Operation operation{kind, sort, this->sort(a), static_cast<Rounding>(aux)};
  const std::array<Bits, 2> args{bits(a), b ? bits(b) : Bits()};
  return constant(sort, operate(operation, std::span(args).first(b ? 2 : 1)));
}

bool Terms::is_ite_of_constants(Term t) const {
  return kind(t) == Kind::Ite && is_constant(arg(t, 1)) && is_constant(arg(t, 2));
}

Term Terms::lift(Kind kind, Sort sort, Term a, Term b) {
  if (is_ite_of_constants(a) && (!b || is_constant(b)))
    return ite(arg(a, 0), fold(kind, sort, arg(a, 1), b), fold(kind, sort, arg(a, 2), b));
  if (b && is_ite_of_constants(b) && is_constant(a))
    return ite(arg(b, 0), fold(kind, sort, a, arg(b, 1)), fold(kind, sort, a, arg(b, 2)));
  return {};
}

bool Terms::complementary(Term a, Term b) const {
  return (kind(a) == Kind::Not && arg(a, 0) == b) || (kind(b) == Kind::Not && arg(b, 0) == a);
}

} // namespace tandem::smt

// An iterative depth-first traversal. Trees of ands and pairs of exclusive ors with a single use become one wide gate,
// which saves their variables; multiplexers get two redundant clauses for propagation. A merged gate that is needed on
// its own later is then defined separately; clauses are never retracted.

#include "smt/bitblast/cnf.h"

#include "base/core/require.h"

namespace tandem::smt::bitblast {

namespace {

constexpr std::size_t widest_and = 64;

} // namespace

void Cnf::clause(std::initializer_list<int> literals) {
  engine_.add_clause(std::span<const int>(literals.begin(), literals.size()));
}

int Cnf::literal(Lit lit) {
  if (variables_.size() < circuit_.size()) variables_.resize(circuit_.size(), 0);
  std::vector<std::uint32_t> stack{lit.gate()};
  while (!stack.empty()) {
    const std::uint32_t gate = stack.back();
    if (is_defined(gate)) {
      stack.pop_back();
      continue;
    }
    collect_inputs(gate);
    const std::size_t before = stack.size();
    for (const Lit input : inputs_)
      if (!is_defined(input.gate())) stack.push_back(input.gate());
    if (stack.size() > before) continue;
    define(gate);
    stack.pop_back();
  }
  return literal_of(lit);
}

void Cnf::collect_inputs(std::uint32_t gate) {
  inputs_.clear();
  switch (circuit_.kind(gate)) {
  case GateKind::False:
  case GateKind::Input: break;
  case GateKind::And: collect_and(gate); break;
  case GateKind::Xor: collect_xor(gate); break;
  case GateKind::Mux:
  case GateKind::Maj: inputs_.assign(circuit_.fanin(gate).begin(), circuit_.fanin(gate).end()); break;
  }
}

void Cnf::collect_and(std::uint32_t gate) {
  inputs_ = {circuit_.fanin(gate)[0], circuit_.fanin(gate)[1]};
  for (std::size_t i = 0; i < inputs_.size() && inputs_.size() < widest_and;) {
    const Lit input = inputs_[i];
    if (!input.negated() && circuit_.kind(input.gate()) == GateKind::And && circuit_.uses(input.gate()) == 1 &&
        !is_defined(input.gate())) {
      inputs_[i] = circuit_.fanin(input.gate())[0];
      inputs_.push_back(circuit_.fanin(input.gate())[1]);
    } else {
      ++i;
    }
  }
}

void Cnf::collect_xor(std::uint32_t gate) {
  inputs_ = {circuit_.fanin(gate)[0], circuit_.fanin(gate)[1]};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint32_t inner = inputs_[i].gate();
    if (circuit_.kind(inner) != GateKind::Xor || circuit_.uses(inner) != 1 || is_defined(inner)) continue;
    inputs_[i] = circuit_.fanin(inner)[0];
    inputs_.push_back(circuit_.fanin(inner)[1]);
    return;
  }
}

void Cnf::define(std::uint32_t gate) {
  const int out = engine_.new_variable();
  variables_[gate] = out;
  in_.clear();
  for (const Lit input : inputs_) in_.push_back(literal_of(input));
  switch (circuit_.kind(gate)) {
  case GateKind::False: return clause({-out});
  case GateKind::Input: return;
  case GateKind::And: return define_and(out);
  case GateKind::Xor: return in_.size() == 2 ? define_xor(out) : define_xor3(out);
  case GateKind::Mux: return define_mux(out);
  case GateKind::Maj: return define_maj(out);
  }
}

void Cnf::define_and(int out) {
  std::vector<int> all;
  for (const int in : in_) {
    clause({-out, in});
    all.push_back(-in);
  }
  all.push_back(out);
  engine_.add_clause(all);
}

void Cnf::define_xor(int out) {
  const int a = in_[0];
  const int b = in_[1];
  clause({-out, a, b});
  clause({-out, -a, -b});
  clause({out, -a, b});
  clause({out, a, -b});
}

void Cnf::define_xor3(int out) {
  for (int signs = 0; signs < 8; ++signs) {
    const int a = (signs & 1) != 0 ? in_[0] : -in_[0];
    const int b = (signs & 2) != 0 ? in_[1] : -in_[1];
    const int c = (signs & 4) != 0 ? in_[2] : -in_[2];
    // The assignment that makes a, b, c all false has this parity.
    const bool odd = ((signs & 1) + (signs >> 1 & 1) + (signs >> 2 & 1)) % 2 == 0;
    clause({a, b, c, odd ? out : -out});
  }
}

void Cnf::define_mux(int out) {
  const int c = in_[0];
  const int t = in_[1];
  const int e = in_[2];
  clause({-c, -t, out});
  clause({-c, t, -out});
  clause({c, -e, out});
  clause({c, e, -out});
  // Redundant, but they propagate a value before the condition is assigned.
  clause({-t, -e, out});
  clause({t, e, -out});
}

void Cnf::define_maj(int out) {
  for (int i = 0; i < 3; ++i) {
    const int a = in_[static_cast<std::size_t>(i)];
    const int b = in_[static_cast<std::size_t>((i + 1) % 3)];
    clause({-a, -b, out});
    clause({a, b, -out});
  }
}

void Cnf::forget_values() { values_.clear(); }

bool Cnf::value(Lit root) {
  if (values_.size() < circuit_.size()) values_.resize(circuit_.size(), 0);
  const auto known = [this](Lit lit) { return values_[lit.gate()] != 0; };
  const auto get = [this](Lit lit) { return (values_[lit.gate()] > 0) != lit.negated(); };
  std::vector<std::uint32_t> stack{root.gate()};
  while (!stack.empty()) {
    const std::uint32_t gate = stack.back();
    const auto& in = circuit_.fanin(gate);
    const GateKind kind = circuit_.kind(gate);
    const std::size_t count = kind <= GateKind::Input ? 0 : kind <= GateKind::Xor ? 2 : 3;
    const std::size_t before = stack.size();
    if (values_[gate] == 0 && !is_defined(gate))
      for (std::size_t i = 0; i < count; ++i)
        if (!known(in[i])) stack.push_back(in[i].gate());
    if (stack.size() > before) continue;
    stack.pop_back();
    if (values_[gate] != 0) continue;
    bool value = false;
    if (is_defined(gate))
      value = engine_.value(variables_[gate]);
    else if (kind == GateKind::And)
      value = get(in[0]) && get(in[1]);
    else if (kind == GateKind::Xor)
      value = get(in[0]) != get(in[1]);
    else if (kind == GateKind::Mux)
      value = get(in[0]) ? get(in[1]) : get(in[2]);
    else if (kind == GateKind::Maj)
      value = get(in[0]) + get(in[1]) + get(in[2]) >= 2;
    values_[gate] = value ? 1 : -1;
  }
  return get(root);
}

} // namespace tandem::smt::bitblast

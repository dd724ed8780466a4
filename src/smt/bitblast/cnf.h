// Translates gates to clauses when they are first needed: Tseitin's encoding (1968), with ands and exclusive ors that
// have a single use merged into their user. Both directions are encoded (no Plaisted-Greenbaum), because a gate may
// occur in both polarities in later incremental queries.
#pragma once

#include "smt/bitblast/circuit.h"
#include "smt/bitblast/sat_engine.h"

#include <vector>

namespace tandem::smt::bitblast {

class Cnf {
public:
  Cnf(const Circuit& circuit, SatEngine& engine) : circuit_(circuit), engine_(engine) {}

  // The engine's literal; its definition, and those of all gates below, are added as clauses.
  int literal(Lit lit);
  // In the engine's model. Gates without a definition are evaluated from their inputs; unused inputs are false.
  bool value(Lit lit);
  // Cached values become invalid with every new answer of the engine.
  void forget_values();
  void clause(std::initializer_list<int> literals);
  void clause(std::span<const int> literals) { engine_.add_clause(literals); }

private:
  bool is_defined(std::uint32_t gate) const { return gate < variables_.size() && variables_[gate] != 0; }
  int literal_of(Lit lit) const { return lit.negated() ? -variables_[lit.gate()] : variables_[lit.gate()]; }
  // The literals that the gate's clauses will mention.
  void collect_inputs(std::uint32_t gate);
  void collect_and(std::uint32_t gate);
  void collect_xor(std::uint32_t gate);
  void define(std::uint32_t gate);
  void define_and(int out);
  void define_xor(int out);
  void define_xor3(int out);
  void define_mux(int out);
  void define_maj(int out);

  const Circuit& circuit_;
  SatEngine& engine_;
  std::vector<int> variables_;      // by gate, 0: none yet
  std::vector<Lit> inputs_;         // of the current gate
  std::vector<int> in_;             // the same as the engine's literals
  std::vector<std::int8_t> values_; // by gate: 0 not known, else ±1
};

} // namespace tandem::smt::bitblast

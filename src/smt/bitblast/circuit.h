// A Boolean circuit with structural hashing: an and-inverter graph (AIG) with three more gates, exclusive or,
// multiplexer and majority, because arithmetic is made of these and their clauses are fewer and propagate more than
// those of the ands they would become. Gates are simplified against constants, each other and, for ands, two levels
// down (Brummayer, Biere, "Local two-level and-inverter graph minimization without blowup", MEMICS 2006).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

namespace tandem::smt::bitblast {

// A gate or its negation.
class Lit {
public:
  Lit() = default; // false
  Lit(std::uint32_t gate, bool negated) : code_(gate * 2 + (negated ? 1 : 0)) {}

  std::uint32_t gate() const { return code_ / 2; }
  bool negated() const { return (code_ & 1) != 0; }
  std::uint32_t code() const { return code_; }
  Lit operator!() const { return from_code(code_ ^ 1); }
  Lit operator^(bool negate) const { return from_code(code_ ^ (negate ? 1U : 0U)); }
  friend auto operator<=>(const Lit&, const Lit&) = default;
  static Lit from_code(std::uint32_t code) {
    Lit lit;
    lit.code_ = code;
    return lit;
  }

private:
  std::uint32_t code_ = 0;
};

inline const Lit lit_false{};
inline const Lit lit_true = !lit_false;

enum class GateKind : std::uint8_t { False, Input, And, Xor, Mux, Maj };

class Circuit {
public:
  Circuit();

  Lit input();
  Lit land(Lit a, Lit b);
  Lit lor(Lit a, Lit b) { return !land(!a, !b); }
  Lit lxor(Lit a, Lit b);
  Lit iff(Lit a, Lit b) { return !lxor(a, b); }
  Lit mux(Lit condition, Lit then, Lit otherwise);
  // At least two of three: the carry of a full adder.
  Lit majority(Lit a, Lit b, Lit c);

  std::uint32_t size() const { return static_cast<std::uint32_t>(gates_.size()); }
  GateKind kind(std::uint32_t gate) const { return gates_[gate].kind; }
  // Two for And and Xor, three for Mux (condition first) and Maj.
  const std::array<Lit, 3>& fanin(std::uint32_t gate) const { return gates_[gate].fanin; }
  // How many gates use this one.
  std::uint32_t uses(std::uint32_t gate) const { return gates_[gate].uses; }

private:
  struct Gate {
    GateKind kind = GateKind::False;
    std::uint32_t uses = 0;
    std::array<Lit, 3> fanin;
  };
  // The result of a two-level rule: a literal, or a smaller pair to conjoin.
  struct Rewrite {
    enum class Outcome : std::uint8_t { None, Literal, Pair } outcome = Outcome::None;
    Lit a;
    Lit b;
  };

  Lit make(GateKind kind, Lit a, Lit b, Lit c = lit_false);
  void grow();
  bool is_and(Lit lit) const { return gates_[lit.gate()].kind == GateKind::And; }
  Rewrite rewrite_one(Lit a, Lit b) const;
  Rewrite rewrite_both(Lit a, Lit b) const;
  Lit mux_shared(Lit c, Lit t, Lit e);

  std::vector<Gate> gates_;
  std::vector<std::uint32_t> slots_; // gates by hash, open addressing
};

} // namespace tandem::smt::bitblast

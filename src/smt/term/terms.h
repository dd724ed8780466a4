// The arena that makes and owns terms: hash-consed (equal terms are one), immutable, 16 bytes each, and simplified
// while they are built. Every rewriting is local and bounded: a factory inspects a few levels, never a whole DAG
// (select passes at most select_steps stores). Not thread-safe; use one Terms per thread.
//
// The meaning of every operator is smt/term/operate.h. Where SMT-LIB leaves a case open, tandem fixes it, and the
// backends guard the solver's operator accordingly:
//   - fp_to_sbv of NaN, infinity or a number out of range is the least value (1000…0), fp_to_ubv all ones;
//   - fp_to_bits of NaN is the positive quiet NaN (0 1…1 10…0);
//   - int_div by 0 is 0, int_mod by 0 is the dividend.
#pragma once

#include "smt/term/bits.h"
#include "smt/term/kind.h"
#include "smt/term/operate.h"
#include "smt/term/sort.h"
#include "smt/term/term.h"

#include <array>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tandem::smt {

class Terms {
public:
  Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;
  ~Terms();

  // --- reading
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); } // ids are 1 … size() - 1
  Kind kind(Term t) const { return nodes_[t.id()].kind; }
  Sort sort(Term t) const { return sorts_[nodes_[t.id()].sort]; }
  std::uint32_t width(Term t) const { return sort(t).width(); }
  std::span<const Term> args(Term t) const { return {nodes_[t.id()].args.data(), arity(kind(t))}; }
  Term arg(Term t, std::size_t i) const { return nodes_[t.id()].args[i]; }
  bool is_constant(Term t) const { return kind(t) == Kind::Constant; }
  bool is_variable(Term t) const { return kind(t) == Kind::Variable; }
  bool is_true(Term t) const { return t == true_term_; }
  bool is_false(Term t) const { return t == false_term_; }
  // The value of a constant: bits of a Bool, bit-vector or float; for Int two's complement of minimal width
  // (integer.h).
  Bits bits(Term constant) const;
  const std::string& name(Term variable) const { return names_[nodes_[variable.id()].args[0].id()]; }
  // Of BvExtract.
  std::uint32_t high(Term t) const { return nodes_[t.id()].args[1].id(); }
  std::uint32_t low(Term t) const { return nodes_[t.id()].args[2].id(); }
  Rounding rounding(Term t) const { return static_cast<Rounding>(nodes_[t.id()].aux); }
  std::size_t memory() const; // bytes

  // The term's operator, without its arguments.
  Operation operation(Term t) const;

  // An operator chosen at run time (not a leaf) applied to arguments; the operation's argument sort is ignored.
  Term apply(const Operation& operation, std::span<const Term> args);
  // The same operator on other arguments.
  Term rebuild(Term t, std::span<const Term> args);

  // --- leaves
  Term boolean(bool value) const { return value ? true_term_ : false_term_; }
  Term true_() const { return true_term_; }
  Term false_() const { return false_term_; }
  Term bv(std::uint32_t width, std::uint64_t value);
  Term bv(const Bits& bits) { return constant(Sort::bv(bits.width()), bits); }
  Term bv_signed(std::uint32_t width, std::int64_t value) { return bv(Bits::from_signed(width, value)); }
  Term integer(std::int64_t value);
  // Of any scalar sort; every NaN becomes the canonical one.
  Term constant(Sort sort, const Bits& bits);
  // One name means one variable: asking again with another sort is a bug.
  Term variable(std::string_view name, Sort sort);
  // A variable whose name, the prefix and a number, is not used yet.
  Term fresh(std::string_view prefix, Sort sort);

  // --- any sort

  // Identity; for floats NaN = NaN and -0 ≠ +0 (fp_eq is C's ==).
  Term eq(Term a, Term b);
  Term distinct(Term a, Term b) { return not_(eq(a, b)); }
  Term ite(Term condition, Term then, Term otherwise);

  // --- Bool
  Term not_(Term a);
  Term and_(Term a, Term b);
  Term or_(Term a, Term b);
  Term and_(std::span<const Term> terms); // balanced; true when empty
  Term or_(std::span<const Term> terms);  // balanced; false when empty
  Term xor_(Term a, Term b) { return not_(eq(a, b)); }
  Term implies(Term a, Term b) { return or_(not_(a), b); }

  // --- bit-vectors
  Term bv_not(Term a);
  Term bv_and(Term a, Term b);
  Term bv_or(Term a, Term b);
  Term bv_xor(Term a, Term b);
  Term bv_neg(Term a);
  Term bv_add(Term a, Term b);
  Term bv_sub(Term a, Term b);
  Term bv_mul(Term a, Term b);
  Term bv_udiv(Term a, Term b);
  Term bv_urem(Term a, Term b);
  Term bv_sdiv(Term a, Term b);
  Term bv_srem(Term a, Term b);
  Term bv_shl(Term a, Term b);
  Term bv_lshr(Term a, Term b);
  Term bv_ashr(Term a, Term b);
  Term bv_ult(Term a, Term b);
  Term bv_slt(Term a, Term b);
  Term bv_ule(Term a, Term b) { return not_(bv_ult(b, a)); }
  Term bv_sle(Term a, Term b) { return not_(bv_slt(b, a)); }
  Term bv_ugt(Term a, Term b) { return bv_ult(b, a); }
  Term bv_sgt(Term a, Term b) { return bv_slt(b, a); }
  Term bv_uge(Term a, Term b) { return not_(bv_ult(a, b)); }
  Term bv_sge(Term a, Term b) { return not_(bv_slt(a, b)); }
  Term bv_concat(Term high, Term low);
  Term bv_extract(Term a, std::uint32_t high, std::uint32_t low);
  // To the given width, which is not smaller.
  Term bv_zero_extend(Term a, std::uint32_t width);
  Term bv_sign_extend(Term a, std::uint32_t width);
  Term bool_to_bv(Term condition, std::uint32_t width) { return ite(condition, bv(width, 1), bv(width, 0)); }
  Term bv_to_bool(Term a) { return distinct(a, bv(width(a), 0)); }
  // Does the exact result not fit?
  Term bv_add_overflows_signed(Term a, Term b);
  Term bv_sub_overflows_signed(Term a, Term b);
  Term bv_mul_overflows_signed(Term a, Term b);
  Term bv_mul_overflows_unsigned(Term a, Term b);

  // --- arrays
  static constexpr std::uint32_t select_steps = 4096;
  Term select(Term array, Term index);
  Term store(Term array, Term index, Term element);
  Term const_array(Sort sort, Term element);

  // --- floats
  Term fp_from_bits(Sort sort, Term bits);
  Term fp_to_bits(Term a);
  // The 80 bits that x87 stores for a (15, 64) float, with an explicit integer bit. Unnormal patterns are read as if
  // that bit agreed with the exponent.
  Term fp_from_x87_bits(Term bits);
  Term fp_to_x87_bits(Term a);
  Term fp_abs(Term a);
  Term fp_neg(Term a);
  Term fp_add(Rounding rounding, Term a, Term b);
  Term fp_sub(Rounding rounding, Term a, Term b) { return fp_add(rounding, a, fp_neg(b)); }
  Term fp_mul(Rounding rounding, Term a, Term b);
  Term fp_div(Rounding rounding, Term a, Term b);
  Term fp_sqrt(Rounding rounding, Term a);
  Term fp_rem(Term a, Term b); // IEEE remainder (quotient to nearest), C's remainder(), not fmod()
  Term fp_round_to_integral(Rounding rounding, Term a);
  Term fp_eq(Term a, Term b);
  Term fp_lt(Term a, Term b);
  Term fp_le(Term a, Term b);
  Term fp_is_nan(Term a);
  Term fp_is_infinite(Term a);
  Term fp_is_zero(Term a);
  Term fp_is_normal(Term a);
  Term fp_is_subnormal(Term a);
  Term fp_is_negative(Term a); // false for NaN
  Term fp_to_fp(Rounding rounding, Sort sort, Term a);
  Term fp_from_sbv(Rounding rounding, Sort sort, Term a);
  Term fp_from_ubv(Rounding rounding, Sort sort, Term a);
  Term fp_to_sbv(Rounding rounding, std::uint32_t width, Term a);
  Term fp_to_ubv(Rounding rounding, std::uint32_t width, Term a);

  // --- integers
  Term int_add(Term a, Term b);
  Term int_sub(Term a, Term b);
  Term int_neg(Term a) { return int_sub(integer(0), a); }
  Term int_mul(Term a, Term b);
  Term int_div(Term a, Term b); // Euclidean, as in SMT-LIB
  Term int_mod(Term a, Term b);
  Term int_lt(Term a, Term b);
  Term int_le(Term a, Term b) { return not_(int_lt(b, a)); }

private:
  struct Node {
    Kind kind = Kind::Constant;
    std::uint8_t aux = 0; // rounding; of a constant: 1 if the value is in wide_
    std::uint16_t sort = 0;
    std::array<Term, 3> args; // a constant's value or index in wide_, a variable's index in names_, an extract's bounds

    friend bool operator==(const Node&, const Node&) = default;
  };
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t id = 0;
  };
  // A bit-vector as constant offset from something (or the constant itself, when base is empty).
  struct Linear {
    Term base;
    Term offset;
  };

  // terms.cpp: the table.
  const Node& node(Term t) const { return nodes_[t.id()]; }
  Term intern(const Node& node);
  Term make(Kind kind, Sort sort, Term a, Term b = {}, Term c = {}, std::uint8_t aux = 0);
  void grow();
  std::uint16_t sort_id(Sort sort);
  void need_bv(Term a, Term b) const;
  void need_int(Term a, Term b) const;
  // The constant the operator yields on constants; none when an argument is not constant.
  Term fold(Kind kind, Sort sort, Term a, Term b = {}, std::uint8_t aux = 0);
  // f(ite(c, k1, k2), k) where all k are constants is ite(c, f(k1, k), f(k2, k)); none when the shape does not fit.
  Term lift(Kind kind, Sort sort, Term a, Term b);
  bool is_ite_of_constants(Term t) const;
  std::uint64_t small(Term constant) const;
  bool is_zero(Term t) const;
  bool is_one(Term t) const;
  bool is_ones(Term t) const;
  bool complementary(Term a, Term b) const;

  // terms_bool.cpp
  Term junction(Kind kind, Term a, Term b);
  Term junction_step(Kind kind, Term a, Term b);
  Term balanced(Kind kind, std::span<const Term> terms);
  Term eq_bool(Term a, Term b);
  Term ite_bool(Term c, Term a, Term b);
  Term ite_nested(Term c, Term a, Term b);

  // terms_compare.cpp
  Term eq_bv(Term a, Term b);
  Term eq_constant(Term a, Term constant);
  Term eq_constant_solved(Term a, const Bits& constant);
  Term eq_constant_parts(Term a, const Bits& constant);
  Term eq_ite_constant(Term ite, Term constant);
  Term eq_structure(Term a, Term b);
  Linear linear(Term t) const;
  Term compare_extended(Kind kind, Term a, Term b);
  Term compare_bound(Kind kind, Term a, Term b);
  Bits unsigned_max(Term t) const;

  // terms_bits.cpp, terms_arith.cpp
  Term bitwise(Kind kind, Term a, Term b);
  Term bitwise_constant(Kind kind, Term a, Term constant);
  Term concat_adjacent(Term high, Term low);
  Term extract_from(Term a, std::uint32_t high, std::uint32_t low);
  Term extract_product(Term a, std::uint32_t high, std::uint32_t low);
  Term extract_extended(Term a, std::uint32_t high, std::uint32_t low);
  Term add_constant(Term a, Term constant);
  Term mul_constant(Term a, Term constant);

  // terms_array.cpp
  struct Read { // what is left of a select: the value, or the array that still has to be read
    Term value;
    Term array;
    std::uint32_t steps;
  };
  Read read_over(Term array, Term index, std::uint32_t steps);

  // terms_float.cpp
  Term fp_unary(Kind kind, Sort sort, Term a, Rounding rounding = Rounding::NearestEven);
  Term fp_binary(Kind kind, Sort sort, Term a, Term b, Rounding rounding = Rounding::NearestEven);
  Term fp_from_bv(Kind kind, Rounding rounding, Sort to, Term a);

  std::vector<Node> nodes_;
  std::vector<Slot> slots_; // open addressing, a power of two
  std::vector<Sort> sorts_;
  std::unordered_map<Sort, std::uint16_t, SortHash> sort_ids_;
  std::vector<std::uint16_t> bv_sort_ids_; // by width, 0: not yet
  std::vector<Bits> wide_;                 // constants above 64 bits
  std::unordered_map<Bits, std::uint32_t, BitsHash> wide_ids_;
  std::deque<std::string> names_;                        // never move, for the views below
  std::unordered_map<std::string_view, Term> variables_; // by name
  std::uint64_t fresh_ = 0;
  Term true_term_;
  Term false_term_;
};

} // namespace tandem::smt

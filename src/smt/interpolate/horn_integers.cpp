// The arithmetic reading: bit-vectors of 8 to 62 bits become signed, narrower ones unsigned mathematical integers, and
// only linear operators keep their meaning; any other term becomes a fresh constant that is universally quantified.
// Spacer then generalises with linear arithmetic and finds relations such as x <= y, where its bit-vector engine would
// answer with conditions on single bits.
//
// Back, a linear inequality becomes a signed comparison in which each side has only positive multiples; a + 1 <= b is
// turned into a < b to avoid a sum that may wrap around. Neither direction is exact, since nothing wraps around in the
// integers: the caller of path_interpolants() checks the result on bit-vectors.

#include "smt/interpolate/horn_reading.h"

#include "smt/term/traverse.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace tandem::smt::interpolate {

namespace {

// Most integers of this width and above are signed in C; narrower bit-vectors are states, flags and the like.
constexpr std::uint32_t narrowest_signed = 8;

bool is_signed(std::uint32_t width) { return width >= narrowest_signed; }

class IntegerReading : public HornReading {
public:
  IntegerReading(const Z3Context& context, Terms& terms) : c_(context), context_(context), terms_(terms) {}
  ~IntegerReading() override {
    for (const Z3_ast ast : kept_) Z3_dec_ref(c_, ast);
  }
  IntegerReading(const IntegerReading&) = delete;
  IntegerReading& operator=(const IntegerReading&) = delete;

  bool takes(Term) override { return true; }

  Z3_ast translate(Term root) override {
    for (const Term term : reachable(terms_, std::span(&root, 1)))
      if (!done_.contains(term)) done_[term] = make(term);
    return done_.at(root);
  }

  std::vector<Z3_app> arbitrary(std::span<const Term> roots) override {
    std::vector<Z3_app> result;
    for (const Term term : reachable(terms_, roots))
      if (const auto found = opaque_.find(term); found != opaque_.end()) result.push_back(Z3_to_app(c_, found->second));
    return result;
  }

  Term read(Z3_ast formula, const std::vector<Term>& symbols) override;

private:
  // Sum of multiples of symbols, and a constant.
  struct Linear {
    std::map<Term, std::int64_t> parts;
    std::int64_t constant = 0;
  };

  Z3_ast keep(Z3_ast ast) {
    context_.check_error();
    Z3_inc_ref(c_, ast);
    kept_.push_back(ast);
    return ast;
  }
  Z3_ast number(std::int64_t value) { return keep(Z3_mk_int64(c_, value, Z3_mk_int_sort(c_))); }
  Z3_ast sum(Z3_ast a, Z3_ast b) {
    const Z3_ast args[] = {a, b};
    return keep(Z3_mk_add(c_, 2, args));
  }
  Z3_ast difference(Z3_ast a, Z3_ast b) {
    const Z3_ast args[] = {a, b};
    return keep(Z3_mk_sub(c_, 2, args));
  }
  Z3_ast product(Z3_ast a, Z3_ast b) {
    const Z3_ast args[] = {a, b};
    return keep(Z3_mk_mul(c_, 2, args));
  }
  Z3_ast choose(Z3_ast condition, Z3_ast a, Z3_ast b) { return keep(Z3_mk_ite(c_, condition, a, b)); }

  Z3_ast make(Term term) {
    if (const Z3_ast known = terms_.sort(term).is_bool() ? make_condition(term) : make_value(term)) return known;
    const Z3_sort sort = terms_.sort(term).is_bool() ? Z3_mk_bool_sort(c_) : Z3_mk_int_sort(c_);
    const std::string name = "t!" + std::to_string(term.id());
    return opaque_[term] = keep(Z3_mk_const(c_, Z3_mk_string_symbol(c_, name.c_str()), sort));
  }

  Z3_ast arg(Term term, std::size_t i) const { return done_.at(terms_.arg(term, i)); }
  std::uint32_t arg_width(Term term) const { return terms_.width(terms_.arg(term, 0)); }

  // nullptr: the operator has no counterpart in linear arithmetic.
  Z3_ast make_condition(Term term) {
    if (terms_.is_constant(term)) return keep(terms_.is_true(term) ? Z3_mk_true(c_) : Z3_mk_false(c_));
    switch (terms_.kind(term)) {
    case Kind::Not: return keep(Z3_mk_not(c_, arg(term, 0)));
    case Kind::And:
    case Kind::Or: {
      const Z3_ast args[] = {arg(term, 0), arg(term, 1)};
      return keep(terms_.kind(term) == Kind::And ? Z3_mk_and(c_, 2, args) : Z3_mk_or(c_, 2, args));
    }
    case Kind::Ite: return choose(arg(term, 0), arg(term, 1), arg(term, 2));
    case Kind::Eq: {
      const Sort sort = terms_.sort(terms_.arg(term, 0));
      return sort.is_bool() || sort.is_bv() ? keep(Z3_mk_eq(c_, arg(term, 0), arg(term, 1))) : nullptr;
    }
    case Kind::BvUlt: {
      const std::uint32_t width = arg_width(term);
      if (!is_signed(width)) return keep(Z3_mk_lt(c_, arg(term, 0), arg(term, 1)));
      // As unsigned numbers, negative values are larger than the others.
      const Z3_ast less = keep(Z3_mk_lt(c_, arg(term, 0), arg(term, 1)));
      const Z3_ast left = is_negative(arg(term, 0)), right = is_negative(arg(term, 1));
      return choose(keep(Z3_mk_eq(c_, left, right)), less, right);
    }
    case Kind::BvSlt: return is_signed(arg_width(term)) ? keep(Z3_mk_lt(c_, arg(term, 0), arg(term, 1))) : nullptr;
    default: return nullptr;
    }
  }

  Z3_ast is_negative(Z3_ast value) { return keep(Z3_mk_lt(c_, value, number(0))); }

  Z3_ast make_value(Term term) {
    const Sort sort = terms_.sort(term);
    if (!sort.is_bv() || sort.width() > 62) return nullptr;
    const std::uint32_t width = sort.width();
    if (terms_.is_constant(term)) {
      std::uint64_t bits = terms_.bits(term).low();
      if (is_signed(width) && (bits >> (width - 1)) != 0) bits |= ~std::uint64_t{0} << width;
      return number(static_cast<std::int64_t>(bits));
    }
    switch (terms_.kind(term)) {
    case Kind::BvAdd: return sum(arg(term, 0), arg(term, 1));
    case Kind::BvSub: return difference(arg(term, 0), arg(term, 1));
    case Kind::BvNeg: return is_signed(width) ? difference(number(0), arg(term, 0)) : nullptr;
    case Kind::BvNot: return is_signed(width) ? difference(number(-1), arg(term, 0)) : nullptr;
    case Kind::BvMul:
      if (!terms_.is_constant(terms_.arg(term, 0)) && !terms_.is_constant(terms_.arg(term, 1))) return nullptr;
      return product(arg(term, 0), arg(term, 1));
    case Kind::Ite: return choose(arg(term, 0), arg(term, 1), arg(term, 2));
    case Kind::BvZeroExtend:
    case Kind::BvSignExtend: return extended(term);
    default: return nullptr;
    }
  }

  Z3_ast extended(Term term) {
    const std::uint32_t narrow = arg_width(term);
    const Z3_ast value = arg(term, 0);
    const bool by_sign = terms_.kind(term) == Kind::BvSignExtend;
    if (by_sign == is_signed(narrow)) return value;
    const std::int64_t range = std::int64_t{1} << narrow;
    if (!by_sign) return choose(is_negative(value), sum(value, number(range)), value);
    return choose(keep(Z3_mk_ge(c_, value, number(range / 2))), difference(value, number(range)), value);
  }

  // From Z3 back to terms.
  Term condition(Z3_ast ast, const std::vector<Term>& symbols);
  Term comparison(Z3_ast left, Z3_ast right, Z3_decl_kind op, const std::vector<Term>& symbols);
  void add(Linear& to, Z3_ast ast, std::int64_t factor, const std::vector<Term>& symbols);
  Term side(const Linear& linear, int sign, std::uint32_t width);

  Z3_context c_;
  const Z3Context& context_;
  Terms& terms_;
  std::unordered_map<Term, Z3_ast> done_;
  std::unordered_map<Term, Z3_ast> opaque_; // variables, and terms that are treated like one
  std::vector<Z3_ast> kept_;
};

Term IntegerReading::read(Z3_ast formula, const std::vector<Term>& symbols) { return condition(formula, symbols); }

Term IntegerReading::condition(Z3_ast ast, const std::vector<Term>& symbols) {
  if (Z3_get_ast_kind(c_, ast) == Z3_VAR_AST) return symbols.at(Z3_get_index_value(c_, ast));
  if (Z3_get_ast_kind(c_, ast) != Z3_APP_AST) throw Z3Error("z3: an interpolant is not a quantifier-free formula");
  const Z3_app app = Z3_to_app(c_, ast);
  const Z3_decl_kind op = Z3_get_decl_kind(c_, Z3_get_app_decl(c_, app));
  const auto inner = [&](unsigned i) { return condition(Z3_get_app_arg(c_, app, i), symbols); };
  std::vector<Term> parts;
  switch (op) {
  case Z3_OP_TRUE: return terms_.true_();
  case Z3_OP_FALSE: return terms_.false_();
  case Z3_OP_NOT: return terms_.not_(inner(0));
  case Z3_OP_AND:
  case Z3_OP_OR:
    for (unsigned i = 0; i < Z3_get_app_num_args(c_, app); ++i) parts.push_back(inner(i));
    return op == Z3_OP_AND ? terms_.and_(parts) : terms_.or_(parts);
  case Z3_OP_IMPLIES: return terms_.implies(inner(0), inner(1));
  case Z3_OP_IFF: return terms_.eq(inner(0), inner(1));
  case Z3_OP_EQ:
  case Z3_OP_LE:
  case Z3_OP_GE:
  case Z3_OP_LT:
  case Z3_OP_GT: break;
  default: throw Z3Error("z3: an operator in an interpolant that has no term");
  }
  const Z3_ast left = Z3_get_app_arg(c_, app, 0), right = Z3_get_app_arg(c_, app, 1);
  if (Z3_get_sort_kind(c_, Z3_get_sort(c_, left)) == Z3_BOOL_SORT) return terms_.eq(inner(0), inner(1));
  return comparison(left, right, op, symbols);
}

void IntegerReading::add(Linear& to, Z3_ast ast, std::int64_t factor, const std::vector<Term>& symbols) {
  std::int64_t number = 0;
  if (Z3_get_ast_kind(c_, ast) == Z3_VAR_AST) {
    to.parts[symbols.at(Z3_get_index_value(c_, ast))] += factor;
    return;
  }
  if (Z3_get_ast_kind(c_, ast) == Z3_NUMERAL_AST) {
    if (!Z3_get_numeral_int64(c_, ast, &number)) throw Z3Error("z3: a large number in an interpolant");
    to.constant += factor * number;
    return;
  }
  if (Z3_get_ast_kind(c_, ast) != Z3_APP_AST) throw Z3Error("z3: an interpolant is not a quantifier-free formula");
  const Z3_app app = Z3_to_app(c_, ast);
  const unsigned count = Z3_get_app_num_args(c_, app);
  const auto inner = [&](unsigned i) { return Z3_get_app_arg(c_, app, i); };
  switch (Z3_get_decl_kind(c_, Z3_get_app_decl(c_, app))) {
  case Z3_OP_ADD:
    for (unsigned i = 0; i < count; ++i) add(to, inner(i), factor, symbols);
    return;
  case Z3_OP_SUB:
    for (unsigned i = 0; i < count; ++i) add(to, inner(i), i == 0 ? factor : -factor, symbols);
    return;
  case Z3_OP_UMINUS: return add(to, inner(0), -factor, symbols);
  case Z3_OP_MUL:
    if (count != 2 || Z3_get_ast_kind(c_, inner(0)) != Z3_NUMERAL_AST || !Z3_get_numeral_int64(c_, inner(0), &number))
      throw Z3Error("z3: an interpolant that is not linear");
    return add(to, inner(1), factor * number, symbols);
  default: throw Z3Error("z3: an operator in an interpolant that has no term");
  }
}

// One side of a comparison whose two sides have only positive multiples.
Term IntegerReading::side(const Linear& linear, int sign, std::uint32_t width) {
  Term result;
  const auto more = [&](Term term) { result = result ? terms_.bv_add(result, term) : term; };
  for (const auto& [symbol, factor] : linear.parts) {
    if (factor * sign <= 0) continue;
    const Term whole =
        is_signed(terms_.width(symbol)) ? terms_.bv_sign_extend(symbol, width) : terms_.bv_zero_extend(symbol, width);
    more(factor * sign == 1 ? whole : terms_.bv_mul(whole, terms_.bv_signed(width, factor * sign)));
  }
  if (linear.constant * sign > 0 || !result)
    more(terms_.bv_signed(width, std::max<std::int64_t>(0, linear.constant * sign)));
  return result;
}

Term IntegerReading::comparison(Z3_ast left, Z3_ast right, Z3_decl_kind op, const std::vector<Term>& symbols) {
  // left - right, or its negation, such that it is compared with zero from below.
  const bool turned = op == Z3_OP_GE || op == Z3_OP_GT;
  Linear linear;
  add(linear, left, turned ? -1 : 1, symbols);
  add(linear, right, turned ? 1 : -1, symbols);
  std::uint32_t width = narrowest_signed;
  for (const auto& [symbol, factor] : linear.parts) width = std::max(width, terms_.width(symbol));
  bool strict = op == Z3_OP_LT || op == Z3_OP_GT;
  // a + 1 <= b is a < b: no sum that may wrap around.
  if (!strict && op != Z3_OP_EQ && linear.constant == 1) {
    linear.constant = 0;
    strict = true;
  }
  const Term a = side(linear, 1, width), b = side(linear, -1, width);
  if (op == Z3_OP_EQ) return terms_.eq(a, b);
  return strict ? terms_.bv_slt(a, b) : terms_.bv_sle(a, b);
}

} // namespace

std::unique_ptr<HornReading> read_as_integers(const Z3Context& context, Terms& terms) {
  return std::make_unique<IntegerReading>(context, terms);
}

} // namespace tandem::smt::interpolate

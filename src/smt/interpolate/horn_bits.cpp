// The exact reading: bit-vectors stay bit-vectors, and a solution of the Horn clauses is a formula over operators of
// our own terms. Arrays, floats and numerals above 64 bits are not translated; the path then has no interpolants in
// this reading.

#include "smt/interpolate/horn_reading.h"

#include "smt/term/traverse.h"

#include <unordered_map>

namespace tandem::smt::interpolate {

namespace {

class Reader {
public:
  Reader(Z3_context c, Terms& terms, std::vector<Term> symbols) : c_(c), terms_(terms), symbols_(std::move(symbols)) {}

  Term read(Z3_ast ast) {
    const unsigned id = Z3_get_ast_id(c_, ast);
    if (const auto known = done_.find(id); known != done_.end()) return known->second;
    return done_[id] = make(ast);
  }

private:
  Term make(Z3_ast ast) {
    switch (Z3_get_ast_kind(c_, ast)) {
    case Z3_VAR_AST: return symbols_.at(Z3_get_index_value(c_, ast));
    case Z3_NUMERAL_AST: return numeral(ast);
    case Z3_APP_AST: return apply(Z3_to_app(c_, ast));
    default: throw Z3Error("z3: an interpolant is not a quantifier-free formula");
    }
  }

  Term numeral(Z3_ast ast) {
    const Z3_sort sort = Z3_get_sort(c_, ast);
    if (Z3_get_sort_kind(c_, sort) != Z3_BV_SORT)
      throw Z3Error("z3: an interpolant has numerals that are not bit-vectors");
    const std::uint32_t width = Z3_get_bv_sort_size(c_, sort);
    std::uint64_t value = 0;
    if (width > 64 || !Z3_get_numeral_uint64(c_, ast, &value)) throw Z3Error("z3: a large number in an interpolant");
    return terms_.bv(width, value);
  }

  Term apply(Z3_app app) {
    std::vector<Term> args;
    for (unsigned i = 0; i < Z3_get_app_num_args(c_, app); ++i) args.push_back(read(Z3_get_app_arg(c_, app, i)));
    const Z3_func_decl function = Z3_get_app_decl(c_, app);
    const auto parameter = [&](unsigned i) {
      return static_cast<std::uint32_t>(Z3_get_decl_int_parameter(c_, function, i));
    };
    const auto fold = [&](Term (Terms::*op)(Term, Term)) {
      Term result = args.at(0);
      for (std::size_t i = 1; i < args.size(); ++i) result = (terms_.*op)(result, args[i]);
      return result;
    };
    switch (Z3_get_decl_kind(c_, function)) {
    case Z3_OP_TRUE: return terms_.true_();
    case Z3_OP_FALSE: return terms_.false_();
    case Z3_OP_NOT: return terms_.not_(args.at(0));
    case Z3_OP_AND: return terms_.and_(args);
    case Z3_OP_OR: return terms_.or_(args);
    case Z3_OP_IMPLIES: return terms_.implies(args.at(0), args.at(1));
    case Z3_OP_EQ:
    case Z3_OP_IFF: return terms_.eq(args.at(0), args.at(1));
    case Z3_OP_XOR: return terms_.xor_(args.at(0), args.at(1));
    case Z3_OP_ITE: return terms_.ite(args.at(0), args.at(1), args.at(2));
    case Z3_OP_ULT: return terms_.bv_ult(args.at(0), args.at(1));
    case Z3_OP_ULEQ: return terms_.bv_ule(args.at(0), args.at(1));
    case Z3_OP_UGT: return terms_.bv_ugt(args.at(0), args.at(1));
    case Z3_OP_UGEQ: return terms_.bv_uge(args.at(0), args.at(1));
    case Z3_OP_SLT: return terms_.bv_slt(args.at(0), args.at(1));
    case Z3_OP_SLEQ: return terms_.bv_sle(args.at(0), args.at(1));
    case Z3_OP_SGT: return terms_.bv_sgt(args.at(0), args.at(1));
    case Z3_OP_SGEQ: return terms_.bv_sge(args.at(0), args.at(1));
    case Z3_OP_BNEG: return terms_.bv_neg(args.at(0));
    case Z3_OP_BNOT: return terms_.bv_not(args.at(0));
    case Z3_OP_BADD: return fold(&Terms::bv_add);
    case Z3_OP_BSUB: return fold(&Terms::bv_sub);
    case Z3_OP_BMUL: return fold(&Terms::bv_mul);
    case Z3_OP_BAND: return fold(&Terms::bv_and);
    case Z3_OP_BOR: return fold(&Terms::bv_or);
    case Z3_OP_BXOR: return fold(&Terms::bv_xor);
    case Z3_OP_BSHL: return terms_.bv_shl(args.at(0), args.at(1));
    case Z3_OP_BLSHR: return terms_.bv_lshr(args.at(0), args.at(1));
    case Z3_OP_BASHR: return terms_.bv_ashr(args.at(0), args.at(1));
    case Z3_OP_CONCAT: return fold(&Terms::bv_concat);
    case Z3_OP_EXTRACT: return terms_.bv_extract(args.at(0), parameter(0), parameter(1));
    case Z3_OP_BIT2BOOL: return terms_.bv_to_bool(terms_.bv_extract(args.at(0), parameter(0), parameter(0)));
    case Z3_OP_ZERO_EXT: return terms_.bv_zero_extend(args.at(0), terms_.width(args.at(0)) + parameter(0));
    case Z3_OP_SIGN_EXT: return terms_.bv_sign_extend(args.at(0), terms_.width(args.at(0)) + parameter(0));
    default: throw Z3Error("z3: an operator in an interpolant that has no term");
    }
  }

  Z3_context c_;
  Terms& terms_;
  std::vector<Term> symbols_;
  std::unordered_map<unsigned, Term> done_;
};

class BitReading : public HornReading {
public:
  BitReading(const Z3Context& context, Terms& terms) : c_(context), terms_(terms), translator_(context, terms) {}

  bool takes(Term term) override { return terms_.sort(term).is_bool() || terms_.sort(term).is_bv(); }
  Z3_ast translate(Term term) override { return translator_.translate(term); }
  std::vector<Z3_app> arbitrary(std::span<const Term> roots) override {
    std::vector<Z3_app> result;
    for (const Term variable : variables(terms_, roots)) result.push_back(Z3_to_app(c_, translate(variable)));
    return result;
  }
  Term read(Z3_ast formula, const std::vector<Term>& symbols) override {
    return Reader(c_, terms_, symbols).read(formula);
  }

private:
  Z3_context c_;
  Terms& terms_;
  Z3Translator translator_;
};

} // namespace

std::unique_ptr<HornReading> read_as_bits(const Z3Context& context, Terms& terms) {
  return std::make_unique<BitReading>(context, terms);
}

} // namespace tandem::smt::interpolate

// Z3's model values as constant terms. Arrays come as chains of stores, as the graph of a function, or as lambdas.

#include "base/core/require.h"
#include "smt/solver/z3_translate.h"
#include "smt/term/integer.h"

#include <algorithm>
#include <set>

namespace tandem::smt {

Term Z3Translator::value(Z3_model model, Term variable) {
  if (done_[variable] == nullptr) return {};
  // The interpretation itself: evaluation would rewrite arrays into lambdas.
  Z3_func_decl declaration = Z3_get_app_decl(c_, Z3_to_app(c_, done_[variable]));
  Z3_ast found = Z3_model_get_const_interp(c_, model, declaration);
  return found == nullptr ? Term() : read_value(model, terms_.sort(variable), found);
}

Term Z3Translator::read_value(Z3_model model, Sort s, Z3_ast value) {
  if (value == nullptr) throw Z3Error("z3: a value is missing");
  Z3_inc_ref(c_, value);
  Term result;
  switch (s.kind()) {
  case SortKind::Bool: result = terms_.boolean(Z3_get_bool_value(c_, value) == Z3_L_TRUE); break;
  case SortKind::BitVec:
  case SortKind::Float: result = read_bits(s, value); break;
  case SortKind::Int: result = terms_.constant(s, integers::from_decimal(Z3_get_numeral_string(c_, value))); break;
  case SortKind::Array: result = read_array(model, s, value); break;
  }
  Z3_dec_ref(c_, value);
  context_.check_error();
  return result;
}

Term Z3Translator::read_bits(Sort s, Z3_ast value) {
  Z3_ast numeral = value;
  if (s.is_float()) {
    if (Z3_fpa_is_numeral_nan(c_, value)) return terms_.constant(s, Bits::ones(s.width()));
    numeral = Z3_simplify(c_, keep(Z3_mk_fpa_to_ieee_bv(c_, value)));
  }
  std::uint64_t small = 0;
  if (s.width() <= 64 && Z3_get_numeral_uint64(c_, numeral, &small)) return terms_.constant(s, Bits(s.width(), small));
  const char* digits = Z3_get_numeral_string(c_, numeral);
  context_.check_error();
  return terms_.constant(s, Bits::from_decimal(s.width(), digits));
}

Term Z3Translator::read_array(Z3_model model, Sort s, Z3_ast value) {
  std::vector<std::pair<Term, Term>> stores; // outermost first
  const auto is_app = [this](Z3_ast a, Z3_decl_kind kind) {
    return Z3_get_ast_kind(c_, a) == Z3_APP_AST && Z3_get_decl_kind(c_, Z3_get_app_decl(c_, Z3_to_app(c_, a))) == kind;
  };
  const auto arg = [this](Z3_ast a, unsigned i) { return Z3_get_app_arg(c_, Z3_to_app(c_, a), i); };
  for (; is_app(value, Z3_OP_STORE); value = arg(value, 0))
    stores.emplace_back(read_value(model, s.index(), arg(value, 1)), read_value(model, s.element(), arg(value, 2)));
  Term result;
  if (is_app(value, Z3_OP_CONST_ARRAY))
    result = terms_.const_array(s, read_value(model, s.element(), arg(value, 0)));
  else if (Z3_is_as_array(c_, value))
    result = read_function(model, s, Z3_get_as_array_func_decl(c_, value));
  else
    result = read_lambda(model, s, value);
  for (auto it = stores.rbegin(); it != stores.rend(); ++it) result = terms_.store(result, it->first, it->second);
  return result;
}

// A lambda in a model compares its variable with numerals, so its values at these and at one other index determine it.
Term Z3Translator::read_lambda(Z3_model model, Sort s, Z3_ast lambda) {
  std::vector<Term> indices = numerals_in(model, s.index(), lambda);
  const auto element = [&](Term index) {
    const Z3_ast read = keep(Z3_mk_select(c_, lambda, translate(index)));
    Z3_ast result = nullptr;
    if (!Z3_model_eval(c_, model, read, true, &result)) throw Z3Error("z3: an array value has an unknown form");
    return read_value(model, s.element(), result);
  };
  Term other = terms_.constant(s.index(), Bits(s.index().is_int() ? 64 : s.index().width(), 0));
  for (std::uint64_t i = 1; std::ranges::find(indices, other) != indices.end() && i <= indices.size(); ++i)
    other = terms_.constant(s.index(), Bits(s.index().is_int() ? 64 : s.index().width(), i));
  Term result = terms_.const_array(s, element(other));
  for (const Term index : indices) result = terms_.store(result, index, element(index));
  return result;
}

std::vector<Term> Z3Translator::numerals_in(Z3_model model, Sort s, Z3_ast root) {
  std::vector<Term> result;
  std::set<unsigned> seen;
  std::vector<Z3_ast> stack{root};
  while (!stack.empty()) {
    Z3_ast a = stack.back();
    stack.pop_back();
    if (!seen.insert(Z3_get_ast_id(c_, a)).second) continue;
    if (Z3_get_ast_kind(c_, a) == Z3_QUANTIFIER_AST) stack.push_back(Z3_get_quantifier_body(c_, a));
    if (Z3_is_numeral_ast(c_, a) && Z3_get_sort(c_, a) == sort(s)) result.push_back(read_value(model, s, a));
    if (Z3_get_ast_kind(c_, a) != Z3_APP_AST) continue;
    for (unsigned i = 0; i < Z3_get_app_num_args(c_, Z3_to_app(c_, a)); ++i)
      stack.push_back(Z3_get_app_arg(c_, Z3_to_app(c_, a), i));
  }
  return result;
}

Term Z3Translator::read_function(Z3_model model, Sort s, Z3_func_decl function) {
  Z3_func_interp graph = Z3_model_get_func_interp(c_, model, function);
  if (graph == nullptr) throw Z3Error("z3: an array value has no interpretation");
  Z3_func_interp_inc_ref(c_, graph);
  Term result = terms_.const_array(s, read_value(model, s.element(), Z3_func_interp_get_else(c_, graph)));
  for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c_, graph); ++i) {
    Z3_func_entry entry = Z3_func_interp_get_entry(c_, graph, i);
    Z3_func_entry_inc_ref(c_, entry);
    const Term index = read_value(model, s.index(), Z3_func_entry_get_arg(c_, entry, 0));
    result = terms_.store(result, index, read_value(model, s.element(), Z3_func_entry_get_value(c_, entry)));
    Z3_func_entry_dec_ref(c_, entry);
  }
  Z3_func_interp_dec_ref(c_, graph);
  return result;
}

} // namespace tandem::smt

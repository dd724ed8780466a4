// A symbol is traced back to the lvalue it stands for: a register to its variable, a memory cell to the field or
// element at its offset in a named object. The text is parsed again in the scope of the location before it is used, so
// that shadowed names are noticed.

#include "analysis/abstraction/text.h"

#include "base/core/input_error.h"
#include "program/cexpr/c_expr.h"
#include "program/text/expr_reader.h"
#include "semantics/symbolic/term_to_expr.h"

namespace tandem::analysis::abstraction {

using semantics::symbolic::SymbolicMemory;

std::optional<std::string> PredicateText::of(smt::Term predicate, reach::ControlPoint at) {
  names_.clear();
  const auto add = [this](const semantics::symbolic::SymbolicFrame& frame) {
    for (const auto& [variable, key] : frame.registers) names_[key] = variable;
    for (const auto& [variable, object] : frame.objects) names_[SymbolicMemory::home(object)] = variable;
  };
  add(executor_.globals());
  add(frames_[at.stack]);
  semantics::symbolic::TermToExpr translation(
      executor_.terms(), program_.context(),
      semantics::symbolic::TermToExpr::LvalueOf([this](smt::Term symbol) { return lvalue(symbol); }));
  const Expr* condition = translation.condition(width_extension_.of(predicate));
  if (condition == nullptr) return std::nullopt;
  std::string text = cexpr::c_text(*condition, cexpr::ExprStyle::Readable);
  try {
    text::read_condition(text::ExprScope::at(program_, *at.location), text);
  } catch (const InputError&) { // a name that means nothing there
    return std::nullopt;
  }
  return text;
}

const Expr* PredicateText::lvalue(smt::Term symbol) const {
  const std::optional<std::uint64_t> known = width_extension_.key(symbol);
  if (!known) return nullptr;
  Context& context = program_.context();
  const std::uint64_t key = *known;
  const auto found = names_.find(SymbolicMemory::home_of(key));
  if (found == names_.end() || found->second->kind == VariableKind::Temporary) return nullptr;
  const Expr& variable = context.variable(*found->second);
  const bool is_register = SymbolicMemory::home_of(key) == key && !found->second->type->is_aggregate();
  const Expr* lvalue = is_register ? &variable : inside(variable, key & 0xFFFFFFFF);
  if (lvalue == nullptr) return nullptr;
  return lvalue->type().is_pointer() ? &context.cast(context.types().size_type(), *lvalue) : lvalue;
}

// The scalar at a byte of an object.
const Expr* PredicateText::inside(const Expr& whole, std::uint64_t offset) const {
  const Type& type = whole.type();
  Context& context = program_.context();
  if (type.is_array()) {
    const std::uint64_t size = type.element().size();
    if (size == 0 || offset >= type.size()) return nullptr;
    const Expr& number = context.integer(context.types().size_type(), UInt128{offset / size});
    return inside(context.index(whole, number), offset % size);
  }
  if (type.is_record() && !type.is_union()) {
    for (std::uint32_t i = 0; i < type.fields().size(); ++i) {
      const Field& field = type.fields()[i];
      const std::uint64_t begin = field.offset_bits / 8;
      if (field.is_bit_field() || offset < begin || offset >= begin + field.type->size()) continue;
      return inside(context.field(whole, i), offset - begin);
    }
    return nullptr;
  }
  return offset == 0 && !type.is_record() ? &whole : nullptr;
}

} // namespace tandem::analysis::abstraction

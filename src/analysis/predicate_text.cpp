#include "analysis/predicate_text.h"

#include "analysis/term_to_expr.h"
#include "base/input_error.h"
#include "program/c_expr.h"
#include "program/expr_reader.h"

namespace tandem::analysis::predicate {

using semantics::SymbolicMemory;

std::optional<std::string> PredicateText::of(Term predicate, Position at) {
  names_.clear();
  const auto add = [this](const semantics::SymbolicFrame& frame) {
    for (const auto& [variable, key] : frame.registers) names_[key] = variable;
    for (const auto& [variable, object] : frame.objects) names_[SymbolicMemory::home(object)] = variable;
  };
  add(executor_.globals());
  add(frames_[at.stack]);
  TermToExpr translation(executor_.terms(), program_.context(),
                         TermToExpr::Place([this](Term symbol) { return place(symbol); }));
  const Expr* condition = translation.condition(widening_.of(predicate));
  if (condition == nullptr) return std::nullopt;
  std::string text = c_text(*condition, ExprStyle::Readable);
  try {
    read_condition(ExprScope::at(program_, *at.location), text);
  } catch (const InputError&) { // a name that means nothing there
    return std::nullopt;
  }
  return text;
}

const Expr* PredicateText::place(Term symbol) const {
  const std::optional<std::uint64_t> known = widening_.key(symbol);
  if (!known) return nullptr;
  Context& context = program_.context();
  const std::uint64_t key = *known;
  const auto found = names_.find(SymbolicMemory::home_of(key));
  if (found == names_.end() || found->second->kind == VariableKind::Temporary) return nullptr;
  const Expr& variable = context.variable(*found->second);
  const bool is_register = SymbolicMemory::home_of(key) == key && !found->second->type->is_aggregate();
  const Expr* place = is_register ? &variable : inside(variable, key & 0xFFFFFFFF);
  if (place == nullptr) return nullptr;
  return place->type().is_pointer() ? &context.cast(context.types().size_type(), *place) : place;
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

} // namespace tandem::analysis::predicate

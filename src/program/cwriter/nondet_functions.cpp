// A function of the original is reused if it has no body and a fitting result type; otherwise one is declared in the
// builder, once per name.

#include "program/cwriter/nondet_functions.h"

#include "program/cwriter/c_support.h"

namespace tandem::cwriter {

const Function* NondetFunctions::of(const Type& type) {
  const auto name = nondet_function_name(type);
  if (!name) return nullptr;
  if (const Function* known = original_.find_function(*name)) {
    const Type& result = known->result();
    const bool fits = &result == &type || (type.is_pointer() && result.is_pointer());
    return known->has_body() || !fits ? nullptr : &declaration_(*known);
  }
  const Function*& made = made_[*name];
  if (made != nullptr) return made;
  TypeTable& types = builder_.context().types();
  const bool is_char = name->ends_with("_char");
  const Type& result = type.is_pointer() ? types.pointer_to(types.void_type())
                       : is_char         ? types.integer(IntegerKind::Char)
                                         : type;
  made = &builder_.declare_function(*name, *name, types.function(result, {}, false, true), SourceRange{});
  return made;
}

Operation NondetFunctions::any_value(const Expr& lvalue) {
  Operation op{.kind = OpKind::Nondet, .lvalue = &lvalue, .callee = of(lvalue.type())};
  if (op.callee == nullptr) op.source = NondetSource::Assembly;
  return op;
}

} // namespace tandem::cwriter

// Complex numbers: records of a real and an imaginary part (declare/types.h), computed as gcc and clang do: a product
// with both parts NaN as C17, annex G, has it (share/clib/complex_product.c). How a quotient of floats is rounded
// depends on the compiler's support library: it is not understood.

#include "frontend/lower/function_lowering.h"

#include "program/model/not_understood.h"

namespace tandem::frontend::lower {

const Expr& FunctionLowering::make_complex(const Type& type, const ComplexParts& parts, const clang::Expr& at) {
  const Type& element = *type.fields()[0].type;
  const Expr& result = context().variable(new_temporary(type, range(at)));
  assign(context().field(result, 0), convert(parts.real, element), range(at));
  const Expr& imaginary = parts.imaginary != nullptr ? *parts.imaginary : context().zero(element);
  assign(context().field(result, 1), convert(imaginary, element), range(at));
  return result;
}

// The parts of a complex number; a real one has no imaginary part.
FunctionLowering::ComplexParts FunctionLowering::complex_parts(const Expr& value, const clang::Expr& at) {
  if (!value.type().is_record()) return {value, nullptr};
  const Expr& number = stored(value, at);
  return {promoted(context().field(number, 0)), &promoted(context().field(number, 1))};
}

// Whether it is not 0, as an int.
const Expr& FunctionLowering::complex_truth(const Expr& value, const clang::Expr& at) {
  const ComplexParts parts = complex_parts(value, at);
  const auto is_set = [&](const Expr& part) -> const Expr& {
    return context().binary(BinaryOp::Ne, part, context().zero(part.type()));
  };
  return context().binary(BinaryOp::LogicalOr, is_set(parts.real), is_set(*parts.imaginary));
}

// To and from complex types, which clang has as a dozen kinds of casts.
const Expr& FunctionLowering::complex_cast(const clang::CastExpr& expr) {
  const Expr& from = value(*expr.getSubExpr());
  const Type& to = type_of(expr);
  if (to.is_record()) return make_complex(to, complex_parts(from, expr), expr);
  return convert(to.is_bool() ? complex_truth(from, expr) : complex_parts(from, expr).real, to);
}

const Expr& FunctionLowering::complex_unary(const clang::UnaryOperator& op) {
  const Expr& operand = value(*op.getSubExpr());
  const ComplexParts parts = complex_parts(operand, op);
  switch (op.getOpcode()) {
  case clang::UO_Real: return context().field(stored(operand, op), 0);
  case clang::UO_Imag: return context().field(stored(operand, op), 1);
  case clang::UO_LNot: return context().unary(UnaryOp::LogicalNot, complex_truth(operand, op));
  case clang::UO_Minus: return make_complex(type_of(op), {negate(parts.real), &negate(*parts.imaginary)}, op);
  case clang::UO_Not: return make_complex(type_of(op), {parts.real, &negate(*parts.imaginary)}, op); // the conjugate
  default: refuse(op, "this operator of a complex number");
  }
}

const Expr& FunctionLowering::complex_operation(BinaryOp op, const Expr& left, const Expr& right,
                                                const clang::Expr& at) {
  const ComplexParts first = complex_parts(left, at), second = complex_parts(right, at);
  const Type& result = left.type().is_record() ? left.type() : right.type();
  switch (op) {
  case BinaryOp::Eq:
  case BinaryOp::Ne: return complex_comparison(op, first, second);
  case BinaryOp::Add:
  case BinaryOp::Sub: {
    const Expr& real = context().binary(op, first.real, second.real);
    const Expr* imaginary = first.imaginary;
    if (first.imaginary != nullptr && second.imaginary != nullptr)
      imaginary = &context().binary(op, *first.imaginary, *second.imaginary);
    else if (second.imaginary != nullptr)
      imaginary = op == BinaryOp::Add ? second.imaginary : &negate(*second.imaginary);
    return make_complex(result, {real, imaginary}, at);
  }
  case BinaryOp::Mul: return complex_product(result, first, second, at);
  case BinaryOp::Div: return complex_quotient(result, first, second, at);
  default: refuse(at, "this operator of complex numbers");
  }
}

const Expr& FunctionLowering::complex_comparison(BinaryOp op, const ComplexParts& left, const ComplexParts& right) {
  const auto imaginary = [&](const ComplexParts& number) -> const Expr& {
    return number.imaginary != nullptr ? *number.imaginary : context().zero(number.real.type());
  };
  return context().binary(op == BinaryOp::Eq ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr,
                          context().binary(op, left.real, right.real),
                          context().binary(op, imaginary(left), imaginary(right)));
}

const Expr& FunctionLowering::complex_product(const Type& type, const ComplexParts& left, const ComplexParts& right,
                                              const clang::Expr& at) {
  const auto times = [&](const Expr& a, const Expr& b) -> const Expr& { return context().binary(BinaryOp::Mul, a, b); };
  if (left.imaginary == nullptr)
    return make_complex(type, {times(left.real, right.real), &times(left.real, *right.imaginary)}, at);
  if (right.imaginary == nullptr)
    return make_complex(type, {times(left.real, right.real), &times(*left.imaginary, right.real)}, at);
  const Expr& real =
      context().binary(BinaryOp::Sub, times(left.real, right.real), times(*left.imaginary, *right.imaginary));
  const Expr& imaginary =
      context().binary(BinaryOp::Add, times(left.real, *right.imaginary), times(*left.imaginary, right.real));
  const Expr& product = make_complex(type, {real, &imaginary}, at);
  if (type.fields()[0].type->is_integer()) return product;
  const auto is_nan = [&](std::uint32_t part) -> const Expr& {
    return context().binary(BinaryOp::Ne, context().field(product, part), context().field(product, part));
  };
  const DraftLocation recovery = new_location(), after = new_location();
  shared_.builder.add_branch(here_, context().binary(BinaryOp::LogicalAnd, is_nan(0), is_nan(1)), recovery, after,
                             range(at));
  continue_at(recovery);
  recover_product(product, left, right, at);
  join(after, at);
  return product;
}

void FunctionLowering::recover_product(const Expr& product, const ComplexParts& left, const ComplexParts& right,
                                       const clang::Expr& at) {
  const Type& part = *product.type().fields()[0].type;
  constexpr const char* names[] = {"__tandem_product_float", "__tandem_product_double", "__tandem_product_long_double"};
  Function* model = shared_.declarations.model_function(names[static_cast<std::size_t>(part.float_kind())]);
  if (model == nullptr) refuse(at, "a product of complex numbers beside own functions of the C library");
  const Expr& parts = context().variable(new_temporary(types().array_of(part, 2), range(at)));
  Operation op;
  op.kind = OpKind::Call;
  op.callee = model;
  op.arguments = context().list({&context().decay(parts), &left.real, left.imaginary, &right.real, right.imaginary});
  step(op, range(at));
  for (int i = 0; i < 2; ++i)
    assign(context().field(product, static_cast<std::uint32_t>(i)),
           context().index(parts, context().integer(types().ptrdiff_type(), i)), range(at));
}

const Expr& FunctionLowering::complex_quotient(const Type& type, const ComplexParts& left, const ComplexParts& right,
                                               const clang::Expr& at) {
  const auto binary = [&](BinaryOp op, const Expr& a, const Expr& b) -> const Expr& {
    return context().binary(op, a, b);
  };
  if (right.imaginary == nullptr)
    return make_complex(
        type, {binary(BinaryOp::Div, left.real, right.real), &binary(BinaryOp::Div, *left.imaginary, right.real)}, at);
  if (type.fields()[0].type->is_float()) {
    dead_end(std::string(tandem::complex_quotient), at);
    return missing_value(type, range(at));
  }
  const Expr& b = left.imaginary != nullptr ? *left.imaginary : context().zero(left.real.type());
  const auto product_sum = [&](BinaryOp op, const Expr& p, const Expr& q, const Expr& r, const Expr& s) -> const Expr& {
    return binary(op, binary(BinaryOp::Mul, p, q), binary(BinaryOp::Mul, r, s));
  };
  const Expr& norm = product_sum(BinaryOp::Add, right.real, right.real, *right.imaginary, *right.imaginary);
  const Expr& real = product_sum(BinaryOp::Add, left.real, right.real, b, *right.imaginary);
  const Expr& imaginary = product_sum(BinaryOp::Sub, b, right.real, left.real, *right.imaginary);
  return make_complex(type, {binary(BinaryOp::Div, real, norm), &binary(BinaryOp::Div, imaginary, norm)}, at);
}

const Expr& FunctionLowering::complex_literal(const clang::ImaginaryLiteral& expr) {
  const Expr& imaginary = value(*expr.getSubExpr());
  return make_complex(type_of(expr), {context().zero(imaginary.type()), &imaginary}, expr);
}

// __builtin_complex, and the functions of complex.h that only take a number apart.
std::optional<const Expr*> FunctionLowering::complex_builtin(std::string name, const clang::CallExpr& expr) {
  constexpr std::string_view prefix = "__builtin_";
  if (name.starts_with(prefix)) name.erase(0, prefix.size());
  if (name == "complex" && expr.getNumArgs() == 2) {
    const clang::Expr* operands[] = {expr.getArg(0), expr.getArg(1)};
    const std::vector<const Expr*> parts = values(operands);
    return &make_complex(type_of(expr), {*parts[0], parts[1]}, expr);
  }
  if (expr.getNumArgs() != 1 || !expr.getArg(0)->getType()->isAnyComplexType()) return std::nullopt;
  if (name.ends_with('f') || name.ends_with('l')) name.pop_back();
  const bool is_real = name == "crea" || name == "creal";
  if (!is_real && name != "cimag" && name != "conj") return std::nullopt;
  const ComplexParts parts = complex_parts(value(*expr.getArg(0)), expr);
  if (name == "conj") return &make_complex(type_of(expr), {parts.real, &negate(*parts.imaginary)}, expr);
  return is_real ? &parts.real : parts.imaginary;
}

void FunctionLowering::initialize_complex(const Target& target, const clang::InitListExpr& list) {
  for (unsigned i = 0; i < list.getNumInits(); ++i)
    initialize(target.part(context().field(target.lvalue, i)), *list.getInit(i));
}

} // namespace tandem::frontend::lower

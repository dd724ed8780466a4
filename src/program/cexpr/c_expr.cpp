// A recursive printer with minimal parentheses: each piece of text knows how tightly it binds, and each context how
// tightly its operands must. The styles share the traversal; only the treatment of conversions and names differs.

#include "program/cexpr/c_expr.h"

#include "base/core/require.h"
#include "program/cexpr/c_constants.h"
#include "program/cexpr/c_conversions.h"
#include "program/cexpr/c_types.h"
#include "program/model/program.h"

namespace tandem::cexpr {

namespace {

Binding binding_of(BinaryOp op) {
  switch (op) {
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Rem: return Binding::Multiplicative;
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::PtrAdd:
  case BinaryOp::PtrDiff: return Binding::Additive;
  case BinaryOp::Shl:
  case BinaryOp::Shr: return Binding::Shift;
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge: return Binding::Relational;
  case BinaryOp::Eq:
  case BinaryOp::Ne: return Binding::Equality;
  case BinaryOp::BitAnd: return Binding::BitAnd;
  case BinaryOp::BitXor: return Binding::BitXor;
  case BinaryOp::BitOr: return Binding::BitOr;
  case BinaryOp::LogicalAnd: return Binding::LogicalAnd;
  case BinaryOp::LogicalOr: return Binding::LogicalOr;
  }
  unreachable();
}

Binding tighter(Binding binding) { return static_cast<Binding>(static_cast<std::uint8_t>(binding) + 1); }

// &a[0], which C writes as plain a.
bool is_decay(const Expr& expr) {
  if (expr.kind() != ExprKind::AddressOf || expr.operand(0).kind() != ExprKind::Index) return false;
  return expr.operand(0).operand(1).is_integer_constant(0);
}

// Whether C computes the operation in int although the model has a narrower type.
bool computed_too_wide(const Expr& expr) { return expr.type().is_integer() && is_promoted(expr.type()); }

// A bit-field takes part in arithmetic as int, or in gcc as an integer of its own width; the model uses the declared
// type.
bool is_weakly_typed(const Expr& expr) {
  if (expr.kind() != ExprKind::Field) return false;
  const Field& field = expr.operand(0).type().fields()[expr.field_index()];
  return field.is_bit_field() && field.type->integer_kind() != IntegerKind::Int;
}

class Printer {
public:
  explicit Printer(ExprStyle style) : style_(style) {}

  void print(const Expr& expr, Binding least = Binding::Conditional);
  void print_as(const Expr& expr, const Type& target);
  void print_condition(const Expr& condition, Binding least);
  std::string move_text() { return std::move(out_); }

private:
  bool readable() const { return style_ != ExprStyle::Exact; }
  void put(const BoundText& text, Binding least);
  // Opens a parenthesis if needed; returns the text that closes it.
  std::string_view open(Binding own, Binding least);
  void print_cast_to(const Type& type, const Expr& expr, Binding least);
  // An operand of an arithmetic operator: its C type counts.
  void print_operand(const Expr& expr, Binding least);
  // Where the context gives a constant its type.
  void print_untyped(const Expr& expr, Binding least);
  // Where any integer type is acceptable.
  void print_subscript(const Expr& expr, Binding least);

  void print_variable(const Expr& expr, Binding least);
  void print_function(const Expr& expr, Binding least);
  void print_deref(const Expr& expr, Binding least);
  void print_field(const Expr& expr);
  void print_index(const Expr& expr);
  void print_address(const Expr& expr, Binding least);
  void print_unary(const Expr& expr, Binding least);
  void print_binary(const Expr& expr, Binding least);
  void print_arithmetic(const Expr& expr, Binding own);
  void print_cast(const Expr& expr, Binding least);
  void print_conditional(const Expr& expr, Binding least);
  void print_query(const Expr& expr);

  ExprStyle style_;
  std::string out_;
};

void Printer::put(const BoundText& text, Binding least) {
  if (text.binding < least)
    out_ += "(" + text.text + ")";
  else
    out_ += text.text;
}

std::string_view Printer::open(Binding own, Binding least) {
  if (own >= least) return "";
  out_ += "(";
  return ")";
}

void Printer::print(const Expr& expr, Binding least) {
  switch (expr.kind()) {
  case ExprKind::Integer: return put(c_integer(expr), least);
  case ExprKind::Float: return put(c_float(expr), least);
  case ExprKind::String: return put({c_string_literal(expr.string_value()), Binding::Primary}, least);
  case ExprKind::Zero: return put({"{0}", Binding::Primary}, least);
  case ExprKind::Variable: return print_variable(expr, least);
  case ExprKind::Deref: return print_deref(expr, least);
  case ExprKind::Field: return print_field(expr);
  case ExprKind::Index: return print_index(expr);
  case ExprKind::AddressOf: return print_address(expr, least);
  case ExprKind::FunctionAddress: return print_function(expr, least);
  case ExprKind::Unary: return print_unary(expr, least);
  case ExprKind::Binary: return print_binary(expr, least);
  case ExprKind::Cast: return print_cast(expr, least);
  case ExprKind::Conditional: return print_conditional(expr, least);
  case ExprKind::Query: return print_query(expr);
  }
  unreachable();
}

void Printer::print_query(const Expr& expr) {
  out_ += query_function(expr.query()) + "(";
  for (std::size_t i = 0; i < expr.operand_count(); ++i) {
    if (i != 0) out_ += ", ";
    print(expr.operand(i), Binding::Conditional);
  }
  out_ += ")";
}

void Printer::print_variable(const Expr& expr, Binding least) {
  const Variable& variable = expr.variable();
  if (style_ == ExprStyle::Message && variable.held != nullptr) return print(*variable.held, least);
  if (style_ == ExprStyle::Message && variable.result_of != nullptr)
    return put({variable.result_of->source_name() + "(…)", Binding::Postfix}, least);
  if (readable() && is_string_literal(variable))
    out_ += c_string_literal(variable.initializers[0].value->string_value());
  else
    out_ += readable() && !variable.source_name.empty() ? variable.source_name : variable.name;
}

void Printer::print_function(const Expr& expr, Binding least) {
  const Function& function = expr.function();
  if (readable())
    out_ += function.source_name();
  else
    put({"&" + function.name(), Binding::Unary}, least);
}

void Printer::print_deref(const Expr& expr, Binding least) {
  const Expr& pointer = expr.operand(0);
  if (pointer.kind() == ExprKind::Binary && pointer.binary_op() == BinaryOp::PtrAdd) {
    print(pointer.operand(0), Binding::Postfix);
    out_ += "[";
    print_subscript(pointer.operand(1), Binding::Conditional);
    out_ += "]";
    return;
  }
  const std::string_view close = open(Binding::Unary, least);
  out_ += "*";
  print(pointer, Binding::Unary);
  out_ += close;
}

void Printer::print_field(const Expr& expr) {
  const Expr& record = expr.operand(0);
  const std::string& name = record.type().fields()[expr.field_index()].name;
  const bool through_pointer = record.kind() == ExprKind::Deref && record.operand(0).kind() != ExprKind::Binary;
  print(through_pointer ? record.operand(0) : record, Binding::Postfix);
  out_ += (through_pointer ? "->" : ".") + name;
}

void Printer::print_index(const Expr& expr) {
  print(expr.operand(0), Binding::Postfix);
  out_ += "[";
  print_subscript(expr.operand(1), Binding::Conditional);
  out_ += "]";
}

void Printer::print_address(const Expr& expr, Binding least) {
  if (is_decay(expr)) return print(expr.operand(0).operand(0), least);
  const std::string_view close = open(Binding::Unary, least);
  out_ += "&";
  print(expr.operand(0), Binding::Unary);
  out_ += close;
}

void Printer::print_untyped(const Expr& expr, Binding least) {
  if (expr.kind() == ExprKind::Integer && expr.type().is_integer())
    put(c_plain_integer(expr), least);
  else
    print(expr, least);
}

void Printer::print_subscript(const Expr& expr, Binding least) {
  print_untyped(readable() ? without_widening(expr) : expr, least);
}

void Printer::print_operand(const Expr& expr, Binding least) {
  if (!readable() && is_weakly_typed(expr))
    print_cast_to(expr.type(), expr, least);
  else
    print(expr, least);
}

void Printer::print_cast_to(const Type& type, const Expr& expr, Binding least) {
  const std::string_view close = open(Binding::Unary, least);
  out_ += "(" + c_type(type) + ")";
  print(expr, Binding::Unary);
  out_ += close;
}

void Printer::print_cast(const Expr& expr, Binding least) {
  const Expr& operand = readable() ? without_widening(expr.operand(0)) : expr.operand(0);
  if (&operand.type() == &expr.type()) return print(operand, least);
  print_cast_to(expr.type(), operand, least);
}

// C promotes the operand and leaves the result promoted.
void Printer::print_unary(const Expr& expr, Binding least) {
  const Expr& operand = expr.operand(0);
  const std::string_view close = open(Binding::Unary, least);
  if (computed_too_wide(expr)) out_ += "(" + c_type(expr.type()) + ")";
  out_ += spelling(expr.unary_op());
  const std::size_t start = out_.size();
  if (expr.unary_op() == UnaryOp::LogicalNot)
    print_condition(operand, Binding::Unary);
  else if (readable() && promotes_back(without_conversion(operand), operand.type()))
    print_untyped(without_conversion(operand), Binding::Unary);
  else
    print_operand(operand, Binding::Unary);
  if (out_[start] == '-') { // never "--"
    out_.insert(start, "(");
    out_ += ")";
  }
  out_ += close;
}

void Printer::print_binary(const Expr& expr, Binding least) {
  const Binding own = binding_of(expr.binary_op());
  if (is_logical(expr.binary_op())) {
    const std::string_view close = open(own, least);
    print_condition(expr.operand(0), own);
    out_ += " " + std::string(spelling(expr.binary_op())) + " ";
    print_condition(expr.operand(1), tighter(own));
    out_ += close;
    return;
  }
  if (!computed_too_wide(expr)) {
    const std::string_view close = open(own, least);
    print_arithmetic(expr, own);
    out_ += close;
    return;
  }
  const std::string_view close = open(Binding::Unary, least);
  // Conversion to _Bool would test for nonzero; the model keeps the lowest bit.
  out_ += "(" + c_type(expr.type()) + ")" + (expr.type().is_bool() ? "((" : "(");
  print_arithmetic(expr, own);
  out_ += expr.type().is_bool() ? ") & 1)" : ")";
  out_ += close;
}

void Printer::print_arithmetic(const Expr& expr, Binding own) {
  const Expr &left = expr.operand(0), &right = expr.operand(1);
  const std::string op = " " + std::string(spelling(expr.binary_op())) + " ";
  if (expr.binary_op() == BinaryOp::PtrAdd) {
    print(left, own);
    out_ += op;
    return print_subscript(right, tighter(own));
  }
  if (!readable()) {
    print_operand(left, own);
    out_ += op;
    return print_operand(right, tighter(own));
  }
  const ReadableOperands shown = readable_operands(expr);
  shown.untyped_left ? print_untyped(*shown.left, own) : print(*shown.left, own);
  out_ += op;
  shown.untyped_right ? print_untyped(*shown.right, tighter(own)) : print(*shown.right, tighter(own));
}

void Printer::print_conditional(const Expr& expr, Binding least) {
  const std::string_view close = open(Binding::Conditional, least);
  print_condition(expr.operand(0), Binding::LogicalOr);
  out_ += " ? ";
  print_operand(expr.operand(1), Binding::Conditional);
  out_ += " : ";
  print_operand(expr.operand(2), Binding::Conditional);
  out_ += close;
}

// Only whether the value is zero is relevant here.
void Printer::print_condition(const Expr& condition, Binding least) {
  print(readable() ? without_widening(condition) : condition, least);
}

void Printer::print_as(const Expr& expr, const Type& target) {
  const bool arithmetic = expr.type().is_arithmetic() && target.is_arithmetic();
  if (expr.kind() == ExprKind::Integer && expr.type().is_integer() && arithmetic && fits_int(expr))
    return put(c_plain_integer(expr), Binding::Conditional);
  if (readable() && expr.kind() == ExprKind::Integer) return put(c_plain_integer(expr), Binding::Conditional);
  if (readable() && expr.kind() == ExprKind::Cast && &expr.type() == &target && arithmetic)
    return print_untyped(without_conversion(expr), Binding::Conditional);
  if (converts_silently(expr.type(), target)) return print(expr);
  print_cast_to(target, expr, Binding::Conditional);
}

} // namespace

std::string c_text(const Expr& expr, ExprStyle style) {
  Printer printer(style);
  printer.print(expr);
  return printer.move_text();
}

std::string c_text_as(const Expr& expr, const Type& target, ExprStyle style) {
  Printer printer(style);
  printer.print_as(expr, target);
  return printer.move_text();
}

std::string c_condition(const Expr& condition, bool truth, ExprStyle style) {
  Printer printer(style);
  printer.print_condition(condition, truth ? Binding::Conditional : Binding::Unary);
  return (truth ? "" : "!") + printer.move_text();
}

std::string c_callee(const Expr& pointer, ExprStyle style) {
  Printer printer(style);
  printer.print(pointer, Binding::Postfix);
  return printer.move_text();
}

std::string query_function(MemoryQuery query) { return "__tandem_" + std::string(name(query)); }

} // namespace tandem::cexpr

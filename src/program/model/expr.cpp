// Accessors that check the kind of the expression, and the spelling of operators.

#include "program/model/expr.h"

#include "base/core/require.h"
#include "program/model/type.h"
#include "program/model/variable.h"

namespace tandem {

BinaryKind kind_of(BinaryOp op) {
  if (op <= BinaryOp::Mul) return BinaryKind::Arithmetic;
  if (op <= BinaryOp::Rem) return BinaryKind::Division;
  if (op <= BinaryOp::Shr) return BinaryKind::Shift;
  if (op <= BinaryOp::BitXor) return BinaryKind::Bitwise;
  if (op <= BinaryOp::Ge) return BinaryKind::Comparison;
  if (op <= BinaryOp::LogicalOr) return BinaryKind::Logical;
  return op == BinaryOp::PtrAdd ? BinaryKind::PointerSum : BinaryKind::PointerDifference;
}

bool is_comparison(BinaryOp op) { return op >= BinaryOp::Eq && op <= BinaryOp::Ge; }

bool is_logical(BinaryOp op) { return op == BinaryOp::LogicalAnd || op == BinaryOp::LogicalOr; }

std::string_view spelling(UnaryOp op) {
  switch (op) {
  case UnaryOp::Negate: return "-";
  case UnaryOp::BitNot: return "~";
  case UnaryOp::LogicalNot: return "!";
  }
  unreachable();
}

std::string_view spelling(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add: return "+";
  case BinaryOp::Sub: return "-";
  case BinaryOp::Mul: return "*";
  case BinaryOp::Div: return "/";
  case BinaryOp::Rem: return "%";
  case BinaryOp::Shl: return "<<";
  case BinaryOp::Shr: return ">>";
  case BinaryOp::BitAnd: return "&";
  case BinaryOp::BitOr: return "|";
  case BinaryOp::BitXor: return "^";
  case BinaryOp::Eq: return "==";
  case BinaryOp::Ne: return "!=";
  case BinaryOp::Lt: return "<";
  case BinaryOp::Le: return "<=";
  case BinaryOp::Gt: return ">";
  case BinaryOp::Ge: return ">=";
  case BinaryOp::LogicalAnd: return "&&";
  case BinaryOp::LogicalOr: return "||";
  case BinaryOp::PtrAdd: return "+";
  case BinaryOp::PtrDiff: return "-";
  }
  unreachable();
}

std::string_view name(MemoryQuery query) {
  switch (query) {
  case MemoryQuery::ObjectSize: return "object_size";
  case MemoryQuery::ObjectOffset: return "object_offset";
  case MemoryQuery::ObjectNumber: return "object_number";
  case MemoryQuery::IsReadable: return "readable";
  case MemoryQuery::IsWritable: return "writable";
  case MemoryQuery::IsSameObject: return "same_object";
  case MemoryQuery::IsFreeable: return "freeable";
  case MemoryQuery::IsAllocated: return "allocated";
  case MemoryQuery::AllFreed: return "all_freed";
  case MemoryQuery::AllTracked: return "all_tracked";
  case MemoryQuery::AllTrackedHence: return "all_tracked_hence";
  }
  unreachable();
}

const Expr& Expr::operand(std::size_t i) const {
  require(i < operand_count_, "the expression should have the operand asked for");
  return *operands_[i];
}

UInt128 Expr::bits() const {
  require(kind_ == ExprKind::Integer, "bits() should be asked of integer constants only");
  return bits_;
}

Int128 Expr::value() const {
  const UInt128 all = bits();
  if (!type_->is_signed() || type_->width() == 128) return static_cast<Int128>(all);
  const UInt128 sign = UInt128{1} << (type_->width() - 1);
  return static_cast<Int128>((all ^ sign) - sign);
}

bool Expr::is_integer_constant(Int128 value) const { return kind_ == ExprKind::Integer && this->value() == value; }

long double Expr::float_value() const {
  require(kind_ == ExprKind::Float, "float_value() should be asked of floating constants only");
  return float_;
}

const std::string& Expr::string_value() const {
  require(kind_ == ExprKind::String, "string_value() should be asked of strings only");
  return *string_;
}

const tandem::Variable& Expr::variable() const {
  require(kind_ == ExprKind::Variable, "variable() should be asked of variables only");
  return *variable_;
}

const tandem::Function& Expr::function() const {
  require(kind_ == ExprKind::FunctionAddress, "function() should be asked of function addresses only");
  return *function_;
}

std::uint32_t Expr::field_index() const {
  require(kind_ == ExprKind::Field, "field_index() should be asked of fields only");
  return field_;
}

UnaryOp Expr::unary_op() const {
  require(kind_ == ExprKind::Unary, "unary_op() should be asked of unary expressions only");
  return static_cast<UnaryOp>(op_);
}

BinaryOp Expr::binary_op() const {
  require(kind_ == ExprKind::Binary, "binary_op() should be asked of binary expressions only");
  return static_cast<BinaryOp>(op_);
}

MemoryQuery Expr::query() const {
  require(kind_ == ExprKind::Query, "query() should be asked of queries only");
  return static_cast<MemoryQuery>(op_);
}

bool is_string_literal(const Variable& variable) {
  return variable.is_global() && variable.source_name.empty() && variable.initializers.size() == 1 &&
         variable.initializers[0].value->kind() == ExprKind::String;
}

bool is_read_only(const Variable& variable) { return variable.is_constant || is_string_literal(variable); }

const Variable* root_variable(const Expr& lvalue) {
  const Expr* at = &lvalue;
  while (at->kind() == ExprKind::Field || at->kind() == ExprKind::Index) at = &at->operand(0);
  return at->kind() == ExprKind::Variable ? &at->variable() : nullptr;
}

} // namespace tandem

// Interning by open addressing: slots hold part of the hash and an id, expressions live in a deque and never move. A
// prototype on the stack is hashed and compared by the addresses of its operands, which are interned already, so that
// no lookup traverses an expression.

#include "program/model/context.h"

#include "base/core/require.h"
#include "program/model/program.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tandem {

namespace {

// The value bits of a long double without its padding bytes, so that equal constants have equal hashes and -0.0 and
// 0.0 differ.
std::uint64_t float_hash(long double value) {
  unsigned char bytes[sizeof(long double)] = {};
  std::memcpy(bytes, &value, 10);
  std::uint64_t low, high;
  std::memcpy(&low, bytes, 8);
  std::memcpy(&high, bytes + 8, 8);
  return low * 31 + high;
}

bool same_float(long double a, long double b) { return std::memcmp(&a, &b, 10) == 0; }

UInt128 truncate(UInt128 bits, std::uint32_t width) { return width >= 128 ? bits : bits & ((UInt128{1} << width) - 1); }

} // namespace

Context::Context(DataModel model) : types_(model) {}

Context::~Context() = default;

Variable& Context::add_variable(Variable variable) {
  variable.id = static_cast<std::uint32_t>(variables_.size());
  variables_.push_back(std::move(variable));
  return variables_.back();
}

std::uint64_t Context::hash(const Expr& expr) {
  std::uint64_t hash = static_cast<std::uint64_t>(expr.kind_) * 1099511628211u + expr.op_;
  const auto mix = [&hash](std::uint64_t part) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  };
  mix(expr.type_->id());
  for (const Expr* operand : expr.operands()) mix(operand->id_ + 1);
  switch (expr.kind_) {
  case ExprKind::Integer:
    mix(static_cast<std::uint64_t>(expr.bits_));
    mix(static_cast<std::uint64_t>(expr.bits_ >> 64));
    break;
  case ExprKind::Float: mix(float_hash(expr.float_)); break;
  case ExprKind::String: mix(std::hash<std::string>()(*expr.string_)); break;
  case ExprKind::Variable: mix(expr.variable_->id); break;
  case ExprKind::FunctionAddress: mix(reinterpret_cast<std::uintptr_t>(expr.function_)); break;
  case ExprKind::Field: mix(expr.field_); break;
  case ExprKind::Zero:
  case ExprKind::Deref:
  case ExprKind::Index:
  case ExprKind::AddressOf:
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Cast:
  case ExprKind::Conditional:
  case ExprKind::Query: break;
  }
  return hash;
}

bool Context::same(const Expr& a, const Expr& b) {
  if (a.kind_ != b.kind_ || a.op_ != b.op_ || a.type_ != b.type_ || a.field_ != b.field_) return false;
  for (std::size_t i = 0; i < 3; ++i)
    if (a.operands_[i] != b.operands_[i]) return false;
  switch (a.kind_) {
  case ExprKind::Integer: return a.bits_ == b.bits_;
  case ExprKind::Float: return same_float(a.float_, b.float_);
  case ExprKind::String: return *a.string_ == *b.string_;
  case ExprKind::Variable: return a.variable_ == b.variable_;
  case ExprKind::FunctionAddress: return a.function_ == b.function_;
  case ExprKind::Zero:
  case ExprKind::Deref:
  case ExprKind::Field:
  case ExprKind::Index:
  case ExprKind::AddressOf:
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Cast:
  case ExprKind::Conditional:
  case ExprKind::Query: return true;
  }
  unreachable();
}

Expr Context::make(ExprKind kind, const Type& type, std::initializer_list<const Expr*> operands,
                   std::uint8_t op) const {
  Expr expr;
  expr.kind_ = kind;
  expr.type_ = &type;
  expr.op_ = op;
  for (const Expr* operand : operands) expr.operands_[expr.operand_count_++] = operand;
  return expr;
}

// The slot of an expression equal to `wanted`, or the free one where it belongs.
Context::Slot& Context::slot(std::uint32_t hash, const Expr& wanted) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].next_id != 0 && (slots_[at].hash != hash || !same(exprs_[slots_[at].next_id - 1], wanted)))
    at = (at + 1) & mask;
  return slots_[at];
}

void Context::grow() {
  std::vector<Slot> old(std::max<std::size_t>(slots_.size() * 2, 1024));
  slots_.swap(old);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& used : old) {
    if (used.next_id == 0) continue;
    std::size_t at = used.hash & mask;
    while (slots_[at].next_id != 0) at = (at + 1) & mask;
    slots_[at] = used;
  }
}

const Expr& Context::intern(const Expr& prototype) {
  if (2 * (exprs_.size() + 1) > slots_.size()) grow();
  const auto short_hash = static_cast<std::uint32_t>(hash(prototype));
  Slot& found = slot(short_hash, prototype);
  if (found.next_id != 0) return exprs_[found.next_id - 1];
  exprs_.push_back(prototype);
  Expr& expr = exprs_.back();
  expr.id_ = static_cast<std::uint32_t>(exprs_.size() - 1);
  if (expr.kind_ == ExprKind::String) expr.string_ = &strings_.emplace_back(*expr.string_);
  found = {short_hash, expr.id_ + 1};
  return expr;
}

const Expr& Context::integer(const Type& type, UInt128 bits) {
  require(type.is_integer() || type.is_pointer(), "an integer constant should have integer or pointer type");
  Expr expr = make(ExprKind::Integer, type);
  expr.bits_ = truncate(bits, type.width());
  return intern(expr);
}

const Expr& Context::floating(const Type& type, long double value) {
  require(type.is_float(), "a floating constant should have floating type");
  Expr expr = make(ExprKind::Float, type);
  switch (type.float_kind()) {
  case FloatKind::Float: expr.float_ = static_cast<float>(value); break;
  case FloatKind::Double: expr.float_ = static_cast<double>(value); break;
  case FloatKind::LongDouble: expr.float_ = value; break;
  }
  return intern(expr);
}

const Expr& Context::string(const Type& array, const std::string& bytes) {
  require(array.is_array() && array.element().size() == 1, "a string should be an array of characters");
  Expr expr = make(ExprKind::String, array);
  expr.string_ = &bytes;
  return intern(expr);
}

const Expr& Context::zero(const Type& type) {
  if (type.is_integer() || type.is_pointer()) return integer(type, 0);
  if (type.is_float()) return floating(type, 0);
  return intern(make(ExprKind::Zero, type));
}

const Expr& Context::variable(const Variable& variable) {
  Expr expr = make(ExprKind::Variable, *variable.type);
  expr.variable_ = &variable;
  return intern(expr);
}

const Expr& Context::deref(const Expr& pointer) {
  require(pointer.type().is_pointer(), "only pointers should be dereferenced");
  if (pointer.kind() == ExprKind::AddressOf) return pointer.operand(0);
  return intern(make(ExprKind::Deref, pointer.type().element(), {&pointer}));
}

const Expr& Context::field(const Expr& record, std::uint32_t index) {
  require(record.type().is_record() && index < record.type().fields().size(), "a field should belong to its record");
  Expr expr = make(ExprKind::Field, *record.type().fields()[index].type, {&record});
  expr.field_ = index;
  return intern(expr);
}

const Expr& Context::index(const Expr& array, const Expr& index) {
  require(array.type().is_array() && index.type().is_integer(), "an array should be indexed by an integer");
  return intern(make(ExprKind::Index, array.type().element(), {&array, &index}));
}

const Expr& Context::address_of(const Expr& lvalue) {
  require(lvalue.is_lvalue(), "only lvalues should have an address");
  if (lvalue.kind() == ExprKind::Deref) return lvalue.operand(0);
  return intern(make(ExprKind::AddressOf, types_.pointer_to(lvalue.type()), {&lvalue}));
}

const Expr& Context::decay(const Expr& array) { return address_of(index(array, integer(types_.ptrdiff_type(), 0))); }

const Expr& Context::function_address(const Function& function) {
  Expr expr = make(ExprKind::FunctionAddress, types_.pointer_to(function.type()));
  expr.function_ = &function;
  return intern(expr);
}

const Expr& Context::unary(UnaryOp op, const Expr& operand) {
  require(operand.type().is_scalar(), "a unary operator should be applied to a scalar");
  const Type& type = op == UnaryOp::LogicalNot ? types_.int_type() : operand.type();
  return intern(make(ExprKind::Unary, type, {&operand}, static_cast<std::uint8_t>(op)));
}

const Expr& Context::binary(BinaryOp op, const Expr& left, const Expr& right) {
  const Type* type = &left.type();
  if (is_comparison(op) || is_logical(op)) type = &types_.int_type();
  if (op == BinaryOp::PtrDiff) type = &types_.ptrdiff_type();
  const bool mixed = op == BinaryOp::Shl || op == BinaryOp::Shr || op == BinaryOp::PtrAdd || is_logical(op);
  require(left.type().is_scalar() && right.type().is_scalar(), "a binary operator should be applied to scalars");
  require(mixed || &left.type() == &right.type(), "the operands of a binary operator should have one type");
  require(op != BinaryOp::PtrAdd || (left.type().is_pointer() && right.type().is_integer()),
          "pointer addition should take a pointer and an integer");
  return intern(make(ExprKind::Binary, *type, {&left, &right}, static_cast<std::uint8_t>(op)));
}

const Expr& Context::cast(const Type& type, const Expr& operand) {
  if (&type == &operand.type()) return operand;
  require(type.is_scalar() && operand.type().is_scalar(), "only scalars should be converted");
  return intern(make(ExprKind::Cast, type, {&operand}));
}

const Expr& Context::conditional(const Expr& condition, const Expr& then_value, const Expr& else_value) {
  require(condition.type().is_scalar(), "a condition should be a scalar");
  require(&then_value.type() == &else_value.type(), "the arms of a conditional should have one type");
  return intern(make(ExprKind::Conditional, then_value.type(), {&condition, &then_value, &else_value}));
}

const Expr& Context::query(MemoryQuery query, std::span<const Expr* const> operands) {
  const bool is_of_size = query <= MemoryQuery::ObjectNumber;
  const bool has_bytes = query == MemoryQuery::IsReadable || query == MemoryQuery::IsWritable;
  const std::size_t count = query >= MemoryQuery::AllFreed                    ? 0
                            : has_bytes || query == MemoryQuery::IsSameObject ? 2
                                                                              : 1;
  require(operands.size() == count, "a query should have the operands that its kind asks for");
  Expr expr =
      make(ExprKind::Query, is_of_size ? types_.size_type() : types_.int_type(), {}, static_cast<std::uint8_t>(query));
  for (const Expr* operand : operands) {
    const bool is_number = has_bytes && expr.operand_count_ == 1;
    require(is_number ? &operand->type() == &types_.size_type() : operand->type().is_pointer(),
            "queries should be about pointers and numbers of bytes");
    expr.operands_[expr.operand_count_++] = operand;
  }
  return intern(expr);
}

const Expr& Context::with_operands(const Expr& expr, std::span<const Expr* const> operands) {
  require(operands.size() == expr.operand_count(), "an expression should keep its number of operands");
  switch (expr.kind()) {
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::String:
  case ExprKind::Zero:
  case ExprKind::Variable:
  case ExprKind::FunctionAddress: return expr;
  case ExprKind::Deref: return deref(*operands[0]);
  case ExprKind::Field: return field(*operands[0], expr.field_index());
  case ExprKind::Index: return index(*operands[0], *operands[1]);
  case ExprKind::AddressOf: return address_of(*operands[0]);
  case ExprKind::Unary: return unary(expr.unary_op(), *operands[0]);
  case ExprKind::Binary: return binary(expr.binary_op(), *operands[0], *operands[1]);
  case ExprKind::Cast: return cast(expr.type(), *operands[0]);
  case ExprKind::Conditional: return conditional(*operands[0], *operands[1], *operands[2]);
  case ExprKind::Query: return query(expr.query(), operands);
  }
  unreachable();
}

std::span<const Expr* const> Context::list(std::vector<const Expr*> exprs) {
  return lists_.emplace_back(std::move(exprs));
}

void Context::keep(std::shared_ptr<const void> owner) { kept_.push_back(std::move(owner)); }

} // namespace tandem

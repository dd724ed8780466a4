// For tests only: runs small programs of integers, pointers and records in a memory of bytes, and reports every access.
// Objects lie at multiples of a megabyte, scattered so that arithmetic on one address does not lead to another object
// by chance; an operation that leaves its object is skipped. A pointer of which single bytes were modified is read as
// null.
#pragma once

#include "program/model/program.h"

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

namespace tandem::text {

class TinyMachine {
public:
  struct Object {
    const Variable* variable = nullptr;
    const Edge* allocation = nullptr;
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint32_t> origins = std::vector<std::uint32_t>(bytes.size()); // of each byte: which store wrote it
  };
  using Observer =
      std::function<void(const Expr& lvalue, const Object& object, std::uint64_t offset, std::uint64_t size)>;

  TinyMachine(const Program& program, std::uint32_t seed, Observer observer)
      : program_(program), random_(seed), observer_(std::move(observer)) {
    objects_.emplace_back(); // nothing is at address 0
    for (const Variable* global : program.globals()) {
      address(*global);
      for (const Initializer& part : global->initializers) store(*part.lvalue, value(*part.value));
    }
  }

  // Returns the number of edges that were executed.
  std::size_t run(std::size_t steps) {
    try {
      call(program_.entry(), {}, steps);
    } catch (const Stop&) {
    }
    return executed_;
  }

private:
  struct Stop {};
  struct BadAccess {};
  static constexpr std::uint64_t spacing = 1 << 20;

  // Of the object that is created next.
  std::uint64_t new_start() {
    std::mt19937_64 scattered(objects_.size());
    const std::uint64_t place = scattered() >> 32;
    objects_at_[place] = objects_.size();
    return place * spacing;
  }

  std::uint64_t address(const Variable& variable) {
    auto [found, is_new] = addresses_.try_emplace(&variable, 0);
    if (!is_new) return found->second;
    found->second = new_start();
    objects_.push_back({&variable, nullptr, std::vector<std::uint8_t>(variable.type->size())});
    return found->second;
  }

  std::uint64_t allocate(const Edge& edge, std::uint64_t size) {
    const std::uint64_t start = new_start();
    objects_.push_back({nullptr, &edge, std::vector<std::uint8_t>(size)});
    return start;
  }

  struct Bytes {
    std::uint8_t* bytes;
    std::uint32_t* origins;
  };

  Bytes bytes(std::uint64_t address, std::uint64_t size, const Expr* lvalue) {
    const auto found = objects_at_.find(address / spacing);
    if (found == objects_at_.end()) throw BadAccess();
    const std::uint64_t index = found->second, offset = address % spacing;
    if (offset + size > objects_[index].bytes.size()) throw BadAccess();
    if (lvalue != nullptr) observer_(*lvalue, objects_[index], offset, size);
    return {objects_[index].bytes.data() + offset, objects_[index].origins.data() + offset};
  }

  std::uint64_t address_of(const Expr& lvalue) {
    switch (lvalue.kind()) {
    case ExprKind::Variable: return address(lvalue.variable());
    case ExprKind::Deref: return value(lvalue.operand(0));
    case ExprKind::Field: {
      const Type& record = lvalue.operand(0).type();
      return address_of(lvalue.operand(0)) + record.fields()[lvalue.field_index()].offset_bits / 8;
    }
    case ExprKind::Index: return address_of(lvalue.operand(0)) + value(lvalue.operand(1)) * lvalue.type().size();
    default: throw std::logic_error("not an lvalue");
    }
  }

  static std::uint64_t wrapped(std::uint64_t bits, const Type& type) {
    const std::uint32_t width = type.width();
    if (width >= 64) return bits;
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    bits &= (sign << 1) - 1;
    return type.is_signed() ? (bits ^ sign) - sign : bits;
  }

  std::uint64_t load(const Expr& lvalue) {
    const std::uint64_t size = lvalue.type().size();
    const Bytes at = bytes(address_of(lvalue), size, &lvalue);
    std::uint64_t bits = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
      bits |= std::uint64_t{at.bytes[i]} << (8 * i);
      if (size == 8 && at.origins[i] != (at.origins[0] == 0 ? 0 : at.origins[0] + i)) return 0;
    }
    return wrapped(bits, lvalue.type());
  }

  void store(const Expr& lvalue, std::uint64_t bits) {
    const std::uint64_t size = lvalue.type().size();
    const Bytes at = bytes(address_of(lvalue), size, &lvalue);
    for (std::uint64_t i = 0; i < size; ++i) {
      at.bytes[i] = static_cast<std::uint8_t>(bits >> (8 * i));
      at.origins[i] = size == 8 ? next_origin_ + static_cast<std::uint32_t>(i) : 0;
    }
    next_origin_ += 16;
  }

  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t size) {
    const Bytes source = bytes(from, size, nullptr);
    const std::vector<std::uint8_t> held(source.bytes, source.bytes + size);
    const std::vector<std::uint32_t> origins(source.origins, source.origins + size);
    const Bytes target = bytes(to, size, nullptr);
    std::copy(held.begin(), held.end(), target.bytes);
    std::copy(origins.begin(), origins.end(), target.origins);
  }

  std::uint64_t value(const Expr& expr) {
    const auto operand = [&](std::size_t i) { return value(expr.operand(i)); };
    switch (expr.kind()) {
    case ExprKind::Integer: return static_cast<std::uint64_t>(expr.value());
    case ExprKind::AddressOf: return address_of(expr.operand(0));
    case ExprKind::FunctionAddress: return expr.function().id() + 1;
    case ExprKind::Cast: return wrapped(operand(0), expr.type());
    case ExprKind::Conditional: return operand(0) != 0 ? operand(1) : operand(2);
    case ExprKind::Unary:
      if (expr.unary_op() == UnaryOp::LogicalNot) return operand(0) == 0;
      return wrapped(expr.unary_op() == UnaryOp::Negate ? -operand(0) : ~operand(0), expr.type());
    case ExprKind::Binary: return wrapped(binary(expr, operand(0), operand(1)), expr.type());
    case ExprKind::Variable:
    case ExprKind::Deref:
    case ExprKind::Field:
    case ExprKind::Index: return load(expr);
    default: throw std::logic_error("an expression the tiny machine does not know");
    }
  }

  static std::uint64_t binary(const Expr& expr, std::uint64_t left, std::uint64_t right) {
    switch (expr.binary_op()) {
    case BinaryOp::Add: return left + right;
    case BinaryOp::Sub: return left - right;
    case BinaryOp::BitXor: return left ^ right;
    case BinaryOp::BitAnd: return left & right;
    case BinaryOp::BitOr: return left | right;
    case BinaryOp::Mul: return left * right;
    case BinaryOp::Div: return right == 0 ? 0 : left / right; // of unsigned operands
    case BinaryOp::Shl: return left << (right & 63);
    case BinaryOp::Shr: return left >> (right & 63); // of unsigned operands
    case BinaryOp::Eq: return left == right;
    case BinaryOp::Ne: return left != right;
    case BinaryOp::PtrAdd: return left + right * expr.type().element().size();
    default: throw std::logic_error("an operator the tiny machine does not know");
    }
  }

  void assign(const Expr& lvalue, const Expr& source) {
    if (lvalue.type().is_scalar()) return store(lvalue, value(source));
    copy(address_of(lvalue), address_of(source), lvalue.type().size());
  }

  // Locals are static: the programs are not recursive.
  std::uint64_t call(const Function& function, const std::vector<const Expr*>& arguments, std::size_t steps) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
      assign(program_.context().variable(*function.parameters()[i]), *arguments[i]);
    const Location* at = &function.entry();
    for (; at != &function.exit(); ++executed_) {
      if (executed_ >= steps || at->out.empty()) throw Stop();
      const Edge& edge = *at->out[0];
      at = edge.to;
      try {
        if (edge.op.kind == OpKind::Return) return edge.op.value == nullptr ? 0 : value(*edge.op.value);
        execute(edge, steps);
      } catch (const BadAccess&) {
      }
    }
    return 0;
  }

  void execute(const Edge& edge, std::size_t steps) {
    const Operation& op = edge.op;
    if (op.kind == OpKind::Assign) return assign(*op.lvalue, *op.value);
    if (op.kind == OpKind::Nondet) return store(*op.lvalue, random_() % 3);
    if (op.kind != OpKind::Call) throw std::logic_error("an operation the tiny machine does not know");
    const Function* callee = op.callee;
    if (callee == nullptr) {
      const std::uint64_t id = value(*op.value) - 1;
      if (id >= program_.functions().size()) throw BadAccess();
      callee = program_.functions()[id];
      if (callee->parameters().size() != op.arguments.size()) throw BadAccess();
    }
    std::uint64_t result = 0;
    if (callee->name() == "malloc") {
      result = allocate(edge, value(*op.arguments[0]));
    } else if (callee->name() == "memcpy") {
      copy(value(*op.arguments[0]), value(*op.arguments[1]), value(*op.arguments[2]));
    } else {
      result = call(*callee, {op.arguments.begin(), op.arguments.end()}, steps);
    }
    if (op.lvalue != nullptr) store(*op.lvalue, result);
  }

  const Program& program_;
  std::mt19937 random_;
  Observer observer_;
  std::vector<Object> objects_;
  std::map<const Variable*, std::uint64_t> addresses_;
  std::map<std::uint64_t, std::size_t> objects_at_; // by address / spacing
  std::size_t executed_ = 0;
  std::uint32_t next_origin_ = 16;
};

} // namespace tandem::text

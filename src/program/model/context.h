// The store that programs are built in: owns and interns types, expressions and variables. Programs derived from one
// another (residual programs, regions, unwindings) share one Context, so their expressions are comparable by address. A
// Context is not thread-safe.
#pragma once

#include "program/model/expr.h"
#include "program/model/type.h"
#include "program/model/variable.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace tandem {

struct DeclaredTypes;

class Context {
public:
  explicit Context(DataModel model);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  TypeTable& types() { return types_; }
  const TypeTable& types() const { return types_; }
  DataModel data_model() const { return types_.data_model(); }

  // The result lives as long as the Context. The caller fills what it knows; id is set here.
  Variable& add_variable(Variable variable);
  const std::deque<Variable>& variables() const { return variables_; }
  void set_address_taken(const Variable& variable) { variables_[variable.id].address_taken = true; }

  // Constants. `integer` keeps the low bits that fit the type (which may be a pointer type).
  const Expr& integer(const Type& type, UInt128 bits);
  const Expr& integer(const Type& type, int value) {
    return integer(type, static_cast<UInt128>(static_cast<Int128>(value)));
  }
  const Expr& floating(const Type& type, long double value);
  const Expr& string(const Type& array, const std::string& bytes);
  const Expr& zero(const Type& type); // 0, 0.0, a null pointer, or ExprKind::Zero for aggregates

  // Lvalues and addresses.
  const Expr& variable(const Variable& variable);
  const Expr& deref(const Expr& pointer);
  const Expr& field(const Expr& record, std::uint32_t index);
  const Expr& index(const Expr& array, const Expr& index);
  const Expr& address_of(const Expr& lvalue); // &*p is p
  const Expr& decay(const Expr& array);       // &array[0]
  const Expr& function_address(const Function& function);

  // Operators. Operands must already be converted; only trivial simplifications happen here (a cast to the operand's
  // own type vanishes), so that a program written back to C still resembles the user's.
  const Expr& unary(UnaryOp op, const Expr& operand);
  const Expr& binary(BinaryOp op, const Expr& left, const Expr& right);
  const Expr& cast(const Type& type, const Expr& operand);
  const Expr& conditional(const Expr& condition, const Expr& then_value, const Expr& else_value);
  const Expr& query(MemoryQuery query, std::span<const Expr* const> operands);
  const Expr& query(MemoryQuery query, std::initializer_list<const Expr*> operands) {
    return this->query(query, std::span(operands.begin(), operands.size()));
  }
  // The same expression with other operands, for rewriting.
  const Expr& with_operands(const Expr& expr, std::span<const Expr* const> operands);

  // An array of expressions that lives as long as the Context (arguments of calls).
  std::span<const Expr* const> list(std::vector<const Expr*> exprs);

  // Something that expressions point to (functions) and that must live as long as they do.
  void keep(std::shared_ptr<const void> owner);

  std::size_t expr_count() const { return exprs_.size(); }

  // nullptr if the front end did not say.
  const DeclaredTypes* declared_types() const { return declared_types_.get(); }
  void set_declared_types(std::shared_ptr<const DeclaredTypes> declared_types) {
    declared_types_ = std::move(declared_types);
  }

private:
  // A slot of the index: part of the hash, and the id + 1 of an expression (0: free).
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t next_id = 0;
  };

  Expr make(ExprKind kind, const Type& type, std::initializer_list<const Expr*> operands = {},
            std::uint8_t op = 0) const;
  const Expr& intern(const Expr& prototype);
  static std::uint64_t hash(const Expr& expr);
  static bool same(const Expr& a, const Expr& b);
  Slot& slot(std::uint32_t hash, const Expr& wanted);
  void grow();

  TypeTable types_;
  std::deque<Variable> variables_;
  std::deque<Expr> exprs_;
  std::deque<std::string> strings_;
  std::deque<std::vector<const Expr*>> lists_;
  std::vector<std::shared_ptr<const void>> kept_;
  std::vector<Slot> slots_; // open addressing, at most half full, a power of two
  std::shared_ptr<const DeclaredTypes> declared_types_;
};

} // namespace tandem

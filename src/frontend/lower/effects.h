// Which expressions have side effects, and whether they can change a value read before them. C leaves the order of most
// evaluations unspecified; tandem evaluates left to right and keeps an earlier operand in a temporary only if a later
// one may change it.
#pragma once

#include "frontend/parse/clang_headers.h"
#include "program/model/expr.h"
#include "program/model/variable.h"

#include <span>
#include <unordered_map>
#include <unordered_set>

namespace tandem::frontend::lower {

class Effects {
public:
  // The body of the function, in which addresses of locals may be taken.
  void set_body(const clang::Stmt* body) { body_ = body; }
  void add_local(const Variable& variable, const clang::VarDecl& decl) { locals_[&variable] = &decl; }
  // A temporary that pointers may point to.
  void add_exposed(const Variable& variable) {
    exposed_temporaries_.insert(&variable);
    reads_memory_.clear();
  }

  // Whether evaluating the expression does more than read.
  bool has_effects(const clang::Expr& expr) { return flags(expr) != None; }
  // Whether evaluating `later` may change the value of `value` or, if it is an lvalue, its address.
  bool may_change(const Expr& value, std::span<const clang::Expr* const> later);
  // Whether a write through some pointer, or a call, can change what `value` reads.
  bool reads_memory(const Expr& value);

private:
  enum Flag : std::uint8_t { None = 0, Steps = 1, WritesLocals = 2, WritesMemory = 4 };
  struct Writes {
    bool memory = false;
    std::unordered_set<const clang::VarDecl*> locals;
  };

  std::uint8_t flags(const clang::Stmt& stmt);
  std::uint8_t own_flags(const clang::Stmt& stmt);
  std::uint8_t flags_of_kind(const clang::Stmt& stmt);
  std::uint8_t call_flags(const clang::CallExpr& call) const;
  std::uint8_t write_flags(const clang::Expr& target) const;
  Writes writes(std::span<const clang::Expr* const> exprs);
  bool may_change(const Expr& value, const Writes& writes);
  bool may_change_unknown(const Expr& value, const Writes& writes);
  bool is_exposed(const Variable& variable);
  bool is_exposed(const clang::VarDecl& decl);
  void find_exposed();

  const clang::Stmt* body_ = nullptr;
  bool exposed_known_ = false;
  llvm::DenseMap<const clang::Stmt*, std::uint8_t> flags_;
  llvm::DenseMap<const Expr*, bool> reads_memory_; // a long sum of calls queries all earlier operands after each call
  std::unordered_map<const Variable*, const clang::VarDecl*> locals_;
  std::unordered_set<const clang::VarDecl*> exposed_;
  std::unordered_set<const Variable*> exposed_temporaries_;
};

// Whether values of the type, _Float16 or __bf16, are computed in float (half.cpp).
inline bool is_half(clang::QualType type) {
  return type->isFloat16Type() || type->isHalfType() || type->isBFloat16Type(); // isHalfType: __fp16
}
inline bool is_bfloat(clang::QualType type) { return type->isBFloat16Type(); }
// Whether a part of the expression, evaluated or not, has such a type.
bool mentions_half(const clang::Stmt& stmt);

// Whether a function that is defined changes nothing but variables of its own, and calls nothing that does more.
bool changes_nothing_else(const clang::FunctionDecl& function);
// Whether evaluating an expression, once more or less, changes nothing.
bool changes_nothing(const clang::Expr& expr);

// The sub-expressions that are evaluated, without the operands of sizeof, _Generic and similar operators.
llvm::SmallVector<const clang::Stmt*, 4> evaluated_children(const clang::Stmt& stmt);

} // namespace tandem::frontend::lower

// Edges, temporaries, and holding values in temporaries that a later side effect could change.

#include "frontend/lower/function_lowering.h"

#include "base/core/require.h"

namespace tandem::frontend::lower {

FunctionLowering::FunctionLowering(Shared shared, const declare::Unit& unit, Function* function)
    : shared_(shared), unit_(unit), function_(function) {}

void FunctionLowering::refuse(const clang::Stmt& stmt, const std::string& what) const {
  unit_.refuse(stmt.getBeginLoc(), what);
}

DraftLocation FunctionLowering::new_location() {
  if (function_ == nullptr) {
    const SourcePoint at = global_->range.begin;
    throw InputError(TextPosition{shared_.builder.files()[at.file].path, at.line, at.column},
                     "the initial value of '" + global_->source_name + "' has side effects, expected a constant");
  }
  return shared_.builder.add_location(*function_);
}

void FunctionLowering::step(Operation op, SourceRange range) {
  const DraftLocation next = new_location();
  shared_.builder.add_edge(here_, next, op, range);
  here_ = next;
}

// The code that follows is reachable only by other jumps.
void FunctionLowering::jump(DraftLocation to, const clang::Stmt& at) {
  join(to, at);
  here_ = new_location();
}

void FunctionLowering::join(DraftLocation location, const clang::Stmt& at) {
  const SourcePoint point = unit_.point(at.getBeginLoc());
  shared_.builder.add_edge(here_, location, Operation{}, {point, point});
  here_ = location;
}

void FunctionLowering::assign(const Expr& lvalue, const Expr& value, SourceRange range) {
  require(&lvalue.type() == &value.type(), "an assignment should not change the type");
  if (lvalue.type().kind() == TypeKind::VaList) return copy_argument_list(lvalue, value, range);
  Operation op;
  op.kind = OpKind::Assign;
  op.lvalue = &lvalue;
  op.value = &value;
  step(op, range);
}

Variable& FunctionLowering::new_temporary(const Type& type, SourceRange range, const char* name) {
  Variable& result =
      context().add_variable({.kind = VariableKind::Temporary, .type = &type, .owner = function_, .range = range});
  if (function_ != nullptr) shared_.builder.add_local(*function_, result);
  unnamed_.push_back({&result, name});
  return result;
}

const Expr& FunctionLowering::into_temporary(const Expr& value, SourceRange range) {
  Variable& temporary = new_temporary(value.type(), range);
  temporary.held = &value;
  const Expr& result = context().variable(temporary);
  assign(result, value, range);
  return result;
}

const Expr& FunctionLowering::stored(const Expr& value, const clang::Stmt& at) {
  return value.is_lvalue() ? value : into_temporary(value, range(at));
}

const Expr& FunctionLowering::hold(const Expr& value, std::span<const clang::Expr* const> later,
                                   const clang::Stmt& at) {
  const bool is_kept = value.type().kind() != TypeKind::VaList && effects_.may_change(value, later);
  return is_kept ? into_temporary(value, range(at)) : value;
}

// The same lvalue, with the pointers and indices that `must_keep` selects in temporaries.
template <typename MustKeep>
const Expr& FunctionLowering::rebuild_lvalue(const Expr& lvalue, const MustKeep& must_keep, const clang::Stmt& at) {
  const auto kept = [&](const Expr& part) -> const Expr& {
    return must_keep(part) ? into_temporary(part, range(at)) : part;
  };
  if (lvalue.kind() == ExprKind::Deref) return context().deref(kept(lvalue.operand(0)));
  if (lvalue.kind() == ExprKind::Field)
    return context().field(rebuild_lvalue(lvalue.operand(0), must_keep, at), lvalue.field_index());
  if (lvalue.kind() == ExprKind::Index) {
    const Expr& array = rebuild_lvalue(lvalue.operand(0), must_keep, at);
    return context().index(array, kept(lvalue.operand(1)));
  }
  return lvalue;
}

const Expr& FunctionLowering::hold_lvalue(const Expr& lvalue, std::span<const clang::Expr* const> later,
                                          const clang::Stmt& at) {
  return rebuild_lvalue(lvalue, [&](const Expr& part) { return effects_.may_change(part, later); }, at);
}

const Expr& FunctionLowering::fix_lvalue(const Expr& lvalue, const clang::Stmt& at) {
  return rebuild_lvalue(lvalue, [&](const Expr& part) { return effects_.reads_memory(part); }, at);
}

} // namespace tandem::frontend::lower

// Which lvalues an expression reads, as opposed to those of which it only computes the address.
#pragma once

#include "program/model/cfa.h"
#include "program/model/expr.h"

namespace tandem::dataflow {

template <typename Visit> void for_each_read(const Expr& value, const Visit& visit);

// What has to be read to compute the address of an lvalue.
template <typename Visit> void for_each_read_of_address(const Expr& lvalue, const Visit& visit) {
  if (lvalue.kind() == ExprKind::Deref) return for_each_read(lvalue.operand(0), visit);
  if (lvalue.kind() == ExprKind::Field || lvalue.kind() == ExprKind::Index)
    for_each_read_of_address(lvalue.operand(0), visit);
  if (lvalue.kind() == ExprKind::Index) for_each_read(lvalue.operand(1), visit);
}

template <typename Visit> void for_each_read(const Expr& value, const Visit& visit) {
  if (value.is_lvalue()) {
    visit(value);
    return for_each_read_of_address(value, visit);
  }
  if (value.kind() == ExprKind::AddressOf) return for_each_read_of_address(value.operand(0), visit);
  for (const Expr* operand : value.operands()) for_each_read(*operand, visit);
}

template <typename Visit> void for_each_read(const Operation& op, const Visit& visit) {
  if (op.lvalue != nullptr) for_each_read_of_address(*op.lvalue, visit);
  if (op.value != nullptr) for_each_read(*op.value, visit);
  for (const Expr* argument : op.arguments) for_each_read(*argument, visit);
}

} // namespace tandem::dataflow

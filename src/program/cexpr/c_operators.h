// C's operators on the model's expressions: arrays decay, operands are promoted and converted to a common type,
// constants are converted immediately. Builds what the front end builds for the same text. Operands that do not fit
// are reported by OperandError, whose message gives the reason; the reader adds the position.
#pragma once

#include "program/model/context.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace tandem::cexpr {

class OperandError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class COperators {
public:
  explicit COperators(Context& context) : context_(context) {}

  // An array becomes the address of its first element; everything else is itself.
  const Expr& value(const Expr& expr);
  const Expr& convert(const Expr& value, const Type& type);
  const Expr& cast(const Type& type, const Expr& operand); // as written: also to void pointers and back

  const Expr& plus(const Expr& operand);
  const Expr& negate(const Expr& operand);
  const Expr& bit_not(const Expr& operand);
  const Expr& logical_not(const Expr& operand);
  const Expr& deref(const Expr& operand);
  const Expr& address(const Expr& operand);
  const Expr& index(const Expr& array, const Expr& index);
  const Expr& member(const Expr& record, std::string_view name);
  // `op` as C spells it; PtrAdd and PtrDiff come from Add and Sub.
  const Expr& binary(BinaryOp op, const Expr& left, const Expr& right);
  const Expr& conditional(const Expr& condition, const Expr& then_value, const Expr& else_value);

private:
  struct Pair {
    const Expr &left, &right;
  };

  const Expr& scalar(const Expr& operand);
  const Expr* find_member(const Expr& record, std::string_view name);
  const Expr& promoted(const Expr& operand);
  const Type& common_type(const Type& left, const Type& right) const;
  Pair brought_together(const Expr& left, const Expr& right);
  const Expr& arithmetic(BinaryOp op, const Expr& left, const Expr& right);
  const Expr& shift(BinaryOp op, const Expr& left, const Expr& right);
  const Expr& comparison(BinaryOp op, const Expr& left, const Expr& right);
  const Expr& pointer_plus(const Expr& pointer, const Expr& offset);
  const Expr& pointer_minus(const Expr& left, const Expr& right);
  const Type& char_pointer();

  Context& context_;
};

} // namespace tandem::cexpr

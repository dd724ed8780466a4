// Constants as C text that has exactly the constant's type and value, on both data models.
#pragma once

#include "program/model/expr.h"

#include <string>
#include <string_view>

namespace tandem::cexpr {

// How tightly a piece of C text binds; text that binds less tightly than its context requires needs parentheses.
enum class Binding : std::uint8_t {
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary, // casts too
  Postfix,
  Primary,
};

struct BoundText {
  std::string text;
  Binding binding = Binding::Primary;
};

// An Integer of integer or pointer type.
BoundText c_integer(const Expr& constant);
// Its bare digits, for contexts in which C converts it to the right type anyway: "-5" for (short)-5.
BoundText c_plain_integer(const Expr& constant);
bool fits_int(const Expr& integer);

BoundText c_float(const Expr& constant);

// With quotes.
std::string c_string_literal(std::string_view bytes);

std::string decimal(Int128 value);
std::string decimal(const Expr& integer);

} // namespace tandem::cexpr

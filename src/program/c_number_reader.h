// Constants of C text with the type C gives them.
#pragma once

#include "program/c_tokens.h"
#include "program/context.h"

#include <optional>

namespace tandem {

const Expr& read_integer(Context& context, const Token& token, const Place& place);
const Expr& read_float(Context& context, const Token& token, const Place& place);
const Expr& read_character(Context& context, const Token& token, const Place& place);
// __builtin_inf and __builtin_nan with their suffixes.
const Expr& read_builtin_float(Context& context, const Token& name, const std::string& payload, const Place& place);

// Values that C has no literal for are written as operations on literals: the smallest signed integers
// (-2147483647 - 1) and 128-bit integers (high << 64 | low).
std::optional<const Expr*> fold_literal(Context& context, BinaryOp op, const Expr& left, const Expr& right);

} // namespace tandem

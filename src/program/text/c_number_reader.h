// Constants in C text, with the type that C assigns to them.
#pragma once

#include "program/model/context.h"
#include "program/text/c_tokens.h"

#include <optional>

namespace tandem::text {

const Expr& read_integer(Context& context, const Token& token, const TextPosition& position);
const Expr& read_float(Context& context, const Token& token, const TextPosition& position);
const Expr& read_character(Context& context, const Token& token, const TextPosition& position);
// __builtin_inf and __builtin_nan with their suffixes.
const Expr& read_builtin_float(Context& context, const Token& name, const std::string& payload,
                               const TextPosition& position);

// Values that C has no literal for are written as operations on literals: the smallest signed integers
// (-2147483647 - 1) and 128-bit integers (high << 64 | low).
std::optional<const Expr*> fold_literal(Context& context, BinaryOp op, const Expr& left, const Expr& right);

} // namespace tandem::text

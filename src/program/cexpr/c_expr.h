// Expressions as C text.
//
// Exact text has the same meaning in C as the expression in the model: every conversion of the model is a cast,
// constants have their type, and where C would compute in another type than the model does (bit-fields, types narrower
// than int) a cast is added. Readable text is for people: the names of the source, string literals instead of the
// arrays that hold them, and no cast that C's own conversions would reinsert. Text for messages only also has, instead
// of temporaries, what they keep; it cannot be read back.
#pragma once

#include "program/model/expr.h"

#include <string>

namespace tandem::cexpr {

enum class ExprStyle : std::uint8_t { Exact, Readable, Message };

std::string c_text(const Expr& expr, ExprStyle style = ExprStyle::Exact);

// Where C converts the value to `target` by itself: the right side of an assignment, an argument, an initialiser, a
// returned value. A cast is added where C would refuse the conversion.
std::string c_text_as(const Expr& expr, const Type& target, ExprStyle style = ExprStyle::Exact);

// A condition that holds if `condition` is nonzero (truth) or zero.
std::string c_condition(const Expr& condition, bool truth, ExprStyle style = ExprStyle::Exact);

// What can stand left of the parentheses of a call through a function pointer.
std::string c_callee(const Expr& pointer, ExprStyle style = ExprStyle::Exact);

// What queries of memory are called in text: "__tandem_readable".
std::string query_function(MemoryQuery query);

} // namespace tandem::cexpr

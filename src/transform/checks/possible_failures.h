// Which expressions may be undefined, or have other values, in C though they have a value here. Judged by types and
// constants alone.
#pragma once

#include "program/model/expr.h"

namespace tandem::transform::checks {

// Whether signed arithmetic in the expression may overflow.
bool may_overflow(const Expr& expr);

// Whether the result is a float or a double that the registers of the x87 would not round as its type does.
bool may_keep_excess_precision(const Expr& expr);

// Whether the expression goes through a pointer or an index that may lead out of its object.
bool may_leave_object(const Expr& expr);

} // namespace tandem::transform::checks

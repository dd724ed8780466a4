// Which expressions may be undefined in C though they have a value here. Judged by types and constants alone.
#pragma once

#include "program/model/expr.h"

namespace tandem::transform::checks {

// Whether signed arithmetic in the expression may overflow.
bool may_overflow(const Expr& expr);

// Whether the expression goes through a pointer or an index that may lead out of its object.
bool may_leave_object(const Expr& expr);

} // namespace tandem::transform::checks

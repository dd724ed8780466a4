// Calls whose caller and callee disagree about types: through a pointer of another type, or without a prototype. C
// leaves them undefined, yet compiled programs make them, and they work where both sides agree on registers and stack.
// The one answer to the question when they do, so that no engine proves what another one refutes.
#pragma once

#include "program/model/cfa.h"
#include "program/model/type.h"

namespace tandem {

// Whether a value that one side passes as `given` arrives as this value in a parameter or result of type `taken`:
// integers and pointers up to a machine word, without the bits that `taken` lacks; records with the same parts.
bool is_passed_alike(const Type& given, const Type& taken, DataModel model);

// Whether a call through a pointer finds its arguments and its result where the function has them. Arguments beyond the
// parameters do no harm.
bool is_callable_by(const Function& function, const Operation& call, DataModel model);

} // namespace tandem

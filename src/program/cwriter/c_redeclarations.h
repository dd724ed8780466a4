// Declarations that need text of their own. The C writer declares all locals at the top of a function, so the Declare
// operation, which makes a variable's value indeterminate, usually needs no text: the variable is written before it is
// read, or the declaration is executed only once. What remains are declarations in a cycle whose old value might be
// read.
#pragma once

#include "program/model/program.h"

#include <unordered_set>

namespace tandem::cwriter {

// The Declare edges of the function after which the old value could still be read.
std::unordered_set<const Edge*> renewing_declarations(const Function& function);

} // namespace tandem::cwriter

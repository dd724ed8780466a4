// The compiler from control-flow automata to register code, one function at a time.
#pragma once

#include "semantics/interpreter/bytecode.h"
#include "semantics/interpreter/image.h"

namespace tandem::semantics::interpreter {

void compile_function(Image& image, const Function& function, Code& code);
// Assigns the initial values of all globals, then halts.
void compile_start(Image& image, Code& code);

} // namespace tandem::semantics::interpreter

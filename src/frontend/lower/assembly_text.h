// What can be told from the text of inline assembly, without knowing the machine.
#pragma once

#include <string_view>

namespace tandem::frontend::lower {

// Whether an assembly template changes nothing but the operands it names as outputs and continues behind itself,
// although a clobber list says "memory": it is empty, or consists of instructions known not to do more, whose operands
// are the statement's, registers and numbers.
bool changes_operands_only(std::string_view assembly);

// Whether there is no instruction at all.
bool is_empty(std::string_view assembly);

// Whether a template may continue elsewhere: it calls or jumps.
bool may_leave(std::string_view assembly);

} // namespace tandem::frontend::lower

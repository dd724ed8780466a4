// Globals with their initialisers as C text.
#pragma once

#include "program/program.h"

#include <string>
#include <vector>

namespace tandem {

// The globals in the given order. Where an initialiser needs the address of a later one, a tentative definition of that
// one precedes them all.
std::string c_globals(const std::vector<const Variable*>& globals);

} // namespace tandem

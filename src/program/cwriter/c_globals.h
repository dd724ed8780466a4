// Globals with their initialisers as C text.
#pragma once

#include "program/model/program.h"

#include <string>
#include <vector>

namespace tandem::cwriter {

// The globals in the given order. Where an initialiser needs the address of a later one, a tentative definition of that
// one precedes them all.
std::string c_globals(const std::vector<const Variable*>& globals);

} // namespace tandem::cwriter

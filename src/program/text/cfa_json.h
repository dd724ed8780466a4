// The whole program model as JSON, for scripts: types, globals, functions, locations, edges and expressions. Types and
// expressions are tables that the rest refers to by index; nothing is left out, and every table also carries C text.
#pragma once

#include "program/model/program.h"

#include <string>

namespace tandem::text {

std::string cfa_json(const Program& program);

} // namespace tandem::text

// Control-flow automata for people: one line per edge. Golden tests compare this text.
#pragma once

#include "program/model/program.h"

#include <string>

namespace tandem::text {

// "x = x + 1", "[x < 10]", "return x", with the names of the source.
std::string operation_text(const Operation& op);

// "L3"
std::string location_text(const Location& location);

// "int main(int argc, char **argv)", with the names of the source.
std::string signature_text(const Function& function);

// All functions that have a body: signature, then edges as "main@12:7  L3 -> L4  x = x + 1".
std::string cfa_text(const Program& program);
std::string cfa_text(const Function& function);

} // namespace tandem::text

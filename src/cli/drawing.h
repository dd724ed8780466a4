// Drawings, made by graphviz.
#pragma once

#include "automata/gia.h"

#include <string>

namespace tandem::cli {

// Throws InputError if graphviz is not installed or gives up.
std::string svg_of(const std::string& dot);
// And if the automaton is larger than anybody could read.
std::string svg_of(const automata::Gia& gia);

} // namespace tandem::cli

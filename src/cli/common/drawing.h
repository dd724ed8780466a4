// Drawings, made by graphviz.
#pragma once

#include "exchange/gia/gia.h"

#include <string>

namespace tandem::cli {

// Throws InputError if graphviz is not installed or gives up.
std::string svg_of(const std::string& dot);
// And if the automaton is too large to be read as a drawing.
std::string svg_of(const exchange::Gia& gia);

} // namespace tandem::cli

// Automata as DOT for drawings and as JSON for scripts.
#pragma once

#include "exchange/gia/gia.h"

#include <string>

namespace tandem::exchange::formats {

// For graphviz: ut is green, rt blue, cand yellow, as in the paper.
std::string gia_dot(const Gia& gia);
std::string gia_json(const Gia& gia);
std::string_view name(Accept accept); // "ut"; empty for nothing

} // namespace tandem::exchange::formats

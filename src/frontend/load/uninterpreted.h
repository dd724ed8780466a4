// CBMC's and ESBMC's uninterpreted functions (is_uninterpreted, declared and never defined): any function of their
// arguments, the same one at each call. Ackermann's reduction as C: the function remembers for which arguments it was
// called, and returns what it returned then.
#pragma once

#include <optional>
#include <string>

namespace tandem::frontend::parse {
struct Parsed;
}

namespace tandem::frontend {

// The text of a file that defines the function; nothing if it is no such function, or one of other arguments or
// results than integers and pointers.
std::optional<std::string> uninterpreted_function(const parse::Parsed& program, const std::string& function);

} // namespace tandem::frontend

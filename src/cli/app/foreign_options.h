// What users of CBMC, ESBMC, KLEE and CPAchecker write, and how the same is said here.
#pragma once

#include <string>
#include <string_view>

namespace tandem::cli::app {

// Of an option of one of those tools, with its dashes: what to do instead. Empty where it is none of theirs.
std::string foreign_hint(std::string_view option);

} // namespace tandem::cli::app

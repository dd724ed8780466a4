// Values as solvers print them, as constant terms.
#pragma once

#include "smt/term/terms.h"

#include <span>
#include <string_view>
#include <vector>

namespace tandem::smt {

// The answer to (get-value (x y …)), "((x value) (y value) …)". Throws SolverError when the text is something else.
std::vector<Term> read_values(Terms& terms, std::span<const Term> variables, std::string_view answer);

} // namespace tandem::smt

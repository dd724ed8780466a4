// The solvers there are, by name.
#pragma once

#include "smt/solver/solver.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::smt::backends {

std::vector<std::string> backend_names();
// Whether the solver knows integers without bounds; false for names that are none.
bool has_integers(std::string_view name);
// InputError lists the names when this is none of them.
std::unique_ptr<Solver> make_solver(std::string_view name, Terms& terms);

} // namespace tandem::smt::backends

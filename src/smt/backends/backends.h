// All solvers, by name.
#pragma once

#include "smt/solver/solver.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::smt::backends {

std::vector<std::string> backend_names();
// Whether the solver supports mathematical integers; false for unknown names.
bool has_integers(std::string_view name);
// Throws InputError with the list of names if there is no such solver.
std::unique_ptr<Solver> make_solver(std::string_view name, Terms& terms);

} // namespace tandem::smt::backends

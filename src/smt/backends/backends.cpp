// The table of solvers: adding one takes a pair of files and one line here.

#include "smt/backends/backends.h"

#include "base/core/input_error.h"
#include "smt/bitblast/sat_solver.h"
#include "smt/solver/smtlib_solver.h"
#include "smt/solver/z3_solver.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tandem::smt::backends {

namespace {

struct Backend {
  std::string_view name;
  std::unique_ptr<Solver> (*make)(Terms& terms);
  bool has_integers = false;
};

constexpr std::array backends{
    Backend{"z3", make_z3, true},
    Backend{"sat", bitblast::make_sat},
    Backend{"sat-minisat", bitblast::make_sat_minisat},
    Backend{"cvc5", make_cvc5, true},
    Backend{"bitwuzla", make_bitwuzla},
    Backend{"yices", make_yices},
    Backend{"mathsat", make_mathsat, true},
    Backend{"z3-process", make_z3_process, true},
};

} // namespace

std::vector<std::string> backend_names() {
  std::vector<std::string> names;
  for (const Backend& backend : backends) names.emplace_back(backend.name);
  return names;
}

bool has_integers(std::string_view name) {
  for (const Backend& backend : backends)
    if (backend.name == name) return backend.has_integers;
  return false;
}

std::unique_ptr<Solver> make_solver(std::string_view name, Terms& terms) {
  for (const Backend& backend : backends)
    if (backend.name == name) return backend.make(terms);
  throw InputError(fmt::format("unknown solver '{}'; there are {}", name, fmt::join(backend_names(), ", ")));
}

} // namespace tandem::smt::backends

// Any solver on the PATH that speaks SMT-LIB 2.6, as a child process. A process that dies, or has to be killed at a
// limit, is restarted for the next check with everything that still holds.
#pragma once

#include "smt/solver/smtlib_writer.h"
#include "smt/solver/solver.h"

#include <string>
#include <vector>

namespace tandem::smt {

struct SmtlibProgram {
  std::string name;
  std::vector<std::string> command; // reads commands from standard input
  std::string logic = "ALL";
  Sharing sharing = Sharing::Functions;
};

std::unique_ptr<Solver> make_smtlib(Terms& terms, SmtlibProgram program);

std::unique_ptr<Solver> make_cvc5(Terms& terms);
std::unique_ptr<Solver> make_bitwuzla(Terms& terms);
std::unique_ptr<Solver> make_yices(Terms& terms);
std::unique_ptr<Solver> make_mathsat(Terms& terms);
std::unique_ptr<Solver> make_z3_process(Terms& terms);

} // namespace tandem::smt

#include "vcgen/path_ends.h"

namespace tandem::vcgen {

using symex::Statement;
using symex::StatementKind;

PathEnds path_ends(BoundedProgram& program, const MakeSolver& make_solver) {
  smt::Terms& terms = program.terms();
  const auto solver = make_solver(terms);
  bool is_cut = false;
  for (const symex::Block& block : program.form().blocks())
    for (const Statement& statement : block.statements) {
      if (statement.kind == StatementKind::Assign) solver->add(terms.eq(statement.symbol, statement.value));
      if (statement.kind == StatementKind::Assume) solver->add(terms.implies(block.path_condition, statement.value));
      if (statement.kind != StatementKind::Assert || statement.edge != nullptr) continue;
      is_cut = true;
      solver->add(terms.implies(block.path_condition, statement.value));
    }
  if (!is_cut) return PathEnds::Some;
  const smt::CheckResult result = solver->check();
  return result.unsat() ? PathEnds::None : result.unknown() ? PathEnds::Unknown : PathEnds::Some;
}

} // namespace tandem::vcgen

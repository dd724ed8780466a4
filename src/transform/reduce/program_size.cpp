#include "transform/reduce/program_size.h"

#include "program/graph/loops.h"
#include "program/pointers/call_graph.h"

namespace tandem::transform::reduce {

ProgramSize size_of(const Program& program) {
  const pointers::CallGraph calls(program);
  ProgramSize size;
  for (const Function* function : program.functions()) {
    if (!function->has_body() || !calls.is_reachable(*function)) continue;
    size.edges += function->edges().size();
    size.loops += graph::LoopForest(*function).loops().size();
    for (const Location* location : function->locations()) size.branches += location->out.size() > 1;
  }
  return size;
}

bool is_predicted_easier(const ProgramSize& residual, const ProgramSize& original) {
  if (residual.loops > original.loops || residual.branches > original.branches) return false;
  if (residual.loops < original.loops) return true;
  constexpr std::size_t percent_left = 90;
  return residual.edges * 100 <= original.edges * percent_left;
}

} // namespace tandem::transform::reduce

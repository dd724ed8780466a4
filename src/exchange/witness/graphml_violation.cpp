// One edge of the witness for each decision at an if or loop and for each input of a named variable, in the order of
// the execution; the last one enters the error function.

#include "exchange/witness/graphml_violation.h"

#include "exchange/gia/input_constraint.h"
#include "exchange/witness/graphml_invariants.h"
#include "exchange/witness/source_steps.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::exchange::witness {

namespace {

bool is_input(const Edge& edge) {
  if (edge.op.kind == OpKind::Nondet) return edge.op.source == NondetSource::Input;
  return edge.op.kind == OpKind::Call && edge.op.callee != nullptr && !edge.op.callee->has_body();
}

class Writer {
public:
  Writer(const Program& program, GraphmlWitness& witness) : program_(program), witness_(witness) {
    witness_.nodes.push_back({.id = "N0", .entry = true});
  }

  void add(GraphmlWitness::Edge edge) {
    edge.source = witness_.nodes.size() - 1;
    edge.target = witness_.nodes.size();
    witness_.nodes.push_back({.id = fmt::format("N{}", edge.target)});
    witness_.edges.push_back(std::move(edge));
  }

  void add_input(const WrittenValue& value) {
    const Edge& edge = *value.edge;
    if (!is_input(edge) || !is_named(*edge.op.lvalue)) return;
    if (const auto text = constraint_text(program_.context(), *edge.op.lvalue, value.bits))
      add({.start_line = edge.range.begin.line,
           .end_line = edge.range.begin.line,
           .assumption = *text,
           .assumption_scope = edge.function().source_name()});
  }

private:
  const Program& program_;
  GraphmlWitness& witness_;
};

} // namespace

GraphmlWitness graphml_of_execution(const Program& program, const Property& property, const Execution& execution,
                                    std::string producer, std::chrono::system_clock::time_point time) {
  GraphmlWitness witness = graphml_header(program, property, time);
  witness.producer = std::move(producer);
  source::ProgramSources sources(program);
  const SourceSteps steps(program, sources, execution.path);
  Writer writer(program, witness);
  auto value = execution.written.begin();
  for (std::size_t i = 0; i < execution.path.size(); ++i) {
    const Edge& edge = *execution.path[i];
    if (const std::optional<bool> decision = steps.all()[i].decision)
      writer.add({.start_line = edge.range.begin.line, .end_line = edge.range.begin.line, .control = *decision});
    for (; value != execution.written.end() && value->step <= i; ++value) writer.add_input(*value);
  }
  const std::uint32_t line = execution.target->range.begin.line;
  writer.add({.start_line = line, .end_line = line, .enter_function = execution.target->op.callee->source_name()});
  witness.nodes.back().violation = true;
  return witness;
}

} // namespace tandem::exchange::witness

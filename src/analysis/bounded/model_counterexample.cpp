#include "analysis/bounded/model_counterexample.h"

#include "analysis/confirm/model_bits.h"

#include <set>
#include <utility>

namespace tandem::analysis::bounded {

namespace {

EnvironmentMemory environment_memory(const symex::Unwinding& unwinding, smt::Terms& terms, smt::Solver& solver) {
  EnvironmentMemory memory;
  for (const smt::Term use : unwinding.environment_uses) memory.is_used |= terms.is_true(solver.value(use));
  if (!memory.is_used) return {};
  for (const auto& cell : unwinding.environment) {
    const UInt128 value = confirm::bits_of(terms.bits(solver.value(cell.value)));
    std::string bytes;
    for (std::uint32_t i = 0; i < terms.width(cell.value) / 8; ++i) bytes += static_cast<char>(value >> (8 * i));
    memory.pieces.push_back({cell.block, cell.offset, std::move(bytes)});
  }
  return memory;
}

// What was never written in arrays; each byte once.
void add_contents(const symex::Unwinding& unwinding, smt::Terms& terms, smt::Solver& solver,
                  task::Counterexample& found) {
  std::set<std::pair<std::uint32_t, std::uint64_t>> known;
  for (const symex::ContentsTerm& read : unwinding.contents) {
    if (!terms.is_true(solver.value(read.guard))) continue;
    const std::uint64_t offset = terms.bits(solver.value(read.offset)).low();
    if (!known.emplace(read.object, offset).second) continue;
    found.inputs.push_back({.kind = task::InputKind::Uninitialised,
                            .type = read.type,
                            .bits = confirm::bits_of(terms.bits(solver.value(read.value))),
                            .edge = nullptr,
                            .variable = read.variable,
                            .offset = offset});
  }
}

} // namespace

task::Counterexample counterexample_in_model(const symex::Unwinding& unwinding, smt::Terms& terms,
                                             smt::Solver& solver) {
  task::Counterexample found;
  for (const symex::TargetTerm& target : unwinding.targets)
    if (terms.is_true(solver.value(target.guard))) found.target = target.edge;
  for (const symex::InputTerm& input : unwinding.inputs)
    if (terms.is_true(solver.value(input.guard)))
      found.inputs.push_back({.kind = input.kind,
                              .type = input.type,
                              .bits = confirm::bits_of(terms.bits(solver.value(input.value))),
                              .edge = input.edge,
                              .variable = input.variable,
                              .offset = input.offset});
  add_contents(unwinding, terms, solver, found);
  found.environment = environment_memory(unwinding, terms, solver);
  return found;
}

} // namespace tandem::analysis::bounded

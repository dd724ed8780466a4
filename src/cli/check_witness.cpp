#include "cli/check_witness.h"

#include "analysis/check_invariants.h"
#include "automata/correctness_witness.h"
#include "automata/gia_file.h"
#include "automata/witness_gia.h"
#include "base/limits.h"
#include "base/require.h"
#include "cli/verdict.h"
#include "program/property.h"
#include "smt/backends.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tandem::cli {
namespace {

using analysis::ClaimStanding;
using analysis::InvariantCheck;

// A witness cannot name the property that is checked by default; the closest one it has means that.
Property property_of(const WitnessCheckOptions& options, const automata::Witness& witness) {
  if (!options.property.empty()) return read_property_file(options.property);
  const std::string& text = witness.task.specification;
  if (text.empty() || text == unreach_call_property().text) return default_property();
  return parse_property(text, witness.file);
}

void check_solver(const std::string& name) {
  const std::vector<std::string> names = smt::backend_names();
  if (!name.empty() && std::ranges::find(names, name) == names.end())
    throw UsageError(fmt::format("unknown solver '{}'; there are {}", name, fmt::join(names, ", ")));
}

std::string counted(std::size_t invariants) {
  return fmt::format("{} invariant{}", invariants, invariants == 1 ? "" : "s");
}

void print_line(const Place& place, std::string_view text) { fmt::print("{}: {}\n", place.text(), text); }

std::size_t print_dropped(const automata::Witness& witness, const automata::BoundInvariants& bound) {
  for (const auto& refused : bound.refused)
    print_line(refused.invariant->place, fmt::format("dropped: '{}': {}", refused.invariant->value, refused.reason));
  return witness.skipped.size() + bound.refused.size();
}

void print_inputs(const InvariantCheck& check) {
  if (!check.inputs.empty()) fmt::print(" (inputs {})", fmt::join(check.inputs, ","));
  fmt::print("\n");
}

ExitCode print_refuted(const automata::BoundInvariants& bound, const InvariantCheck& check) {
  if (check.invariant) {
    const automata::WitnessInvariant& wrong = *bound.origins[*check.invariant];
    fmt::print("{}: '{}' at line {} does not hold: {}", wrong.place.text(), wrong.value, wrong.location.line,
               check.text);
  } else {
    fmt::print("the property does not hold: {}", check.text);
  }
  print_inputs(check);
  fmt::print("witness: refuted\n");
  return ExitCode::Reached;
}

ExitCode conclude(const automata::BoundInvariants& bound, const InvariantCheck& check, std::size_t dropped) {
  for (const std::string& assumption : check.assumptions) fmt::print("Assumed: {}\n", assumption);
  switch (check.standing) {
  case ClaimStanding::Refuted: return print_refuted(bound, check);
  case ClaimStanding::Open: fmt::print("witness: not decided: {}\n", check.text); return ExitCode::Undecided;
  case ClaimStanding::Confirmed: break;
  }
  if (dropped > 0) {
    fmt::print("witness: not decided: the property was {}, but {} of the witness's claims {} dropped\n", check.text,
               dropped, dropped == 1 ? "was" : "were");
    return ExitCode::Undecided;
  }
  fmt::print("witness: confirmed: {} and the property were {}\n", counted(bound.invariants.size()), check.text);
  return ExitCode::Done;
}

ExitCode check_proof(const automata::Witness& witness, const Program& program, const Property& property,
                     const WitnessCheckOptions& options) {
  check_solver(options.solver);
  for (const std::string& remark : automata::check_witness_task(witness, program, Place{witness.file}))
    fmt::print("{}\n", remark);
  const automata::BoundInvariants bound = automata::bind_invariants(program, witness);
  fmt::print("{}: correctness witness of format {}: {}\n", witness.file, witness.version,
             counted(witness.invariants.size()));
  const std::size_t dropped = print_dropped(witness, bound);
  analysis::InvariantCheckOptions settings;
  settings.limits = {.cpu = parse_duration(options.ask.cpu), .memory = parse_size(options.ask.memory)};
  if (!options.solver.empty()) settings.solver = options.solver;
  Progress quiet(Verbosity::Quiet);
  return conclude(bound, analysis::check_invariants(program, property, bound.invariants, quiet, settings), dropped);
}

// The paths that pass the waypoints are claimed to reach the target: the interpreter tries the values they name, then
// an engine looks for an execution along them.
ExitCode check_violation(const automata::Witness& witness, const Program& program, const Property& property,
                         const analysis::Ask& ask) {
  const automata::ConvertedGia paths = automata::gia_of_violation(
      witness, program, property, automata::gia_header(program, property, "tandem check"), Place{witness.file});
  fmt::print("{}: violation witness of format {}: {} segments\n", witness.file, witness.version,
             witness.segments.size());
  for (const std::string& line : paths.dropped) fmt::print("{}\n", line);
  const auto& states = paths.gia.states();
  const auto end = std::ranges::find(states, automata::Accept::Candidate, &automata::Gia::State::accept);
  require(end != states.end(), "the waypoints should end in a candidate");
  const auto state = static_cast<automata::StateId>(end - states.begin());
  const analysis::ClaimCheck check = analysis::check_reached(program, paths.gia, state, property, ask);
  for (const std::string& assumption : check.assumptions) fmt::print("Assumed: {}\n", assumption);
  switch (check.standing) {
  case ClaimStanding::Confirmed:
    fmt::print("witness: confirmed: {}", check.text);
    if (!check.inputs.empty()) fmt::print(" (inputs {})", fmt::join(check.inputs, ","));
    fmt::print("\n");
    return ExitCode::Done;
  case ClaimStanding::Refuted: fmt::print("witness: refuted: {}\n", check.text); return ExitCode::Reached;
  case ClaimStanding::Open: break;
  }
  fmt::print("witness: not decided: {}\n", check.text);
  return ExitCode::Undecided;
}

} // namespace

bool is_witness(const std::string& file) { return file.ends_with(".yml") || file.ends_with(".yaml"); }

ExitCode check_witness(const std::string& file, const ProgramOptions& program_options,
                       const WitnessCheckOptions& options) {
  const automata::Witness witness = automata::read_witness(file);
  const Property property = property_of(options, witness);
  const Program program = load_program(program_options);
  if (witness.kind == automata::Witness::Kind::Correctness) return check_proof(witness, program, property, options);
  return check_violation(witness, program, property,
                         make_ask(options.ask, property, compiler_arguments(program_options)));
}

} // namespace tandem::cli

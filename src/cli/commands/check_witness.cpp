#include "cli/commands/check_witness.h"

#include "analysis/validate/check_invariants.h"
#include "base/core/limits.h"
#include "base/core/require.h"
#include "exchange/gia/gia_file.h"
#include "exchange/witness/correctness_witness.h"
#include "exchange/witness/witness_gia.h"
#include "program/model/property.h"
#include "smt/backends/backends.h"
#include "task/monitors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tandem::cli::commands {
namespace {

using analysis::validate::ClaimStatus;
using analysis::validate::InvariantCheck;

// A witness cannot name the property that is checked by default; the closest one it has means that.
Property property_of(const WitnessCheckOptions& options, const exchange::witness::Witness& witness) {
  if (!options.property.empty()) return read_property_file(options.property);
  const std::string& text = witness.task.specification;
  if (text.empty() || text == unreach_call_property().text) return default_property();
  return parse_property(text, witness.file);
}

void check_solver(const std::string& name) {
  const std::vector<std::string> names = smt::backends::backend_names();
  if (!name.empty() && std::ranges::find(names, name) == names.end())
    throw UsageError(fmt::format("unknown solver '{}'; there are {}", name, fmt::join(names, ", ")));
}

std::string counted(std::size_t invariants) {
  return fmt::format("{} invariant{}", invariants, invariants == 1 ? "" : "s");
}

void print_line(const TextPosition& position, std::string_view text) { fmt::print("{}: {}\n", position.text(), text); }

std::size_t print_dropped(const exchange::witness::Witness& witness, const exchange::witness::BoundInvariants& bound) {
  for (const auto& refused : bound.refused)
    print_line(refused.invariant->position, fmt::format("dropped: '{}': {}", refused.invariant->value, refused.reason));
  return witness.skipped.size() + bound.refused.size();
}

void print_inputs(const InvariantCheck& check) {
  if (!check.inputs.empty()) fmt::print(" (inputs {})", fmt::join(check.inputs, ","));
  fmt::print("\n");
}

ExitCode print_refuted(const exchange::witness::BoundInvariants& bound, const InvariantCheck& check) {
  if (check.invariant) {
    const exchange::witness::WitnessInvariant& wrong = *bound.origins[*check.invariant];
    fmt::print("{}: '{}' at line {} does not hold: {}", wrong.position.text(), wrong.value, wrong.location.line,
               check.text);
  } else {
    fmt::print("the property does not hold: {}", check.text);
  }
  print_inputs(check);
  fmt::print("witness: refuted\n");
  return ExitCode::Reached;
}

ExitCode conclude(const exchange::witness::BoundInvariants& bound, const InvariantCheck& check, std::size_t dropped) {
  for (const std::string& assumption : check.assumptions) fmt::print("Assumed: {}\n", assumption);
  switch (check.status) {
  case ClaimStatus::Refuted: return print_refuted(bound, check);
  case ClaimStatus::Open: fmt::print("witness: not decided: {}\n", check.text); return ExitCode::Undecided;
  case ClaimStatus::Confirmed: break;
  }
  if (dropped > 0) {
    fmt::print("witness: not decided: the property was {}, but {} of the witness's claims {} dropped\n", check.text,
               dropped, dropped == 1 ? "was" : "were");
    return ExitCode::Undecided;
  }
  fmt::print("witness: confirmed: {} and the property were {}\n", counted(bound.invariants.size()), check.text);
  return ExitCode::Done;
}

ExitCode check_proof(const exchange::witness::Witness& witness, const Program& program, const Property& property,
                     const WitnessCheckOptions& options) {
  check_solver(options.solver);
  for (const std::string& remark : exchange::witness::check_witness_task(witness, program, TextPosition{witness.file}))
    fmt::print("{}\n", remark);
  const exchange::witness::BoundInvariants bound = exchange::witness::bind_invariants(program, witness);
  fmt::print("{}: correctness witness of format {}: {}\n", witness.file, witness.version,
             counted(witness.invariants.size()));
  const std::size_t dropped = print_dropped(witness, bound);
  analysis::validate::InvariantCheckOptions settings;
  settings.limits = {.cpu = parse_duration(options.query.cpu), .memory = parse_size(options.query.memory)};
  if (!options.solver.empty()) settings.solver = options.solver;
  task::SilentMonitor quiet;
  return conclude(bound, analysis::validate::check_invariants(program, property, bound.invariants, quiet, settings),
                  dropped);
}

// The paths that pass the waypoints are claimed to reach the target: the interpreter tries the values they name, then
// an engine looks for an execution along them.
ExitCode check_violation(const exchange::witness::Witness& witness, const Program& program, const Property& property,
                         const analysis::validate::EngineQuery& query) {
  const exchange::witness::ConvertedGia paths = exchange::witness::gia_of_violation(
      witness, program, property, exchange::gia_header(program, property, "tandem check"), TextPosition{witness.file});
  fmt::print("{}: violation witness of format {}: {} segments\n", witness.file, witness.version,
             witness.segments.size());
  for (const std::string& line : paths.dropped) fmt::print("{}\n", line);
  const auto& states = paths.gia.states();
  const auto end = std::ranges::find(states, exchange::Accept::Candidate, &exchange::Gia::State::accept);
  require(end != states.end(), "the waypoints should end in a candidate");
  const auto state = static_cast<exchange::StateId>(end - states.begin());
  const analysis::validate::ClaimCheck check =
      analysis::validate::check_reached(program, paths.gia, state, property, query);
  for (const std::string& assumption : check.assumptions) fmt::print("Assumed: {}\n", assumption);
  switch (check.status) {
  case ClaimStatus::Confirmed:
    fmt::print("witness: confirmed: {}", check.text);
    if (!check.inputs.empty()) fmt::print(" (inputs {})", fmt::join(check.inputs, ","));
    fmt::print("\n");
    return ExitCode::Done;
  case ClaimStatus::Refuted: fmt::print("witness: refuted: {}\n", check.text); return ExitCode::Reached;
  case ClaimStatus::Open: break;
  }
  fmt::print("witness: not decided: {}\n", check.text);
  return ExitCode::Undecided;
}

} // namespace

bool is_witness(const std::string& file) { return file.ends_with(".yml") || file.ends_with(".yaml"); }

ExitCode check_witness(const std::string& file, const ProgramOptions& program_options,
                       const WitnessCheckOptions& options) {
  const exchange::witness::Witness witness = exchange::witness::read_witness(file);
  const Property property = property_of(options, witness);
  const Program program = load_program(program_options);
  if (witness.kind == exchange::witness::Witness::Kind::Correctness)
    return check_proof(witness, program, property, options);
  return check_violation(witness, program, property,
                         make_engine_query(options.query, compiler_arguments(program_options)));
}

} // namespace tandem::cli::commands

// tandem check: does an automaton or a witness fit its program, and is what it claims true?
#include "cli/commands/all.h"

#include "analysis/validate/check_gia.h"
#include "base/core/require.h"
#include "cli/commands/check_witness.h"
#include "cli/common/engine_query.h"
#include "cli/common/program_options.h"
#include "exchange/combine/combine.h"
#include "exchange/formats/gia_statistics.h"
#include "exchange/gia/gia_file.h"
#include "testing/automata/check_goals.h"
#include "testing/automata/goals_gia.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace tandem::cli::commands {
namespace {

using analysis::validate::ClaimCheck;
using analysis::validate::ClaimKind;
using analysis::validate::ClaimStatus;

struct Options {
  ProgramOptions program; // its last file is the automaton
  std::string property;
  EngineQueryOptions query;
  std::string solver;
};

std::string read_automaton(ProgramOptions& program) {
  const auto is_automaton = [](const std::string& file) {
    return file.ends_with(".gia") || file.ends_with(".gia.gz") || is_witness(file);
  };
  const auto found = std::ranges::find_if(program.files, is_automaton);
  if (found == program.files.end() || std::ranges::count_if(program.files, is_automaton) != 1)
    throw UsageError("the program's files and one automaton (.gia, .gia.gz) or witness (.yml) are expected");
  std::string result = *found;
  program.files.erase(found);
  return result;
}

Property property_of(const Options& options, const exchange::Gia& gia, const std::string& file) {
  if (!options.property.empty()) {
    Property property = read_property_file(options.property);
    exchange::check_property(gia.header(), property, TextPosition{file});
    return property;
  }
  return gia.header().property.empty() ? default_property() : parse_property(gia.header().property, file);
}

std::string_view shown(ClaimStatus status) {
  switch (status) {
  case ClaimStatus::Confirmed: return "confirmed";
  case ClaimStatus::Refuted: return "refuted";
  case ClaimStatus::Open: return "not decided";
  }
  unreachable();
}

std::string subject(const ClaimCheck& check) {
  switch (check.kind) {
  case ClaimKind::Unreachable: return "ut";
  case ClaimKind::Reached: return "rt " + check.subject;
  case ClaimKind::Invariant: return "invariant " + check.subject;
  }
  unreachable();
}

void print(const ClaimCheck& check) {
  fmt::print("{}: {}: {}", subject(check), shown(check.status), check.text);
  if (!check.inputs.empty()) fmt::print(" (inputs {})", fmt::join(check.inputs, ","));
  fmt::print("\n");
  for (const std::string& assumption : check.assumptions) fmt::print("Assumed: {}\n", assumption);
}

std::vector<ClaimCheck> check_claims(const Options& options, const Program& program, const exchange::Gia& gia,
                                     const std::string& file) {
  const analysis::validate::EngineQuery query = make_engine_query(options.query, compiler_arguments(options.program));
  if (testing::automata::is_about_goals(gia) && options.property.empty())
    return testing::automata::check_goals(program, gia, query);
  return analysis::validate::check_claims(program, gia, property_of(options, gia, file), query);
}

ExitCode check(const Options& given) {
  Options options = given;
  const std::string file = read_automaton(options.program);
  if (is_witness(file)) return check_witness(file, options.program, {options.property, options.solver, options.query});
  const Program program = load_program(options.program);
  const exchange::Gia gia = exchange::read_gia(file, &program);
  const exchange::combine::CombineInput input{&gia, file};
  exchange::combine::refuse_contradictions(std::span(&input, 1), &program);
  fmt::print("{}: well-formed: {}\n", file, exchange::formats::statistics_text(exchange::formats::statistics(gia)));
  std::size_t counts[3] = {0, 0, 0};
  for (const ClaimCheck& each : check_claims(options, program, gia, file)) {
    print(each);
    ++counts[static_cast<std::size_t>(each.status)];
  }
  fmt::print("claims: {} confirmed, {} refuted, {} not decided\n", counts[0], counts[1], counts[2]);
  return counts[1] > 0 ? ExitCode::Reached : counts[2] > 0 ? ExitCode::Undecided : ExitCode::Done;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  add_program_options(app, options->program);
  app.add_option("--property", options->property,
                 "property file (.prp); default: the one the automaton or witness names");
  app.add_option("--solver", options->solver,
                 "of a witness: the solver that proves it; default: z3, which is not the first choice of any engine");
  add_engine_query_options(app, options->query);
  return [options] { return check(*options); };
}

} // namespace

const Command check_command{
    .name = "check",
    .summary = "check an automaton or a witness: is it well-formed for its program, does it hold?",
    .details =
        "FILE is the program's files and one automaton (.gia). The automaton must be about these very files, and "
        "its edges and conditions must be there. Then its claims are checked. ut: an engine looks for a way to "
        "a target on the paths that are said to have none. rt: the interpreter follows the inputs that the "
        "claim names; if it names none, an engine looks for some; and unless the claim is made at the error itself, "
        "an engine looks for an execution along it that ends without a target. Invariants: an engine looks for an "
        "execution that violates them. Of an automaton about goals of tests, rt is run, and an engine looks for an "
        "execution that takes an edge to ut. Instead of the automaton, a witness (YAML 2.0) "
        "may be given. Of a correctness witness, the invariants, and from them the property, are proved by induction; "
        "of "
        "a violation witness, an execution along its waypoints is looked for; what has no place in the program is "
        "named. Exit code 0: all claims are confirmed, 10: one is refuted, 20: some could not "
        "be decided and are only well-formed.",
    .examples = {{"tandem check file.c known.gia", "with the default engine"},
                 {"tandem check file.c known.gia --engine none", "is it well-formed?"},
                 {"tandem check file.c witness.yml", "do its invariants prove the property?"}},
    .declare = declare,
};

} // namespace tandem::cli::commands

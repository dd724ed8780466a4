// tandem reduce: what a condition leaves open of a program, as C.
#include "cli/commands/all.h"

#include "base/core/input_error.h"
#include "base/core/require.h"
#include "base/core/text_file.h"
#include "cli/common/program_options.h"
#include "exchange/combine/combine.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"
#include "program/cwriter/c_writer.h"
#include "program/model/property.h"
#include "transform/loops/inductive_loops.h"
#include "transform/reduce/reduce.h"
#include "transform/slice/slice.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace tandem::cli::commands {
namespace {

using exchange::Accept;
using transform::reduce::FoldAt;
using transform::reduce::Keep;
using transform::reduce::ReduceMethod;
using transform::reduce::Residual;

template <typename Value> struct Named {
  std::string_view name;
  Value value;
};
constexpr std::array methods{Named{"auto", ReduceMethod::Auto}, Named{"unfold", ReduceMethod::Unfold},
                             Named{"fold", ReduceMethod::Fold}, Named{"monitor", ReduceMethod::Monitor},
                             Named{"identity", ReduceMethod::Identity}};
constexpr std::array folds{Named{"loop-heads", FoldAt::LoopHeads}, Named{"all", FoldAt::Everywhere}};
constexpr std::array keeps{Named{"uncovered", Keep::Uncovered}, Named{"candidates", Keep::Candidates},
                           Named{"verified", Keep::Verified}};
constexpr std::array accepts{Named{"ut", Accept::Unreachable}, Named{"rt", Accept::Reached}};

template <typename Table> std::vector<std::string> names(const Table& table) {
  std::vector<std::string> result;
  for (const auto& entry : table) result.emplace_back(entry.name);
  return result;
}

template <typename Table> auto value(const Table& table, const std::string& name) {
  const auto found = std::ranges::find(table, name, &Table::value_type::name);
  require(found != table.end(), "the parser should have refused the word");
  return found->value;
}

struct Options {
  ProgramOptions program;
  std::string condition;
  std::string method = "auto", remove = "ut", keep = "uncovered", fold = "loop-heads";
  std::uint32_t fold_iterations = 0;
  std::string property;
  std::string output;
  bool slice = false, inductive_loops = false, stats = false;
};

transform::reduce::ReduceOptions reduce_options(const Options& options, const Property& property) {
  return {.method = value(methods, options.method),
          .remove = value(accepts, options.remove),
          .keep = value(keeps, options.keep),
          .fold_at = value(folds, options.fold),
          .fold_iterations = options.fold_iterations,
          .intact = property.error_functions};
}

// For each written line the edges of the original that it stands for, with their positions.
std::string map_text(const Program& original, const Residual& residual, const cwriter::WrittenC& written) {
  auto lines = nlohmann::ordered_json::array();
  for (const cwriter::LineEntry& entry : written.map) {
    auto edges = nlohmann::ordered_json::array();
    for (const Edge* edge : entry.edges)
      if (const Edge* origin = residual.edge_origin[edge->id])
        edges.push_back({{"name", origin->name}, {"source", original.text(origin->range.begin)}});
    if (!edges.empty()) lines.push_back({{"line", entry.line}, {"edges", edges}});
  }
  return nlohmann::ordered_json{{"version", 1}, {"lines", lines}}.dump(1) + "\n";
}

void print_statistics(const Residual& residual) {
  const transform::reduce::ReduceStatistics& counts = residual.statistics;
  fmt::print(stderr, "method: {} ({})\n", transform::reduce::name(residual.method), residual.remark);
  const auto line = [](std::string_view what, std::size_t before, std::size_t after) {
    const double share = before == 0 ? 0 : 100 * static_cast<double>(after) / static_cast<double>(before);
    fmt::print(stderr, "{}: {} of {} ({:.0f} %)\n", what, after, before, share);
  };
  line("locations", counts.locations_before, counts.locations);
  line("edges", counts.edges_before, counts.edges);
  line("functions", counts.functions_before, counts.functions);
  if (counts.left_out > 0) fmt::print(stderr, "transitions whose condition could not be asked: {}\n", counts.left_out);
}

Residual made(const Program& program, const Options& options, const transform::reduce::ReduceOptions& wanted,
              const Property& property) {
  std::vector<exchange::LocationInvariant> known;
  std::optional<Residual> residual;
  if (!options.condition.empty()) {
    const exchange::Gia condition = exchange::read_gia(options.condition, &program);
    const exchange::combine::CombineInput input{&condition, options.condition};
    exchange::combine::refuse_contradictions(std::span(&input, 1), &program);
    residual = transform::reduce::reduce(program, condition, wanted);
    known = exchange::invariants_of(program, condition);
  }
  if (options.slice)
    residual = residual ? transform::slice::sliced(*residual, property) : transform::slice::slice(program, property);
  if (!options.inductive_loops) return std::move(*residual);
  residual = residual ? transform::loops::make_loops_inductive(*residual, property, {.invariants = known})
                      : transform::loops::make_loops_inductive(program, property);
  if (!residual)
    throw InputError("no loop can be made inductive: they change memory without a name or pointers, or there are none");
  return std::move(*residual);
}

ExitCode reduce(const Options& options) {
  if (options.condition.empty() && !options.slice && !options.inductive_loops)
    throw UsageError(
        "nothing to do: --condition says what to remove, --slice removes what no error depends on, --inductive-loops "
        "replaces loops by their induction step");
  const Property property = options.property.empty() ? default_property() : read_property_file(options.property);
  const transform::reduce::ReduceOptions wanted = reduce_options(options, property);
  const Program program = load_program(options.program);
  const Residual residual = made(program, options, wanted, property);
  if (options.stats)
    print_statistics(residual);
  else if (wanted.method == ReduceMethod::Auto)
    fmt::print(stderr, "method: {} ({})\n", transform::reduce::name(residual.method), residual.remark);
  // The text is for other verifiers.
  const cwriter::WrittenC written = cwriter::write_c(
      residual.program, {.branches = cwriter::Branches::Joined, .error_functions = property.error_functions});
  if (options.output.empty()) {
    fmt::print("{}", written.text);
  } else {
    write_text_file(options.output, written.text);
    write_text_file(options.output + ".map.json", map_text(program, residual, written));
  }
  return ExitCode::Done;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  add_program_options(app, options->program);
  app.add_option("--condition", options->condition, "the automaton that says what is known")->type_name("C.gia");
  app.add_option("--method", options->method, "how the residual program is made")
      ->check(CLI::IsMember(names(methods)))
      ->capture_default_str();
  app.add_option("--remove", options->remove,
                 "which paths are removed: those without a target, or those that reach one")
      ->check(CLI::IsMember(names(accepts)))
      ->capture_default_str();
  app.add_option(
         "--keep", options->keep,
         "what is kept: all that is not covered, of that only what leads to candidates, or what is verified and "
         "nothing else")
      ->check(CLI::IsMember(names(keeps)))
      ->capture_default_str();
  app.add_option("--fold", options->fold, "where --method fold merges locations")
      ->check(CLI::IsMember(names(folds)))
      ->capture_default_str();
  app.add_option("--fold-iterations", options->fold_iterations,
                 "merge the head of a loop only after so many iterations")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--property", options->property, "property file (.prp); its error functions keep their names");
  app.add_flag("--slice", options->slice,
               "also remove what no error that is left depends on (alone: of the program as it is)");
  app.add_flag(
      "--inductive-loops", options->inductive_loops,
      "replace loops by their induction step: a program without loops that has at least the errors, for verifiers "
      "that unwind loops");
  app.add_flag("--stats", options->stats, "print sizes before and after to standard error");
  app.add_option("-o,--output", options->output,
                 "write to this file, and a map from its lines to the program's edges beside it (.map.json)")
      ->type_name("RESIDUAL.c");
  return [options] { return reduce(*options); };
}

} // namespace

constinit const Command reduce_command{
    .name = "reduce",
    .summary = "what a condition leaves open of a program, as a program in C",
    .details =
        "The residual program has every path that the condition does not cover and no path that the program does not "
        "have, so a verifier or tester that knows nothing about conditions can go on where another one stopped. "
        "unfold is exact, and may be larger than the program where the condition distinguishes many paths; fold merges "
        "locations again and keeps more paths; monitor keeps the program's shape and the automaton's state in a "
        "variable; identity is the program itself. auto takes the first of unfold and "
        "the folds that is at most twice as large as the program, and says which. A path that is removed ends in "
        "abort().",
    .examples = {{"tandem reduce file.c --condition known.gia -o rest.c", "what is left to verify"},
                 {"tandem reduce file.c --condition known.gia --method fold --fold all --stats -o rest.c",
                  "never larger than the program, up to the conditions that are asked"},
                 {"tandem reduce file.c --condition known.gia --keep verified -o safe.c",
                  "the part of the program that is verified"}},
    .declare = declare,
};

} // namespace tandem::cli::commands

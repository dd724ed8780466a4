// tandem convert: what other tools say about a program's paths as a GIA, and back. Everything passes through a GIA;
// what it or the other format cannot express is printed, one line each.
#include "cli/commands/all.h"

#include "base/core/require.h"
#include "cli/commands/convert_write.h"
#include "cli/common/engine_query.h"
#include "cli/common/formats.h"
#include "cli/common/program_options.h"
#include "exchange/formats/condition_gia.h"
#include "exchange/formats/gia_statistics.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"
#include "exchange/witness/correctness_witness.h"
#include "exchange/witness/graphml_invariants.h"
#include "exchange/witness/witness_gia.h"
#include "testing/runs/suite_gia.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <set>

namespace tandem::cli::commands {
namespace {

using exchange::Gia;
using exchange::witness::ConvertedGia;

struct Options {
  ProgramOptions program;
  std::string input, output;
  std::string from, to;
  std::string property;
  EngineQueryOptions query;
};

// The input, read: an automaton, and the property it is about.
struct Converted {
  ConvertedGia result;
  Property property;
  bool about_goals = false;
};

class Reader {
public:
  Reader(const Options& options, const Program* program) : options_(options), program_(program) {}

  Converted read(Format format) {
    if (format != Format::Gia && program_ == nullptr)
      throw UsageError(fmt::format("--program is needed to read the format '{}'", name(format)));
    switch (format) {
    case Format::Gia: return gia();
    case Format::Yaml: return yaml();
    case Format::Graphml: return graphml();
    case Format::Condition: return condition();
    case Format::Suite: return suite();
    case Format::Dot:
    case Format::Svg:
    case Format::Json: throw UsageError(fmt::format("the format '{}' is written, not read", name(format)));
    }
    unreachable();
  }

private:
  // What the property is, by the command line or else by the input.
  void choose_property(const std::string& text) {
    out_.about_goals = text.starts_with("COVER");
    if (!options_.property.empty()) {
      out_.property = read_property_file(options_.property);
      out_.about_goals = false;
    } else if (out_.about_goals || text.empty()) {
      out_.property = default_property();
    } else {
      try {
        out_.property = parse_property(text, options_.input);
      } catch (const InputError& error) {
        out_.property = default_property();
        notes_.push_back(fmt::format("{}: the specification '{}' is not used: {}", options_.input, text, error.what()));
      }
    }
    header_property_ = out_.about_goals ? text : out_.property.text;
  }

  exchange::GiaHeader header(const std::string& producer) const {
    exchange::GiaHeader result =
        exchange::gia_header(*program_, out_.property, producer.empty() ? "tandem convert" : producer + ", converted");
    result.property = header_property_;
    return result;
  }

  Converted finish(ConvertedGia converted) {
    out_.result = std::move(converted);
    out_.result.dropped.insert(out_.result.dropped.begin(), notes_.begin(), notes_.end());
    return std::move(out_);
  }

  Converted gia() {
    ConvertedGia read{exchange::read_gia(options_.input, program_), {}};
    choose_property(read.gia.header().property);
    if (!options_.property.empty()) exchange::check_property(read.gia.header(), out_.property, position_);
    return finish(std::move(read));
  }

  Converted yaml() {
    const exchange::witness::Witness witness = exchange::witness::read_witness(options_.input);
    choose_property(witness.task.specification);
    if (witness.kind == exchange::witness::Witness::Kind::Correctness) return invariants(witness);
    return finish(exchange::witness::gia_of_violation(witness, *program_, out_.property, header(""), position_));
  }

  Converted graphml() {
    const exchange::witness::GraphmlWitness witness = exchange::witness::read_graphml(options_.input);
    choose_property(witness.specification);
    if (witness.kind == exchange::witness::GraphmlWitness::Kind::Violation)
      return finish(exchange::witness::gia_of_violation(witness, *program_, header(witness.producer), position_));
    exchange::witness::check_witness_model(*program_, witness.architecture, position_);
    notes_.insert(notes_.end(), witness.dropped.begin(), witness.dropped.end());
    return invariants(exchange::witness::invariants_of(witness));
  }

  // Invariants are no claim about paths: they become states that accept nothing.
  Converted invariants(const exchange::witness::Witness& witness) {
    for (std::string& remark : exchange::witness::check_witness_task(witness, *program_, position_))
      notes_.push_back(std::move(remark));
    const exchange::witness::BoundInvariants bound = exchange::witness::bind_invariants(*program_, witness);
    for (const exchange::witness::BoundInvariants::Refused& refused : bound.refused)
      notes_.push_back(fmt::format("{}: the invariant '{}' is not carried over: {}", refused.invariant->position.text(),
                                   refused.invariant->value, refused.reason));
    Gia gia = exchange::invariant_gia(*program_, bound.invariants, header(""));
    std::set<const Location*> lost;
    for (const exchange::LocationInvariant& each : bound.invariants) lost.insert(each.location);
    for (const exchange::LocationInvariant& each : exchange::invariants_of(*program_, gia)) lost.erase(each.location);
    if (!lost.empty())
      notes_.push_back(
          fmt::format("{}: the invariants of {} places are not carried over: no state stands for them alone",
                      options_.input, lost.size()));
    return finish({std::move(gia), {}});
  }

  Converted condition() {
    const exchange::formats::ConditionAutomaton automaton = exchange::formats::read_condition_automaton(options_.input);
    choose_property("");
    return finish(exchange::formats::gia_of_condition(automaton, *program_, header("CPAchecker")));
  }

  Converted suite() {
    const exchange::formats::TestSuite suite = exchange::formats::read_test_suite(options_.input);
    const bool about_error = suite.specification.find("@CALL") != std::string::npos;
    choose_property(about_error ? "" : suite.specification);
    const auto aim = out_.about_goals ? testing::SuiteAim::Goals : testing::SuiteAim::Error;
    return finish(
        testing::gia_of_suite(suite, *program_, out_.property, header(suite.producer), {.aim = aim}, position_));
  }

  const Options& options_;
  const Program* program_;
  const TextPosition position_{options_.input};
  Converted out_{.result = {Gia(), {}}};
  std::string header_property_;
  std::vector<std::string> notes_;
};

void print_dropped(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) fmt::print(stderr, "dropped: {}\n", line);
}

ExitCode convert(const Options& options) {
  const Format to = options.to.empty() ? format_by_ending(options.output) : format_named(options.to);
  const Format from = options.from.empty() ? recognise(options.input) : format_named(options.from);
  std::optional<Program> program;
  if (!options.program.files.empty() || !options.program.compile_commands.empty())
    program.emplace(load_program(options.program));
  const Converted input = Reader(options, program ? &*program : nullptr).read(from);
  print_dropped(input.result.dropped);
  const Written written = write_converted(
      input.result.gia, {.format = to,
                         .path = options.output,
                         .program = program ? &*program : nullptr,
                         .property = input.property,
                         .about_goals = input.about_goals,
                         .query = make_engine_query(options.query, compiler_arguments(options.program))});
  print_dropped(written.dropped);
  fmt::print(stderr, "{}: {}\n", options.input,
             exchange::formats::statistics_text(exchange::formats::statistics(input.result.gia)));
  if (written.anything) return ExitCode::Done;
  fmt::print(stderr, "{}: nothing was written: the automaton says nothing that this format has words for\n",
             options.output);
  return ExitCode::Undecided;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("IN", options->input, "what to convert: a file, or a folder of tests")->required()->type_name("");
  app.add_option("-o,--output", options->output, "what to write; its ending says in which format")
      ->required()
      ->type_name("PATH");
  app.add_option("--program", options->program.files, "C sources of the program that it is about")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--from", options->from, "the format of IN, if its content does not say so")
      ->check(CLI::IsMember({"gia", "yaml", "graphml", "condition", "suite"}));
  app.add_option("--to", options->to, "the format to write, if the ending does not say so")
      ->check(CLI::IsMember(format_names()));
  app.add_option("--property", options->property, "property file (.prp); default: the one that IN names");
  add_program_settings(app, options->program);
  add_engine_query_options(app, options->query);
  return [options] { return convert(*options); };
}

} // namespace

const Command convert_command{
    .name = "convert",
    .summary = "witnesses, condition automata and test suites as automata, and back",
    .details =
        "Reads and writes GIAs (.gia), witnesses in YAML 2.0 (.yml) and GraphML 1.0 (.graphml), condition automata of "
        "CPAchecker (.txt), and test suites of Test-Comp (a folder; read also as a zip archive); writes drawings "
        "(.dot, .svg) and JSON. What a format has no words for is dropped and printed, one line each, to standard "
        "error; no claim becomes stronger. A violation witness gives candidates, because it has not been run yet. "
        "Tests "
        "are run in the interpreter. Witnesses of violations and tests are written only for executions that were "
        "found and run: the inputs that the automaton names are tried, then an engine is asked.",
    .examples = {{"tandem convert witness.graphml -o known.gia --program file.c", "a violation as candidates"},
                 {"tandem convert test-suite/ -o known.gia --program file.c", "what tests have reached"},
                 {"tandem convert known.gia -o test-suite --program file.c", "a small test suite"},
                 {"tandem convert known.gia -o witness.yml --program file.c", "a violation that was run"},
                 {"tandem convert known.gia -o known.svg", "a drawing"}},
    .declare = declare,
};

} // namespace tandem::cli::commands

// tandem combine: what several automata know about one program, in one.
#include "cli/commands/all.h"

#include "base/core/input_error.h"
#include "cli/common/program_options.h"
#include "exchange/combine/combine.h"
#include "exchange/formats/gia_statistics.h"
#include "exchange/gia/gia_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace tandem::cli::commands {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string output;
  ProgramOptions program;
};

bool some_accept(const std::vector<exchange::Gia>& gias, exchange::Accept accept) {
  return std::ranges::any_of(gias, [&](const exchange::Gia& gia) {
    return std::ranges::any_of(gia.states(), [&](const auto& state) { return state.accept == accept; });
  });
}

// The files that the automata name, if they are still there; only if a contradiction is possible.
std::optional<Program> program_of(const std::vector<exchange::Gia>& gias, ProgramOptions options) {
  const bool is_given = !options.files.empty();
  const exchange::GiaHeader& header = gias.front().header();
  if (!some_accept(gias, exchange::Accept::Unreachable) || !some_accept(gias, exchange::Accept::Reached))
    return std::nullopt;
  if (!is_given)
    for (const exchange::GiaHeader::File& file : header.files) options.files.push_back(file.path);
  if (options.files.empty()) return std::nullopt;
  if (!header.data_model.empty()) options.data_model = header.data_model;
  try {
    Program program = load_program(options);
    exchange::check_program(header, program, TextPosition{options.files.front()});
    return program;
  } catch (const InputError&) {
    if (is_given) throw;
    return std::nullopt;
  }
}

ExitCode combine(const Options& options) {
  std::vector<exchange::Gia> gias;
  for (const std::string& file : options.files) gias.push_back(exchange::read_gia(file));
  std::vector<exchange::combine::CombineInput> inputs;
  for (std::size_t i = 0; i < gias.size(); ++i) inputs.push_back({&gias[i], options.files[i]});
  const std::optional<Program> program = program_of(gias, options.program);
  const exchange::Gia result = exchange::combine::combined(inputs, program ? &*program : nullptr);
  if (options.output.empty()) {
    fmt::print("{}", exchange::gia_text(result));
    return ExitCode::Done;
  }
  exchange::write_gia(options.output, result);
  const auto report = [](const std::string& file, const exchange::Gia& gia) {
    fmt::print(stderr, "{}: {}\n", file, exchange::formats::statistics_text(exchange::formats::statistics(gia)));
  };
  for (std::size_t i = 0; i < gias.size(); ++i) report(options.files[i], gias[i]);
  report(options.output, result);
  return ExitCode::Done;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("FILE", options->files, "automata about one program and property (.gia, .gia.gz)")
      ->required()
      ->type_name("");
  app.add_option("-o,--output", options->output, "write to this file, compressed if it ends in .gz")->type_name("PATH");
  app.add_option(
         "--program", options->program.files,
         "the program's files, if they are not where the automata say; only paths of the program can contradict "
         "each other")
      ->type_name("FILE");
  add_program_settings(app, options->program);
  return [options] { return combine(*options); };
}

} // namespace

constinit const Command combine_command{
    .name = "combine",
    .summary = "put together what several verifiers and testers have found out",
    .details =
        "A path is decided in the result if one of the automata decides it: no target is reached (ut), or one is "
        "(rt). Candidates stay candidates until they are decided. Automata that contradict each "
        "other, one saying ut of a path and another rt, are refused with an example of such a path.",
    .examples = {{"tandem combine verifier.gia tester.gia -o known.gia", "both in one file"},
                 {"tandem combine known.gia", "one automaton, minimised, on standard output"}},
    .declare = declare,
};

} // namespace tandem::cli::commands

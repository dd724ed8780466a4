// tandem combine: what several automata know about one program, in one.
#include "cli/commands/all.h"

#include "exchange/combine/combine.h"
#include "exchange/formats/gia_statistics.h"
#include "exchange/gia/gia_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace tandem::cli::commands {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string output;
};

ExitCode combine(const Options& options) {
  std::vector<exchange::Gia> gias;
  for (const std::string& file : options.files) gias.push_back(exchange::read_gia(file));
  std::vector<exchange::combine::CombineInput> inputs;
  for (std::size_t i = 0; i < gias.size(); ++i) inputs.push_back({&gias[i], options.files[i]});
  const exchange::Gia result = exchange::combine::combined(inputs);
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

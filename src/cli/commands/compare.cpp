// tandem compare: which of two automata says more.
#include "cli/commands/all.h"

#include "exchange/combine/combine.h"
#include "exchange/combine/compare.h"
#include "exchange/formats/gia_views.h"
#include "exchange/gia/gia_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <memory>

namespace tandem::cli::commands {
namespace {

using exchange::Accept;
using exchange::combine::Inclusion;

struct Options {
  std::string first, second;
};

enum class Difference : std::uint8_t { None, Some, Unknown };

Difference print(const std::string& larger, Accept accept, const Inclusion& inclusion) {
  switch (inclusion.answer) {
  case Inclusion::Answer::Included: return Difference::None;
  case Inclusion::Answer::Missing:
    fmt::print("{}: only in {}: paths that begin with {}\n", exchange::formats::name(accept), larger,
               exchange::combine::path_text(inclusion.example));
    return Difference::Some;
  case Inclusion::Answer::TooLarge:
    fmt::print("{}: too large to tell whether {} says more\n", exchange::formats::name(accept), larger);
    return Difference::Unknown;
  }
  return Difference::Unknown;
}

ExitCode compare(const Options& options) {
  const exchange::Gia first = exchange::read_gia(options.first), second = exchange::read_gia(options.second);
  exchange::combine::check_same_program_and_property(
      std::array{exchange::combine::CombineInput{&first, options.first},
                 exchange::combine::CombineInput{&second, options.second}});
  ExitCode result = ExitCode::Done;
  for (const Accept accept : {Accept::Unreachable, Accept::Reached, Accept::Candidate}) {
    const Difference there = print(options.first, accept, exchange::combine::is_included(first, second, accept));
    const Difference back = print(options.second, accept, exchange::combine::is_included(second, first, accept));
    if (there == Difference::None && back == Difference::None)
      fmt::print("{}: the same\n", exchange::formats::name(accept));
    if (there == Difference::Some || back == Difference::Some)
      result = ExitCode::Reached;
    else if ((there == Difference::Unknown || back == Difference::Unknown) && result == ExitCode::Done)
      result = ExitCode::Undecided;
  }
  return result;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("A", options->first, "an automaton (.gia, .gia.gz)")->required()->type_name("");
  app.add_option("B", options->second, "another one about the same program")->required()->type_name("");
  return [options] { return compare(*options); };
}

} // namespace

constinit const Command compare_command{
    .name = "compare",
    .summary = "what one automaton knows and another does not",
    .details = "Compares what two automata accept as ut, rt and cand, and shows a shortest path that only one of them "
               "accepts. Conditions are compared by their text: a difference may be one of wording only. Exit code 0: "
               "they say the same, 10: they do not, 20: they are too large to tell.",
    .examples = {{"tandem compare before.gia after.gia", "what the second run has added"}},
    .declare = declare,
};

} // namespace tandem::cli::commands

#include "cli/common/drawing.h"

#include "base/core/input_error.h"
#include "base/process/process.h"
#include "exchange/formats/gia_views.h"

#include <fmt/format.h>

namespace tandem::cli {

std::string svg_of(const std::string& dot) {
  const auto program = process::find_program("dot");
  if (!program)
    throw InputError("drawings need graphviz's dot, which is not installed; install it (apt-get install graphviz) or "
                     "choose the format dot");
  process::ProcessResult result = process::run_process({.words = {program->string(), "-Tsvg"}, .input = dot});
  if (!result.succeeded())
    throw InputError("graphviz could not draw this: " + result.errors.substr(0, result.errors.find('\n')));
  return std::move(result.output);
}

std::string svg_of(const exchange::Gia& gia) {
  // Beyond this graphviz takes minutes, and the drawing is unreadable.
  constexpr std::size_t most_states = 2000;
  if (gia.states().size() > most_states)
    throw InputError(fmt::format(
        "an automaton of {} states is too large for a drawing; use the format text, dot or json", gia.states().size()));
  return svg_of(exchange::formats::gia_dot(gia));
}

} // namespace tandem::cli

// Counting and printing.

#include "exchange/formats/gia_statistics.h"

#include "exchange/combine/determinise.h"
#include "exchange/combine/trim.h"

#include <fmt/format.h>

namespace tandem::exchange::formats {

namespace {

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

} // namespace

GiaStatistics statistics(const Gia& gia) {
  GiaStatistics result{.states = gia.states().size(),
                       .transitions = gia.transitions().size(),
                       .edges = gia.edge_name_count(),
                       .useless = gia.states().size() - combine::trimmed(gia).states().size(),
                       .is_deterministic = combine::is_plainly_deterministic(gia)};
  for (const Gia::State& state : gia.states()) {
    result.ut += state.accept == Accept::Unreachable ? 1 : 0;
    result.rt += state.accept == Accept::Reached ? 1 : 0;
    result.cand += state.accept == Accept::Candidate ? 1 : 0;
    result.invariants += state.invariant != Gia::no_text ? 1 : 0;
  }
  for (const Gia::Transition& transition : gia.transitions())
    result.assumptions += transition.assumption != Gia::no_text ? 1 : 0;
  return result;
}

std::string statistics_text(const GiaStatistics& statistics) {
  return fmt::format("{} ({} ut, {} rt, {} cand; {} idle), {} on {}, {}, {}, {}", counted(statistics.states, "state"),
                     statistics.ut, statistics.rt, statistics.cand, statistics.useless,
                     counted(statistics.transitions, "transition"), counted(statistics.edges, "edge"),
                     counted(statistics.assumptions, "assumption"), counted(statistics.invariants, "invariant"),
                     statistics.is_deterministic ? "deterministic" : "nondeterministic");
}

} // namespace tandem::exchange::formats

// The size of an automaton and what it claims, in numbers.
#pragma once

#include "exchange/gia/gia.h"

#include <string>

namespace tandem::exchange::formats {

struct GiaStatistics {
  std::size_t states = 0, transitions = 0;
  std::size_t ut = 0, rt = 0, cand = 0;        // accepting states
  std::size_t assumptions = 0, invariants = 0; // transitions and states that have one
  std::size_t edges = 0;                       // edges of the program that are named
  std::size_t useless = 0;                     // states that are unreachable or from which nothing is accepted
  bool is_deterministic = true;                // if all conditions are ignored
  bool operator==(const GiaStatistics&) const = default;
};

GiaStatistics statistics(const Gia& gia);
// "12 states (3 ut, 1 rt, 2 cand), 20 transitions …"
std::string statistics_text(const GiaStatistics& statistics);

} // namespace tandem::exchange::formats

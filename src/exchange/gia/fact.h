// A fact: what one partner of a cooperation tells the others while all of them work. It is a small automaton, with a
// word on how it is meant. An actor that receives one proves it again before use or names its source as what the
// verdict rests on.
#pragma once

#include "exchange/gia/gia.h"
#include "exchange/gia/location_invariant.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tandem::exchange {

enum class FactKind : std::uint8_t {
  Invariants, // hold whenever an execution that has met no error is there: its source has proved them
  Candidates, // may be invariants: they hold wherever the source has been
  Predicates, // worth distinguishing there; nothing is claimed
  Refuted,    // invariants of another partner, which an execution violates
};

std::string_view name(FactKind kind); // "invariants"

struct Fact {
  FactKind kind = FactKind::Invariants;
  std::string source; // the partner that says so; filled in by the strategy that passes it on
  std::string about;  // Refuted: the partner whose invariants they were
  Gia gia;
};

// About conditions at locations; those that no text expresses are left out.
Fact location_fact(FactKind kind, const Program& program, std::span<const LocationInvariant> conditions,
                   GiaHeader header);

// Texts longer than this are no facts: partners are told little at a time.
inline constexpr std::size_t longest_fact = std::size_t{1} << 18;

// One line, without its end.
std::string fact_line(const Fact& fact);
// Throws InputError for what is no fact about the program.
Fact read_fact(std::string_view line, const Program& program);

} // namespace tandem::exchange

// Conversion between CPAchecker's condition automata and GIAs.
//
// In a condition automaton a path is covered as soon as no transition matches, so that every text that does not match
// would count as a proof. When reading, a path is therefore ut only where automaton and program are known to be at the
// same location: a transition into __TRUE matches an edge, or the other side of a branch matches one and this side does
// not. Everything else that does not match ends the run and is reported. When writing, what does not match leads to
// __FALSE.
#pragma once

#include "exchange/formats/condition_automaton.h"
#include "exchange/witness/witness_gia.h"

namespace tandem::exchange::formats {

// Throws InputError for a text that the program does not have at all, and for states that are not USEFIRST.
witness::ConvertedGia gia_of_condition(const ConditionAutomaton& automaton, const Program& program, GiaHeader header);

struct WrittenCondition {
  ConditionAutomaton automaton;
  std::vector<std::string> dropped;
};
// Only ut can be expressed, and only without assumptions and invariants. Throws InputError if the automaton is not
// about the program or the result would be too large.
WrittenCondition condition_of_gia(const Gia& gia, const Program& program);

} // namespace tandem::exchange::formats

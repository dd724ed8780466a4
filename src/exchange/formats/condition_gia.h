// Condition automata of CPAchecker and GIAs.
//
// There a path is covered as soon as no transition matches, so that every text that does not fit would count as a
// proof. Reading, a path is ut only where the automaton and the program are seen to be at the same place: a transition
// into
// __TRUE matches an edge, or the other side of a branch matches one and this side does not. Everything else that does
// not fit ends the run and is reported. Writing, whatever does not match leads to __FALSE.
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
// Only ut can be said, and only without assumptions and invariants. Throws InputError if the automaton does not fit the
// program or the result would be too large.
WrittenCondition condition_of_gia(const Gia& gia, const Program& program);

} // namespace tandem::exchange::formats

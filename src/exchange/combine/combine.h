// The combiner of "Exchanging Information in Cooperative Software Validation" (algorithms 2 and 4, definition 7): one
// automaton with the information of several.
#pragma once

#include "exchange/gia/gia.h"

#include <span>
#include <string>

namespace tandem {
class Program;
}

namespace tandem::exchange::combine {

struct CombineInput {
  const Gia* gia = nullptr;
  std::string name; // for messages
};

// The ut and rt languages are the unions of those of the inputs. A path is a candidate if it is one for some input,
// unless it enters ut or rt with the same edge. Invariants of states are kept: runs of the result claim what runs of
// the inputs do. Minimised. The order of the inputs, and the grouping in which they are combined, affects names and
// shape but no language.
//
// Throws InputError for inputs about different programs or properties, and for inputs that contradict each other or
// themselves (refuse_contradictions).
Gia combined(std::span<const CombineInput> inputs, const Program* program = nullptr);

// Throws InputError with an example path (contradiction.h says which contradictions are found). Without the program, a
// sequence of edges that it does not have may count as a path. Returns whether the search was complete.
bool refuse_contradictions(std::span<const CombineInput> inputs, const Program* program);

// Throws InputError unless all are about the same program (by content), data model and property.
void check_same_program_and_property(std::span<const CombineInput> inputs);

} // namespace tandem::exchange::combine

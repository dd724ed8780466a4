// Loops cut open: a program without the loops of another one that has at least its errors, so that a verifier which
// unwinds loops can prove what has no bound, and gets behind loops with very many rounds.
//
// By induction, as "Software Verification Using k-Induction" (Donaldson, Haller, Kroening, Rümmer, SAS 2011) cuts
// loops, with two rounds: a loop's first round is the program's own. All others follow a round that begins with any
// values in what the loop may change, and in which nothing goes wrong and the loop is not left; the first error and the
// end of the loop come in the round behind it. Inner loops are cut in each of these rounds. Loops that change what
// cannot be given any value (loop_changes.h) stay as they are.
//
// A proof is one of the program. An alarm has to be tried out on the program: a later round may never come about.
// Testers get along without the round before: they have nothing to prove, and find it hard to guess values that make
// the next round the last one.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "program/model/property.h"
#include "transform/reduce/reduce.h"

#include <optional>
#include <span>

namespace tandem::transform::loops {

// How a later round begins.
enum class LaterIterations : std::uint8_t { AfterSafeIteration, AfterHavoc };

// Whether arrays, and what else no nondet function is for, may get any value. In C text that is a copy of something
// uninitialised, which some tools take for zeros.
enum class Aggregates : std::uint8_t { GetAnyValue, Stay };

struct InductiveLoopOptions {
  std::span<const exchange::LocationInvariant> invariants =
      {}; // hold at loop heads; those about scalars that are read are used
  LaterIterations later_iterations = LaterIterations::AfterSafeIteration;
  Aggregates aggregates = Aggregates::GetAnyValue; // Stay: loops that change such are not cut
};

// Nothing if no loop can be cut, or the result would be too large.
std::optional<reduce::Residual> make_loops_inductive(const Program& program, const Property& property,
                                                     const InductiveLoopOptions& options = {});

// The loops of a residual program, with the origins in the first program, of which the invariants speak.
std::optional<reduce::Residual> make_loops_inductive(const reduce::Residual& residual, const Property& property,
                                                     const InductiveLoopOptions& options = {});

} // namespace tandem::transform::loops

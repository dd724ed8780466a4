// Inductive loop transformation: replaces the loops of a program by loop-free code that has at least its errors, so
// that a verifier that unwinds loops can prove properties of unbounded loops, and reach errors behind loops with very
// many iterations.
//
// Follows "Software Verification Using k-Induction" (Donaldson, Haller, Kroening, Rümmer, SAS 2011) with k = 1: the
// base case is the loop's first iteration. All later iterations are represented by two: the induction hypothesis, which
// starts after everything that the loop modifies was havocked, and in which paths that violate the property or leave
// the loop end; and the induction step, in which errors are reported and from which the loop may be left. Inner loops
// are transformed in each of the three copies. Loops that modify what cannot be havocked (loop_changes.h) are kept.
//
// A proof carries over to the program. An alarm has to be confirmed on the program, since the havocked state may not be
// reachable. For testers the hypothesis is omitted: they have nothing to prove, and hardly ever guess values with which
// a whole iteration is followed by the last one.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "program/model/property.h"
#include "transform/reduce/reduce.h"

#include <optional>
#include <span>

namespace tandem::transform::loops {

// What precedes the copy that stands for all later iterations.
enum class LaterIterations : std::uint8_t { AfterSafeIteration, AfterHavoc };

// Whether arrays, and other types without a nondet function, may be havocked. In C that is a copy of an uninitialised
// object, which some tools take to be zero.
enum class Aggregates : std::uint8_t { GetAnyValue, Stay };

struct InductiveLoopOptions {
  std::span<const exchange::LocationInvariant> invariants =
      {}; // at loop heads; assumed if they are about scalars that the program reads
  LaterIterations later_iterations = LaterIterations::AfterSafeIteration;
  Aggregates aggregates = Aggregates::GetAnyValue; // Stay: loops that modify aggregates are kept
};

// Nothing if no loop can be transformed or the result would be too large.
std::optional<reduce::Residual> make_loops_inductive(const Program& program, const Property& property,
                                                     const InductiveLoopOptions& options = {});

// For a residual program; the origins, and the locations of the invariants, are those of the original program.
std::optional<reduce::Residual> make_loops_inductive(const reduce::Residual& residual, const Property& property,
                                                     const InductiveLoopOptions& options = {});

} // namespace tandem::transform::loops

// Residual programs: what a condition leaves open, as a program. "Reducer-Based Construction of Conditional Verifiers",
// definition 2.3 and algorithm 1; "Exchanging Information in Cooperative Software Validation", definition 6 and
// algorithms 1 and 3.
//
// A residual has every path of the program that is not covered, and no path the program does not have. It differs from
// the papers' in three points: assumptions and invariants become branches instead of being given up, functions are
// cloned and not inlined, and a covered path ends before the edge that makes it covered.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/program.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tandem::transform::reduce {

enum class ReduceMethod : std::uint8_t {
  Identity, // the program as it is
  Unfold,   // the product of program and automaton: exactly what is not covered
  Fold,     // its locations merged: smaller, with more paths
  Monitor,  // the program's own shape, with the automaton's state in a variable
  Auto,     // the first of unfold and the folds that is not much larger than the program
};

// Where Fold merges what the product distinguishes.
enum class FoldAt : std::uint8_t { Everywhere, LoopHeads };

enum class Keep : std::uint8_t {
  Uncovered,  // all that is not covered
  Candidates, // of that, only paths that lead to a candidate and what comes behind; all, if there are no candidates
  Verified,   // only paths that lead to ut, and what comes behind; nothing is removed
};

struct ReduceOptions {
  ReduceMethod method = ReduceMethod::Auto;
  exchange::Accept remove = exchange::Accept::Unreachable; // or Accept::Reached
  Keep keep = Keep::Uncovered;
  FoldAt fold_at = FoldAt::LoopHeads;
  std::uint32_t fold_iterations = 0; // Fold merges a loop's head only after so many rounds
  // Functions that keep their name and body, whatever is known about them: those that others look for by name. If
  // they are entered, nothing is removed behind them.
  std::vector<std::string> intact{"reach_error", "__VERIFIER_error", "__assert_fail"};
  std::size_t node_limit = 4'000'000; // locations of the product
};

struct ReduceStatistics {
  std::size_t locations_before = 0, edges_before = 0, functions_before = 0; // of what the entry can call
  std::size_t locations = 0, edges = 0, functions = 0;                      // of the residual
  std::size_t product_locations = 0;                                        // before anything was merged
  std::size_t left_out = 0; // transitions ignored because their condition cannot be asked in the program
};

struct Residual {
  Program program;
  // By id in `program`; nullptr for what the reducer made: questions for a condition or a state, ends of paths.
  std::vector<const Edge*> edge_origin;
  std::vector<const Location*> location_origin;
  std::vector<const Function*> function_origin;
  std::unordered_map<const Variable*, const Variable*> variable_origin; // of the few variables that are not shared
  ReduceMethod method = ReduceMethod::Identity;
  std::string remark; // what was done, and why, in words
  ReduceStatistics statistics;

  // The path of the original that a path of the residual is.
  std::vector<const Edge*> original(std::span<const Edge* const> path) const;
};

std::string_view name(ReduceMethod method); // "unfold"

// Throws InputError for an automaton that does not fit the program, and its kind ProductTooLarge (product.h) where the
// limit is reached and the method is not Auto.
Residual reduce(const Program& program, const exchange::Gia& gia, const ReduceOptions& options = {});

} // namespace tandem::transform::reduce

// Reducers: turn a program and a condition into a residual program. "Reducer-Based Construction of Conditional
// Verifiers" (ICSE 2018), definition 2.3 and algorithm 1; "Exchanging Information in Cooperative Software Validation"
// (SoSyM 2024), definition 6 and algorithms 1 and 3.
//
// A residual program has every path of the program that the condition does not cover, and no path that the program does
// not have. Differences to the papers: assumptions and invariants become branches instead of being dropped, functions
// are cloned and not inlined, and a covered path ends before the edge that makes it covered.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/error_functions.h"
#include "program/model/program.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tandem::transform::reduce {

enum class ReduceMethod : std::uint8_t {
  Identity, // the program as it is
  Unfold,   // the product of program and automaton: exactly the uncovered paths
  Fold,     // the product with locations merged: smaller, with more paths
  Monitor,  // the program's own shape, with the automaton's state in a variable
  Auto,     // the first of unfold and the folds that is not much larger than the program
};

// The locations at which Fold merges nodes of the product.
enum class FoldAt : std::uint8_t { Everywhere, LoopHeads };

enum class Keep : std::uint8_t {
  Uncovered,  // all paths that are not covered
  Candidates, // of these, only paths through a candidate; all, if there are no candidates
  Verified,   // only paths through ut; nothing is removed
};

struct ReduceOptions {
  ReduceMethod method = ReduceMethod::Auto;
  exchange::Accept remove = exchange::Accept::Unreachable; // or Accept::Reached
  Keep keep = Keep::Uncovered;
  FoldAt fold_at = FoldAt::LoopHeads;
  std::uint32_t fold_iterations = 0; // Fold merges a loop's head only after this many iterations
  // Functions that keep their name and body whatever the condition covers, since verifiers recognise them by name.
  // Nothing is removed inside or after them.
  ErrorFunctions intact{"reach_error", "__VERIFIER_error", "__assert_fail"};
  std::size_t node_limit = 4'000'000; // locations of the product
};

struct ReduceStatistics {
  std::size_t locations_before = 0, edges_before = 0, functions_before = 0; // of the functions that the entry can call
  std::size_t locations = 0, edges = 0, functions = 0;                      // of the residual
  std::size_t product_locations = 0;                                        // before anything was merged
  std::size_t left_out = 0; // transitions ignored because their condition is not safely evaluable
};

struct Residual {
  Program program;
  // By id in `program`; nullptr for what the reducer inserted: branches on a condition or a state, ends of paths.
  std::vector<const Edge*> edge_origin;
  std::vector<const Location*> location_origin;
  std::vector<const Function*> function_origin;
  std::unordered_map<const Variable*, const Variable*> variable_origin; // of the few variables that are not shared
  ReduceMethod method = ReduceMethod::Identity;
  std::string remark; // what was done and why, for the user
  ReduceStatistics statistics;

  // The original program's path that a path of the residual program stands for.
  std::vector<const Edge*> original(std::span<const Edge* const> path) const;
};

std::string_view name(ReduceMethod method); // "unfold"

// Throws InputError for an automaton that does not fit the program, and its subclass ProductTooLarge (product.h) if the
// limit is exceeded and the method is not Auto.
Residual reduce(const Program& program, const exchange::Gia& gia, const ReduceOptions& options = {});

} // namespace tandem::transform::reduce

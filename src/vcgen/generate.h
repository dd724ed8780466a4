// The six verification condition generators of Lourenço, Lamraoui, Nakajima and Pinto, "Studying Verification
// Conditions for Imperative Programs" (AVoCS 2015), on single-assignment programs. If a condition is valid, its asserts
// hold.
//
//   se      symbolic execution: one condition for each path to an assert; exponentially many
//   sp      strongest postcondition: one for each assert, branches as disjunctions
//   cnf     conditional normal form: one for the whole program, every statement guarded by its path condition
//   pcnf    the same with partial contexts: one for each assert, implied by what precedes it
//   scnf    as cnf, but assignments are not guarded: phi nodes carry the control flow
//   pscnf   as pcnf, but assignments are not guarded
//
// The meaning of an assume depends on the method. With partial contexts (se, sp, pcnf, pscnf) it exempts executions
// from the asserts that follow it; with a global context (cnf, scnf) from all asserts, also the preceding ones:
// `assert(x > 0); assume(x > 0);` holds under cnf and scnf only.
//
// The paper defines the generators by recursion over structured programs (its figures 2 and 3). Our programs are graphs
// of blocks; what precedes a block is factored by dominators, which on structured programs yields the paper's formulas.
#pragma once

#include "symex/single_assignment.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tandem::vcgen {

enum class Method : std::uint8_t { SE, SP, CondNF, PCondNF, SCondNF, PSCondNF };

std::span<const Method> all_methods();
std::string_view name(Method method);      // "pscnf"
Method method_from(std::string_view name); // InputError lists the names
bool has_global_context(Method method);

// Whether proved asserts are assumed for the ones that follow (section 3.5 of the paper); not with a global context,
// where that would be circular.
enum class Lemmas : std::uint8_t { Off, On };

// What happens to paths that need more iterations than the bound.
enum class UnwindingPolicy : std::uint8_t { Assume, Assert };

// One of the asserts that a condition implies.
struct Claim {
  const symex::Statement* statement = nullptr; // of the program the conditions were generated from
  smt::Term property;                          // if it is false in a counterexample to the condition, this assert fails
};

struct Condition {
  smt::Term formula; // is to be proved valid
  std::vector<Claim> claims;
};

struct GenerateOptions {
  Method method = Method::PSCondNF;
  Lemmas lemmas = Lemmas::Off;
  UnwindingPolicy beyond = UnwindingPolicy::Assume;
  // An InputError is thrown (by se) for more conditions, or for paths with more blocks in total.
  std::size_t condition_limit = 1'000'000;
  std::size_t path_limit = 10'000'000;
};

// In program order, which matters with lemmas: they have to be proved in this order, up to the first that fails.
std::vector<Condition> generate(const symex::SingleAssignment& program, const GenerateOptions& options);

} // namespace tandem::vcgen

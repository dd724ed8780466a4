// What is computed once about the program under verification: its alias partition, call graph and region tree, and its
// checks.
//
// A check is an edge that leads to an assertion, as seen from one function: the call of the error function itself, and
// every call of a function that contains a check. A violation passes one check in each function on the stack. Proving
// one of them safe, together with the checks inside it, refutes all violations that pass it.
#pragma once

#include "program/model/property.h"
#include "program/pointers/alias.h"
#include "region/tree.h"

#include <vector>

namespace tandem::region {

class VerificationContext {
public:
  VerificationContext(const Program& program, Property property);
  VerificationContext(const VerificationContext&) = delete;
  VerificationContext& operator=(const VerificationContext&) = delete;

  const Program& program() const { return *program_; }
  const Property& property() const { return property_; }
  const pointers::AliasPartition& aliases() const { return aliases_; }
  const pointers::CallGraph& calls() const { return calls_; }
  const RegionTree& tree() const { return tree_; }

  // Ordered by edge id; only those in reachable functions.
  const std::vector<const Edge*>& checks() const { return checks_; }
  const std::vector<const Edge*>& checks_in(const Function& function) const { return by_function_[function.id()]; }
  bool is_check(const Edge& edge) const { return is_check_[edge.id]; }
  bool is_error_call(const Edge& edge) const { return property_.error_functions.is_error_call(edge); }
  // Also through a pointer.
  bool may_be_error_call(const Edge& edge) const;
  bool is_error_function(const Function& function) const { return property_.error_functions.contains(function); }

  // Whether the function is too small for a question of its own: no loop, few edges, and only such callees.
  bool is_small(const Function& function) const { return is_small_[function.id()]; }
  // A global that is never written keeps its initial value.
  bool is_constant(const Variable& global) const;
  // Empty, or why questions can only be asked about the whole program.
  const std::string& whole_only() const { return whole_only_; }

private:
  void find_checks();
  void find_small();
  void find_written();

  const Program* program_;
  Property property_;
  pointers::AliasPartition aliases_;
  pointers::CallGraph calls_;
  RegionTree tree_;
  std::vector<const Edge*> checks_;
  std::vector<std::vector<const Edge*>> by_function_; // by function id
  std::vector<bool> is_check_;                        // by edge id
  std::vector<bool> is_small_;                        // by function id
  std::vector<const Variable*> written_;              // globals, by id
  std::string whole_only_;
};

} // namespace tandem::region

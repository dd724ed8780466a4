// What is known about the program that is gambled on, found out once: its memory, its calls, its regions, and which
// edges lead to an assertion.
//
// An assertion is seen from each function that leads to it: the call of the error function itself, and every call of a
// function that contains such a check in turn. A violation passes one check in each function on the stack; to prove
// one of them safe, together with the checks inside it, refutes all violations that pass there.
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

  // In the order of the edges' ids; only where the program can get to.
  const std::vector<const Edge*>& checks() const { return checks_; }
  const std::vector<const Edge*>& checks_in(const Function& function) const { return by_function_[function.id()]; }
  bool is_check(const Edge& edge) const { return is_check_[edge.id]; }
  bool is_error_call(const Edge& edge) const;
  bool is_error_function(const Function& function) const { return is_error_[function.id()]; }

  // Whether the function is too small to be asked about on its own: no loop, few edges, and the same of what it calls.
  bool is_small(const Function& function) const { return is_small_[function.id()]; }
  // A global that nobody writes keeps its initial value.
  bool is_constant(const Variable& global) const;
  // Empty, or why only the program as a whole can be asked about.
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
  std::vector<bool> is_error_, is_small_;             // by function id
  std::vector<const Variable*> written_;              // globals, by id
  std::string whole_only_;
};

} // namespace tandem::region

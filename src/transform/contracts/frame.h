// The variables in which a program keeps what a contract allows: written by the front end
// (frontend/dialect/contract_code.h), named __tandem_contract_ID_….
#pragma once

#include "program/model/program.h"

#include <set>
#include <string>
#include <vector>

namespace tandem::transform::contracts {

// What is named so belongs to contracts, not to the program.
bool is_of_contract(const Variable& variable);

struct Frame {
  std::string id;                   // the function, or loop_FUNCTION_NUMBER
  const Variable* active = nullptr; // not 0: the code under the contract is executed
  const Variable* text = nullptr;   // a string: what is reported
  struct Target {
    const Variable *pointer = nullptr, *size = nullptr;
  };
  std::vector<Target> targets; // may be written
  std::set<std::string> names; // of variables that may be written
  std::vector<const Variable*> freed;
  const Variable *blocks = nullptr, *block_count = nullptr; // allocated since
  const Variable* before = nullptr;                         // variables of callers

  bool is_of_loop() const { return id.starts_with("loop_"); }
};

std::vector<Frame> frames(const Program& program);

} // namespace tandem::transform::contracts

// An int global that a reducer adds to the program under construction to keep a state in, with assignments to it and
// dispatches over its value.
#pragma once

#include "transform/copy/origin_tracking_builder.h"
#include "transform/copy/program_copy.h"

#include <vector>

namespace tandem::transform::copy {

class StateVariable {
public:
  // The global is added to the program on first use.
  StateVariable(std::string name, ProgramBuilder& builder, OriginTrackingBuilder& tracking_builder, ProgramCopy& copy)
      : name_(std::move(name)), builder_(builder), tracking_builder_(tracking_builder), copy_(copy) {}

  Operation set(int value);

  struct Case {
    int value = 0;
    DraftLocation to = 0;
  };
  // A location that branches to the case of the variable's value. The cases are exhaustive and ordered by value.
  DraftLocation choose(Function& function, const std::vector<Case>& cases, const Location* origin);

private:
  const Expr& use();
  DraftLocation choose_between(Function& function, std::span<const Case> last_of_run, const Location* origin);

  std::string name_;
  ProgramBuilder& builder_;
  OriginTrackingBuilder& tracking_builder_;
  ProgramCopy& copy_;
  const Variable* variable_ = nullptr;
};

} // namespace tandem::transform::copy

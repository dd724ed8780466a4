// A global variable of a program under construction that reducers keep a number in, and the questions for it.
#pragma once

#include "transform/copy/origin_tracking_builder.h"
#include "transform/copy/program_copy.h"

#include <vector>

namespace tandem::transform::copy {

class StateVariable {
public:
  // Nothing is added to the program until it is used.
  StateVariable(std::string name, ProgramBuilder& builder, OriginTrackingBuilder& tracking_builder, ProgramCopy& copy)
      : name_(std::move(name)), builder_(builder), tracking_builder_(tracking_builder), copy_(copy) {}

  Operation set(int value);

  struct Case {
    int value = 0;
    DraftLocation to = 0;
  };
  // A location that leads on by the variable's value; the cases are all that are possible, in the order of their
  // values.
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

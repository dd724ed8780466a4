// A global variable of a program under construction that reducers keep a number in, and the questions for it.
#pragma once

#include "automata/draft_mirror.h"
#include "automata/program_copy.h"

#include <vector>

namespace tandem::automata {

class StateVariable {
public:
  // Nothing is added to the program until it is used.
  StateVariable(std::string name, ProgramBuilder& builder, DraftMirror& mirror, ProgramCopy& copy)
      : name_(std::move(name)), builder_(builder), mirror_(mirror), copy_(copy) {}

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
  DraftMirror& mirror_;
  ProgramCopy& copy_;
  const Variable* variable_ = nullptr;
};

} // namespace tandem::automata

// What a replay asked for, and what kinds of values those are: they decide what the replay proves.
#pragma once

#include "program/model/arguments.h"
#include "semantics/core/inputs.h"
#include "task/counterexample.h"

#include <vector>

namespace tandem::analysis::confirm {

// The inputs a replay requested, in order. Uninitialised bytes of memory may be very many; the first ones suffice.
class RequestedInputs {
public:
  void add(task::InputKind kind, const semantics::InputRequest& request, UInt128 bits) {
    pointers_ |= request.is_pointer();
    if (request.edge != nullptr && request.edge->op.source == NondetSource::Assembly) assembly_ = request.edge;
    unspecified_ |= kind == task::InputKind::Unspecified;
    arbitrary_ |= kind == task::InputKind::Uninitialised;
    if (request.variable != nullptr && is_argument_texts(*request.variable))
      return inputs_.push_back({kind, &request.type, bits, request.edge, request.variable, request.byte.value_or(0)});
    if (kind == task::InputKind::Uninitialised && ++uninitialised_ > 1000) return;
    inputs_.push_back({kind, &request.type, bits, request.edge});
  }
  void note_unlisted() { unlisted_ = true; }
  void note_unwritten() { unwritten_ = true; }
  bool any_arbitrary() const { return arbitrary_; } // an uninitialised value, or a character of an argument
  bool any_uninitialised() const { return uninitialised_ > 0; }
  bool any_unwritten() const { return unwritten_; } // what a variable or block held that was never written
  bool any_unlisted() const { return unlisted_; }   // an input that is not listed
  // The last output of inline assembly, if the path reads any.
  const Edge* assembly() const { return assembly_; }
  bool any_pointer() const { return pointers_; }
  bool any_unspecified() const { return unspecified_; } // a library function without an exact model
  const std::vector<task::InputValue>& inputs() const { return inputs_; }

private:
  std::vector<task::InputValue> inputs_;
  std::size_t uninitialised_ = 0;
  const Edge* assembly_ = nullptr;
  bool pointers_ = false, unlisted_ = false, unspecified_ = false, arbitrary_ = false, unwritten_ = false;
};

} // namespace tandem::analysis::confirm

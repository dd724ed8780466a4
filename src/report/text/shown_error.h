// Where an error is shown to the user. A check that fails inside a model of the C library is the user's error: it
// stands at the call, and what has to hold is said of its arguments.
#pragma once

#include "program/model/property.h"
#include "task/counterexample.h"

#include <string>

namespace tandem::report {

// The target itself, or the call of the user's that led into the library.
const Edge& shown_at(const Program& program, const task::Counterexample& found);

// Of a failing check: what has to hold there: "what strlen reads at `text` is readable".
std::string shown_sentence(const Program& program, const Property& property, const task::Counterexample& found);

} // namespace tandem::report

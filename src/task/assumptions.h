// What a verdict about a program rests on, whichever engine gives it and whatever that engine came across: computed
// from the program alone, so that it is the same in every run.
#pragma once

#include "program/model/property.h"
#include "task/verdict.h"

#include <string>
#include <vector>

namespace tandem::task {

// A function without a body, and an external call through a pointer.
std::string assumption_of_call(const Function& callee);
std::string assumption_of_external_call();

// Sorted. Only what calls can reach counts.
std::vector<std::string> program_assumptions(const Program& program, const Property& property, Verdict verdict);

// Whether calls can reach an error function.
bool has_something_to_check(const Program& program, const Property& property);

} // namespace tandem::task

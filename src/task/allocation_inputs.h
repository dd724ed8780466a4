// Inputs of a counterexample about memory: whether an allocation fails (program/model/allocation.h), for people, and
// what is in memory that was never written.
#pragma once

#include "task/counterexample.h"

#include <string>
#include <vector>

namespace tandem::task {

// By the index of the input: "the allocation fails, file.c:12:7"; empty for other inputs. Where the allocating function
// is called through a pointer, the place is that of this call.
std::vector<std::string> allocation_texts(const Program& program, const Counterexample& found);

// Of memory that was never written, which no compiled run can be given; not the texts that main is passed.
bool is_uncontrolled(const InputValue& input);

} // namespace tandem::task

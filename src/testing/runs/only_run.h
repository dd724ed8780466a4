// Whether a run that read no input stands for all runs of its program: nothing that it did depends on anything but the
// program. What it came to know of addresses, and of the environment, the interpreter notes (AddressUse).
#pragma once

#include "program/model/error_functions.h"
#include "program/model/program.h"
#include "semantics/interpreter/run.h"

namespace tandem::testing {

// Whether a run may do without inputs: not if the entry function has parameters, or globals start with any value.
bool may_read_nothing(const Program& program);

// Whether some place of the program reads an input, or calls what may do anything.
bool reads_input(const Program& program, const ErrorFunctions& targets);

// `run` visited what it did with VisitRecording::Record and AddressUse::Note, and has come to its end.
bool is_only_run(const Program& program, const ErrorFunctions& targets, const semantics::interpreter::RunResult& run);

} // namespace tandem::testing

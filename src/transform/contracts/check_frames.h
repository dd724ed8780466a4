// A program in which code under a contract writes and frees only what the contract allows, or calls a failing
// assertion.
#pragma once

#include "program/model/program.h"

namespace tandem::transform::contracts {

// The program itself if it has no contract that is checked.
Program with_checked_frames(Program program);

} // namespace tandem::transform::contracts

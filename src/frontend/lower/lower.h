// From clang's syntax trees to a Program: the functions that the entry function can reach, and what they use.
#pragma once

#include "frontend/declare/find_model.h"
#include "frontend/parse/parse.h"
#include "program/model/allocation.h"
#include "program/model/program.h"
#include "program/model/unused.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tandem::frontend::lower {

// The arguments of main: whatever the run is given, or anything that an environment may pass.
enum class Arguments : std::uint8_t { Given, Arbitrary };

// `files` are those the user gave, in the order of the units. Throws InputError where the program uses something that
// tandem does not support; functions that are not reachable from the entry function are not considered.
Program lower(const parse::Parsed& parsed, std::vector<SourceFile> files, DataModel model, const std::string& entry,
              declare::FindModel find_model = {}, Allocations allocations = Allocations::Succeed,
              Arguments arguments = Arguments::Given, Unused unused = Unused::Dropped);

} // namespace tandem::frontend::lower

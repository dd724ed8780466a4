// A C file that calls a function with arbitrary arguments: with it a module without main is a program.
#pragma once

#include "testing/module/arguments.h"

#include <string>

namespace tandem::testing::module {

inline constexpr const char* driver_entry = "tandem_driver";  // the function that calls the one under test
inline constexpr const char* driver_result = "tandem_result"; // the variable that gets what it returns

// The definitions that arguments need: records, callbacks, objects.
std::string declarations_for(const Function& function, const Arguments& arguments, DataModel model);

// The program starts in the function to be called. Throws InputError for one that other files cannot call.
std::string driver_text(const Program& program, const Arguments& arguments);

// "__VERIFIER_nondet_int": what gives a scalar that is no pointer.
std::string nondet_function(const Type& type);

} // namespace tandem::testing::module

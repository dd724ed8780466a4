// The functions of the C library as a program declares them. What they may do without a body is in clib/effects.h; the
// interpreter and the symbolic executor give some of them their exact meaning by name.
#pragma once

#include "clib/effects.h"
#include "program/model/cfa.h"

#include <optional>
#include <string>
#include <string_view>

namespace tandem {

class Function;
struct Variable;

// Whether the library has a function of this name.
bool is_library_function(std::string_view name);
// What the function without a body may do; nothing if it is none of the library's, nor declared like one: a program may
// use the name for something else.
std::optional<clib::Effect> library_effect(const Function& function);
inline bool is_library_function(const Function& function) { return library_effect(function).has_value(); }
// Why calls of the library function cannot be followed by engines that have no model of it, for people: "'twalk' calls
// functions of the program". Nothing if they can, or if it is none of the library's.
std::optional<std::string> library_obstacle(const Function& function);

// 0, 1, 2 for stdin, stdout, stderr.
std::optional<int> library_stream(const Variable& variable);

// Where the values come from that a function without a body is asked for: __VERIFIER_nondet_* for inputs of the
// program, tandem_unspecified_* and tandem_environment_* in models of the library (share/clib/model.h).
std::optional<NondetSource> nondet_source(std::string_view function);
// The names that SV-COMP gives a meaning (__VERIFIER_nondet_*, __VERIFIER_assume, …, and reach_error), and those that
// models of the library use.
bool is_verifier_function(std::string_view name);
// Functions by which SV-COMP and other verifiers assume or assert their first argument, if no file defines them.
bool is_assume_function(std::string_view name);
bool is_assert_function(std::string_view name);

} // namespace tandem

// What tandem does not understand: functions of the C library that start threads or processes, jump between functions,
// or set handlers that interrupt the program, and inline assembly that may change anything. The front end lets a path
// end where it calls one of them, so what an engine finds on a path is right. Whether such a call can be reached is a
// question of its own, and a proof has to answer it (task/understood.h).
#pragma once

#include "program/model/property.h"

#include <string>
#include <string_view>

namespace tandem {

// The name under which the front end calls inline assembly that it does not understand.
inline constexpr std::string_view assembly_function = "__tandem_assembly";
// And where a handler of signals may interrupt the program.
inline constexpr std::string_view interrupting_handler = "__tandem_signal_interrupts";
// And the quotient of two complex numbers, which depends on the support library of the compiler.
inline constexpr std::string_view complex_quotient = "__tandem_complex_quotient";

// How notes about assembly that is understood in part begin.
inline constexpr std::string_view assembly_note = "inline assembly: its outputs are any values";
inline constexpr std::string_view file_assembly_note = "assembly at file scope is ignored";
// How much __builtin_object_size knows depends on the compiler's optimisation.
inline constexpr std::string_view object_size_note = "__builtin_object_size knows what it does in unoptimised code";
// gcc computes with bit-fields of more bits than an int in as many bits as they have, clang in those of their type.
inline constexpr std::string_view wide_bit_field_note =
    "bit-fields wider than int are promoted to their declared type, not computed with in their own width";
bool depends_on_optimisation(const Program& program);

// Functions that are declared and never defined, and give equal results for equal arguments: CBMC's and ESBMC's way.
bool is_uninterpreted(std::string_view function);

// What is not understood about a function of this name that no file defines ("threads"); empty: nothing.
std::string_view not_understood(std::string_view function);
bool is_not_understood(const Function& function);

// The property, and no call of a function that is not understood. Equal to the property if the program has none.
Property understood_property(const Program& program, Property property);

// "threads are not understood: pthread_create, file.c:12:7"
std::string not_understood_text(const Program& program, const Edge& call);

} // namespace tandem

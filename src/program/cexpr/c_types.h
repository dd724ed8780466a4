// Types as C text. C writes declarators inside out around the name: int (*f[3])(char *).
#pragma once

#include "program/model/type.h"

#include <string>
#include <string_view>

namespace tandem::cexpr {

std::string_view spelling(IntegerKind kind); // "unsigned long"
std::string_view spelling(FloatKind kind);

// "int (*f[3])(char *)"
std::string c_declaration(const Type& type, std::string_view name);

// The type's name, as in a cast: "int (*[3])(char *)"
std::string c_type(const Type& type);

// The declarator of a function with its own parameter list in place of the type's: "int *f(int a, ...)"
std::string c_function_declaration(const Type& function, std::string_view name, std::string_view parameters);

// "int, char *, ..." as it stands between a prototype's parentheses.
std::string c_parameter_types(const Type& function);

// "int p0, char *p1, ..." for a definition that is no function of the program.
std::string c_numbered_parameters(const Type& function);

// "struct tag" or "union tag"
std::string c_record_name(const Type& record);

} // namespace tandem::cexpr

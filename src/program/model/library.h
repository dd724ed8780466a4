// The functions of the C library whose meaning tandem knows. The one list of them: the front end does not report a
// missing body for these, and the interpreter and the symbolic executor give them their meaning by name.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace tandem {

struct Variable;

bool is_library_function(std::string_view name);
std::vector<std::string_view> library_functions(); // sorted

// 0, 1, 2 for stdin, stdout, stderr.
std::optional<int> library_stream(const Variable& variable);

// The names SV-COMP gives a meaning: __VERIFIER_nondet_*, __VERIFIER_assume, …, and reach_error.
bool is_verifier_function(std::string_view name);
// Functions by which SV-COMP and other verifiers assume or assert their first argument, if no file defines them.
bool is_assume_function(std::string_view name);
bool is_assert_function(std::string_view name);

} // namespace tandem

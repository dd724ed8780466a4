// The property to be checked, in the notation of SV-COMP's property files. The targets that must be unreachable for it
// to hold are in target.h.
#pragma once

#include "program/model/check_kind.h"
#include "program/model/error_functions.h"
#include "program/model/program.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

struct Property {
  std::string name;               // "unreach-call", as in verdicts
  std::string entry;              // the function the program starts in
  ErrorFunctions error_functions; // calling one of these violates the property

  // As a property file has it; empty for the default property, which has no such notation.
  std::string text;

  // What else must not happen. In the program of a task these are calls of error functions (transform/checks).
  std::vector<CheckKind> checks;
  // By the name of the function that is called where a check fails: what the check is about. May be nullptr.
  std::shared_ptr<const std::map<std::string, CheckTarget>> check_targets;

  // The check that the call reports; nullptr if it is an error of the program's own.
  const CheckTarget* failing_check(const Edge& call) const;
};

// What a failing assert calls, whatever the assertion is named in the source.
inline constexpr std::string_view assertion_function = "__assert_fail";

// No call of reach_error or __VERIFIER_error, and no failing assert.
Property default_property();
// No call of reach_error or __VERIFIER_error; assert only ends the path.
Property unreach_call_property();

// The text of a property file; `file` names it in messages. Empty lines are skipped.
// Throws InputError for what is not a property, and for properties that tandem does not check.
Property parse_property(std::string_view text, const std::string& file);
Property read_property_file(const std::filesystem::path& path);

} // namespace tandem

// Targets: what an execution should not reach. A target is the call of an error function; checks (transform/checks) are
// calls that were inserted, so that error calls, failing asserts and failing checks are one thing to everybody who
// looks for them.
#pragma once

#include "program/model/property.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

enum class TargetKind : std::uint8_t {
  ErrorCall, // of reach_error, __VERIFIER_error or another function that the property names
  Assertion, // a failing assert
  Check,     // a check of undefined or unwanted behaviour
};
std::string_view name(TargetKind kind);

struct Target {
  const Location* location = nullptr; // its only outgoing edge is the call
  const Edge* call = nullptr;
  TargetKind kind = TargetKind::ErrorCall;
  std::optional<CheckKind> check; // of kind Check
  std::string sentence;           // what has to hold: "`i < 10`", "`a + b` fits int", "reach_error() is not called"
  std::string text;               // for a sentence: "reach_error() in main, file.c:12:7"

  // Stable as long as the function is: the name of the call's edge.
  const std::string& id() const { return call->name; }
};

// In the order of the edges' ids, which is that of the functions' definitions and then of the control flow. Calls
// through pointers that may lead to an error function are not among them.
std::vector<Target> targets(const Program& program, const Property& property);
std::vector<Target> targets_by_place(const Program& program, const Property& property); // in the order of the source
Target target_of(const Program& program, const Property& property, const Edge& call);

// What is known of a target.
enum class TargetState : std::uint8_t { Open, Reached, Unreachable };
std::string_view name(TargetState state);

} // namespace tandem

#include "program/model/target.h"

#include "base/core/require.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace tandem {

namespace {

// The text of a string literal that is passed to a call; empty if it is none.
std::string literal(const Expr& argument) {
  const Expr* at = &argument;
  while (at->kind() == ExprKind::Cast) at = at->operands()[0];
  if (at->kind() != ExprKind::AddressOf) return "";
  at = at->operands()[0];
  while (at->kind() == ExprKind::Index) at = at->operands()[0];
  if (at->kind() != ExprKind::Variable) return "";
  const auto& parts = at->variable().initializers;
  if (parts.size() != 1 || parts[0].value->kind() != ExprKind::String) return "";
  const std::string& text = parts[0].value->string_value();
  return text.substr(0, text.find('\0'));
}

std::string sentence(const Edge& call, const CheckTarget* check) {
  if (check != nullptr) return check->text;
  const std::string& function = call.op.callee != nullptr ? call.op.callee->source_name() : "an error function";
  if (function == assertion_function && !call.op.arguments.empty())
    if (const std::string text = literal(*call.op.arguments[0]); !text.empty()) return "`" + text + "`";
  return function == assertion_function ? "the assertion holds" : function + "() is not called";
}

} // namespace

std::string_view name(TargetKind kind) {
  switch (kind) {
  case TargetKind::ErrorCall: return "error call";
  case TargetKind::Assertion: return "assertion";
  case TargetKind::Check: return "check";
  }
  unreachable();
}

std::string_view name(TargetState state) {
  switch (state) {
  case TargetState::Open: return "open";
  case TargetState::Reached: return "reached";
  case TargetState::Unreachable: return "unreachable";
  }
  unreachable();
}

Target target_of(const Program& program, const Property& property, const Edge& call) {
  const CheckTarget* check = property.failing_check(call);
  Target result{.location = call.from, .call = &call, .sentence = sentence(call, check)};
  if (check != nullptr) {
    result.kind = TargetKind::Check;
    result.check = check->kind;
  } else if (call.op.callee != nullptr && call.op.callee->source_name() == assertion_function) {
    result.kind = TargetKind::Assertion;
  }
  const std::string what = check != nullptr            ? check->text
                           : call.op.callee != nullptr ? call.op.callee->source_name() + "()"
                                                       : "an error function, called through a pointer";
  result.text = fmt::format("{} in {}, {}", what, call.function().source_name(), program.text(call.range.begin));
  return result;
}

std::vector<Target> targets(const Program& program, const Property& property) {
  std::vector<Target> result;
  for (const Edge* edge : program.edges())
    if (property.error_functions.is_error_call(*edge)) result.push_back(target_of(program, property, *edge));
  return result;
}

std::vector<Target> targets_by_place(const Program& program, const Property& property) {
  std::vector<Target> result = targets(program, property);
  std::ranges::sort(result, {}, [](const Target& target) {
    const SourcePoint& at = target.call->range.begin;
    return std::tuple(at.file, at.line, at.column, target.call->id);
  });
  return result;
}

} // namespace tandem

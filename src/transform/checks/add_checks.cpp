// A check stands in front of the edges of the location whose operation it is about: both edges of a branch evaluate the
// same condition.

#include "transform/checks/add_checks.h"

#include "program/model/user_files.h"
#include "transform/checks/arithmetic_checks.h"
#include "transform/copy/insert_checks.h"

#include <map>
#include <memory>

namespace tandem::transform::checks {

namespace {

std::vector<const Expr*> evaluated(const Operation& op) {
  std::vector<const Expr*> result(op.arguments.begin(), op.arguments.end());
  result.push_back(op.value);
  result.push_back(op.lvalue);
  return result;
}

} // namespace

CheckedProgram add_checks(const Program& program, const Property& property) {
  ArithmeticChecks arithmetic(program.context(), property.checks);
  std::vector<copy::InsertedCheck> inserted;
  std::vector<CheckTarget> targets;
  for (const Location* location : program.locations()) {
    if (location->out.empty() || !is_users(program, *location->function)) continue;
    for (ExprCheck& check : arithmetic.of(evaluated(location->out.front()->op))) {
      const std::string function = check_function(check.target.kind);
      inserted.push_back({location, check.condition, function, function});
      targets.push_back(std::move(check.target));
    }
  }
  copy::CheckedCopy made = copy::insert_checks(program, inserted);
  Property checked = property;
  auto texts = std::make_shared<std::map<std::string, CheckTarget>>();
  for (std::size_t i = 0; i < targets.size(); ++i) texts->emplace(made.functions[i], std::move(targets[i]));
  checked.check_targets = std::move(texts);
  for (const CheckKind kind : property.checks) checked.error_functions.add(check_function(kind));
  return {std::move(made.program), std::move(checked), std::move(made.edge_origin)};
}

} // namespace tandem::transform::checks

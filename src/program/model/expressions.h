// All expressions of a program.
#pragma once

#include "program/model/program.h"

#include <vector>

namespace tandem {

// Those of the edges and of the globals' initial values, and all their parts; each once.
template <typename Visit> void for_each_expression(const Program& program, const Visit& visit) {
  std::vector<bool> seen(program.context().expr_count()); // by id
  std::vector<const Expr*> work;
  const auto add = [&](const Expr* expr) {
    if (expr == nullptr || seen[expr->id()]) return;
    seen[expr->id()] = true;
    work.push_back(expr);
  };
  for (const Edge* edge : program.edges()) {
    add(edge->op.lvalue);
    add(edge->op.value);
    for (const Expr* argument : edge->op.arguments) add(argument);
  }
  for (const Variable* global : program.globals())
    for (const Initializer& part : global->initializers) add(part.value);
  while (!work.empty()) {
    const Expr& expr = *work.back();
    work.pop_back();
    visit(expr);
    for (const Expr* operand : expr.operands()) add(operand);
  }
}

// Whether some expression is a query of memory.
bool asks_about_memory(const Program& program);

} // namespace tandem

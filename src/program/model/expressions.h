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

// Whether some expression is a query of memory, or the program asks what was written.
bool asks_about_memory(const Program& program);
// int tandem_written(const void *, size_t): whether all these bytes have been written. A function and no query, since
// only programs with checks for it ask, and engines that do not know it have to expect any answer.
inline constexpr std::string_view written_question = "tandem_written";
bool asks_what_was_written(const Program& program);
// int tandem_string(const void *, size_t): whether from there on, up to a null character or that many, all characters
// lie in one object that exists. A function for the same reasons.
inline constexpr std::string_view string_question = "tandem_string";
// Whether an assignment copies one character from memory to memory, which is allowed although it was never written.
bool copies_character(const Expr& lvalue, const Expr& value);
// Whether bytes that were never written may be copied: characters, whole records, what library functions are passed.
bool may_copy_unwritten(const Program& program);

} // namespace tandem

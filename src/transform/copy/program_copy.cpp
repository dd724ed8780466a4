// The globals that have to be created anew are a least fixpoint: first those whose initialiser mentions a function or
// is only partly kept, then those whose initialiser mentions one of them (they may refer to each other in
// cycles, so the initialisers are filled in last). Expressions are rewritten bottom-up with a memo table; whatever
// mentions nothing new is shared with the original.

#include "transform/copy/program_copy.h"

#include <algorithm>

namespace tandem::transform::copy {

namespace {

bool mentions_function(const Expr& expr) {
  if (expr.kind() == ExprKind::FunctionAddress) return true;
  return std::ranges::any_of(expr.operands(), [](const Expr* operand) { return mentions_function(*operand); });
}

} // namespace

ProgramCopy::ProgramCopy(const Program& original, ProgramBuilder& builder) : original_(original), builder_(builder) {
  for (const SourceFile& file : original.files()) builder.add_file(file);
  for (const Note& note : original.notes()) builder.add_note(note);
  for (const Variable* global : original.globals()) names_.insert(global->name);
  for (const Function* function : original.functions()) {
    names_.insert(function->name());
    for (const Variable* parameter : function->parameters()) names_.insert(parameter->name);
    for (const Variable* local : function->locals()) names_.insert(local->name);
    if (function->has_body()) continue;
    Function& copy =
        builder.declare_function(function->name(), function->source_name(), function->type(), function->range());
    if (function->does_not_return()) builder.set_does_not_return(copy);
    set_address(*function, copy);
  }
}

std::string ProgramCopy::fresh_name(const std::string& wanted) {
  for (;;) {
    std::string name = builder_.unique_name(wanted);
    if (names_.insert(name).second) return name;
  }
}

void ProgramCopy::find_changed_globals(const std::unordered_set<const Variable*>& wanted, const Keeps& keeps) {
  const auto mentions_changed = [&](const Variable& global) {
    bool found = false;
    for (const Initializer& part : global.initializers) {
      found = found || (keeps && !keeps(part));
      found = found || mentions_function(*part.value);
      for_each_variable(*part.value, [&](const Variable& variable) { found = found || changed_.contains(&variable); });
    }
    return found;
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const Variable* global : original_.globals()) {
      if (!wanted.contains(global) || changed_.contains(global) || !mentions_changed(*global)) continue;
      Variable copy = *global;
      copy.initializers.clear();
      changed_[global] = &builder_.context().add_variable(std::move(copy));
      grows = true;
    }
  }
}

void ProgramCopy::add_globals() {
  const auto& globals = original_.globals();
  add_globals(std::unordered_set<const Variable*>(globals.begin(), globals.end()));
}

void ProgramCopy::add_globals(const std::unordered_set<const Variable*>& wanted, const Keeps& keeps) {
  find_changed_globals(wanted, keeps);
  for (const Variable* global : original_.globals()) {
    if (!wanted.contains(global)) continue;
    const auto found = changed_.find(global);
    builder_.add_global(found == changed_.end() ? *global : *found->second);
    if (found == changed_.end()) continue;
    for (const Initializer& part : global->initializers)
      if (!keeps || keeps(part)) found->second->initializers.push_back({&mapped(*part.lvalue), &mapped(*part.value)});
  }
}

const Expr& ProgramCopy::mapped(const Expr& expr) {
  if (const auto found = mapped_.find(&expr); found != mapped_.end()) return *found->second;
  const Expr* result = &expr;
  if (expr.kind() == ExprKind::FunctionAddress) {
    result = &builder_.context().function_address(*by_address_.at(&expr.function()));
  } else if (expr.kind() == ExprKind::Variable) {
    if (const auto found = changed_.find(&expr.variable()); found != changed_.end())
      result = &builder_.context().variable(*found->second);
  } else if (expr.operand_count() > 0) {
    std::vector<const Expr*> operands;
    for (const Expr* operand : expr.operands()) operands.push_back(&mapped(*operand));
    if (!std::ranges::equal(operands, expr.operands())) result = &builder_.context().with_operands(expr, operands);
  }
  mapped_.emplace(&expr, result);
  return *result;
}

Operation ProgramCopy::mapped(const Operation& op) {
  Operation result = op;
  if (op.lvalue != nullptr) result.lvalue = &mapped(*op.lvalue);
  if (op.value != nullptr) result.value = &mapped(*op.value);
  std::vector<const Expr*> arguments;
  for (const Expr* argument : op.arguments) arguments.push_back(&mapped(*argument));
  if (!std::ranges::equal(arguments, op.arguments)) result.arguments = builder_.context().list(std::move(arguments));
  if (op.callee != nullptr && !op.callee->has_body()) result.callee = &without_body(*op.callee);
  return result;
}

std::unordered_map<const Variable*, const Variable*> ProgramCopy::variable_origins() const {
  std::unordered_map<const Variable*, const Variable*> result;
  for (const auto& [original, copy] : changed_) result.emplace(copy, original);
  return result;
}

} // namespace tandem::transform::copy

// One pass over the program: first every expression in the order of ids (operands before users), which records where
// each lvalue lies and what each value may point to, then one constraint per assignment, call and return. The analysis
// is insensitive to flow and context, and since constraints are equations, their order does not affect the result;
// only copies of memory are deferred to the end, because they depend on which cells exist (alias_copies.cpp).

#include "program/pointers/alias_constraints.h"

#include "base/core/require.h"
#include "program/pointers/call_graph.h"

#include <algorithm>
#include <set>

namespace tandem::pointers {

Constraints::Constraints(const Program& program, UndefinedFunctions undefined)
    : program_(program), undefined_(undefined), wrappers_(find_wrappers(program, undefined)),
      variable_objects_(program.context().variables().size(), none), function_blocks_(program.functions().size(), none),
      uses_(program.context().expr_count(), 0), lvalue_spots_(program.context().expr_count()),
      values_(program.context().expr_count()), called_(program.edges().size(), none) {
  add_object({.kind = ObjectKind::External}, solver_.environment());
  rest_ = {{solver_.add_pointer(), solver_.add_integer()}, solver_.add_block(0, 0)};
  last_string_ = solver_.add_pointer();
  thread_result_ = solver_.add_pointer();
  for (const Variable* global : program.globals()) variable_block(*global);
  for (const Function* function : program.functions()) define(*function);
  for (const Expr* expr : collect()) evaluate(*expr);

  for (const Variable* global : program.globals()) {
    for (const Initializer& part : global->initializers) assign(*part.lvalue, *part.value);
    if (global->is_extern)
      add_copy({variable_block(*global), 0}, {solver_.environment(), 0},
               static_cast<std::int64_t>(global->type->size()));
  }
  for (const Edge* edge : program.edges()) add(*edge);
  for (const Function* function : program.functions())
    if (!function->has_body() && function_blocks_[function->id()] != none) call_through_pointers(*function);
  for (std::size_t i = 0; i < program.entry().parameters().size(); ++i) {
    const Variable& parameter = *program.entry().parameters()[i];
    const Spot spot{variable_block(parameter), 0};
    add_copy(spot, {solver_.environment(), 0}, static_cast<std::int64_t>(parameter.type->size()));
  }
  finish();
}

// What depends on the rest of the solution, until it changes nothing more.
void Constraints::finish() {
  std::uint64_t before = 0;
  do {
    run_copies(solver_, copies_, [this](const Cell& cell) {
      const Content content = cell.content;
      if (cell.types.empty()) solver_.mark_escape(content, Passage::Comes);
      for (const Type* type : std::vector(cell.types)) arrive(content, *type, nullptr);
    });
    before = solver_.changes();
    follow_comparisons();
  } while (solver_.changes() != before);
}

// Behind a comparison, an integer may be the address it was compared with, and a pointer that came from outside the
// program one to the program's own memory. Pointers that the program made itself lead where they were made to.
void Constraints::follow_comparisons() {
  const std::vector<BlockId> blocks = external_blocks();
  const std::set<BlockId> outside(blocks.begin(), blocks.end());
  const auto is_outside = [&](PointerId pointer) {
    return outside.contains(solver_.root(solver_.pointee(pointer).block));
  };
  for (const auto& [a, b] : comparisons_) {
    follow_comparison(a, b);
    if (a.pointer != none && b.pointer != none && is_outside(a.pointer) != is_outside(b.pointer))
      solver_.unify_pointers(a.pointer, b.pointer);
  }
}

// What is compared with an address that the program writes as a number may lie there, and be accessed through it.
void Constraints::follow_comparison(const Content& a, const Content& b) {
  const auto holds_addresses = [&](const Content& content) {
    return content.integer != none && solver_.holds_addresses(content.integer);
  };
  const auto is_literal = [&](const Content& content) {
    return content.pointer != none && solver_.may_be_literal(content.pointer);
  };
  if (holds_addresses(a) || holds_addresses(b)) {
    if (a.integer != none && b.integer != none) solver_.unify({.integer = a.integer}, {.integer = b.integer});
    if (accesses_literal_) solver_.mark_escape({.integer = a.integer == none ? b.integer : a.integer}, Passage::Both);
  }
  if (a.pointer == none || b.pointer == none || !(is_literal(a) || is_literal(b))) return;
  solver_.unify_pointers(a.pointer, b.pointer);
  if (accesses_literal_) solver_.unify_pointers(a.pointer, solver_.environment_pointer());
}

// All expressions of the program with their uses, operands first.
std::vector<const Expr*> Constraints::collect() {
  std::vector<const Expr*> all;
  std::vector<std::pair<const Expr*, Use>> work;
  const auto add = [&](const Expr* expr, Use use) {
    if (expr == nullptr || (uses_[expr->id()] & use) != 0) return;
    if (uses_[expr->id()] == 0) all.push_back(expr);
    uses_[expr->id()] |= use;
    work.emplace_back(expr, use);
  };
  for (const Variable* global : program_.globals()) {
    for (const Initializer& part : global->initializers) {
      add(part.lvalue, AsLvalue);
      add(part.value, AsValue);
    }
  }
  for (const Edge* edge : program_.edges()) {
    add(edge->op.lvalue, AsLvalue);
    add(edge->op.value, AsValue);
    for (const Expr* argument : edge->op.arguments) add(argument, AsValue);
  }
  while (!work.empty()) {
    const Expr& expr = *work.back().first;
    work.pop_back();
    const bool keeps_lvalue =
        expr.kind() == ExprKind::Field || expr.kind() == ExprKind::Index || expr.kind() == ExprKind::AddressOf;
    for (std::size_t i = 0; i < expr.operand_count(); ++i)
      add(&expr.operand(i), keeps_lvalue && i == 0 ? AsLvalue : AsValue);
  }
  std::sort(all.begin(), all.end(), [](const Expr* a, const Expr* b) { return a->id() < b->id(); });
  return all;
}

ObjectId Constraints::add_object(MemoryObject object, BlockId block) {
  object.id = static_cast<ObjectId>(objects_.size());
  objects_.push_back(object);
  object_blocks_.push_back(block);
  return object.id;
}

BlockId Constraints::variable_block(const Variable& variable) {
  ObjectId& object = variable_objects_[variable.id];
  if (object == none) {
    const bool is_array = variable.type->is_array(); // its extent is determined by its uses
    const BlockId block = solver_.add_block(is_array ? 0 : static_cast<std::int64_t>(variable.type->size()), 0);
    object = add_object({.kind = ObjectKind::Variable, .variable = &variable}, block);
  }
  return object_blocks_[object];
}

BlockId Constraints::function_block(const Function& function) {
  BlockId& block = function_blocks_[function.id()];
  if (block == none) block = solver_.add_block(1, 0);
  return block;
}

void Constraints::define(const Function& function) {
  if (!function.has_body()) return;
  const BlockId block = function_block(function);
  for (std::size_t i = 0; i < function.parameters().size(); ++i) {
    const Variable& parameter = *function.parameters()[i];
    const Spot spot{variable_block(parameter), 0};
    if (parameter.type->is_scalar())
      solver_.unify(solver_.parameter(block, i, *parameter.type),
                    solver_.access(spot, static_cast<std::int64_t>(parameter.type->size()), parameter.type));
    else if (parameter.type->is_record())
      solver_.unify({solver_.parameter_record(block, i), 0}, spot);
  }
  for (const Variable* local : function.locals()) variable_block(*local);
  if (function.type().is_variadic()) solver_.set_variadic(block, function.parameters().size(), rest_);
}

void Constraints::add(const Edge& edge) {
  switch (edge.op.kind) {
  case OpKind::Skip:
  case OpKind::Assume:
  case OpKind::Declare:
  case OpKind::EndScope: return;
  case OpKind::Assign: return assign(*edge.op.lvalue, *edge.op.value);
  case OpKind::Nondet: return nondet(*edge.op.lvalue, edge);
  case OpKind::Call: return call(edge);
  case OpKind::Return: return return_value(edge);
  }
  unreachable();
}

void Constraints::assign(const Expr& lvalue, const Expr& value) {
  if (lvalue.type().is_scalar())
    solver_.unify(touch(lvalue), value_of(value));
  else
    copy_record(spot_of(lvalue), value);
}

void Constraints::copy_record(Spot to, const Expr& value) {
  std::vector<const Expr*> sources{&value};
  while (!sources.empty()) {
    const Expr& source = *sources.back();
    sources.pop_back();
    if (source.is_lvalue()) {
      add_copy(to, spot_of(source), static_cast<std::int64_t>(source.type().size()));
    } else if (source.kind() == ExprKind::Conditional) {
      sources.push_back(&source.operand(1));
      sources.push_back(&source.operand(2));
    }
  }
}

void Constraints::nondet(const Expr& lvalue, const Edge& edge) {
  if (lvalue.type().is_scalar())
    arrive(touch(lvalue), lvalue.type(), &edge);
  else
    add_copy(spot_of(lvalue), {solver_.environment(), 0}, static_cast<std::int64_t>(lvalue.type().size()));
}

// If functions without a body have no effect, the pointers they return point to separate memory: one object for each
// type of record, otherwise one for this call.
void Constraints::arrive(const Content& value, const Type& type, const Edge* edge) {
  const bool is_pointer = type.is_pointer() && !type.element().is_function();
  if (undefined_ == UndefinedFunctions::ChangeWhatTheyReach || !is_pointer)
    return solver_.mark_escape(value, Passage::Comes);
  const Spot target = solver_.pointee(value.pointer);
  if (type.element().is_record()) return solver_.unify(target, {external_block(type.element()), 0});
  if (edge == nullptr) return;
  const BlockId block = solver_.add_block(0, 0);
  add_object({.kind = ObjectKind::External, .allocation = edge}, block);
  solver_.unify(target, {block, 0});
}

BlockId Constraints::external_block(const Type& record) {
  const auto [found, is_new] = external_records_.try_emplace(&record, none);
  if (is_new) {
    found->second = solver_.add_block(static_cast<std::int64_t>(record.size()), 0);
    add_object({.kind = ObjectKind::External, .type = &record}, found->second);
  }
  return found->second;
}

std::vector<BlockId> Constraints::external_blocks() const {
  std::vector<BlockId> result;
  for (const MemoryObject& object : objects_)
    if (object.kind == ObjectKind::External) result.push_back(solver_.root(object_blocks_[object.id]));
  return result;
}

void Constraints::return_value(const Edge& edge) {
  if (edge.op.value == nullptr) return;
  const Expr& value = *edge.op.value;
  const BlockId block = function_block(edge.function());
  if (value.type().is_scalar())
    solver_.unify(solver_.result(block, value.type()), value_of(value));
  else if (value.type().is_record())
    copy_record({solver_.result_record(block), 0}, value);
}

} // namespace tandem::pointers

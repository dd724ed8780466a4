// Calls while unwinding: inlined, with a bound on recursion; through pointers by cases; undefined functions return any
// value and make what their pointer arguments lead to arbitrary.

#include "base/require.h"
#include "program/library.h"
#include "vcgen/activation.h"

namespace tandem::vcgen {

using semantics::Fill;
using semantics::Identity;
using semantics::IdentityKind;
using semantics::SymbolicFrame;
using semantics::SymbolicMemory;

SymbolicFrame Unwinder::make_frame(const Function& function, std::uint32_t context) {
  SymbolicFrame frame;
  frame.function = &function;
  frame.context = context;
  const auto add = [&](const Variable& variable) {
    if (variable.type->is_scalar() && !variable.address_taken)
      frame.registers[&variable] = variable.kind == VariableKind::Temporary
                                       ? SymbolicMemory::temporary_key(next_register_++)
                                       : SymbolicMemory::register_key(next_register_++);
    else
      frame.objects[&variable] =
          memory_.allocate({static_cast<std::uint32_t>(IdentityKind::Local), context, variable.id},
                           variable.type->size(), variable.type, Fill::Arbitrary);
  };
  for (const Variable* parameter : function.parameters()) add(*parameter);
  for (const Variable* local : function.locals()) add(*local);
  return frame;
}

void Unwinder::end_frame(Path& path, const SymbolicFrame& frame) {
  for (const auto& [variable, key] : frame.registers) path.state.cells.erase(key);
  for (const auto& [variable, object] : frame.objects) memory_.forget(path.state, object);
}

std::optional<Path> Unwinder::execute_call(Activation& activation, const Edge& edge, Path path) {
  if (edge.op.callee != nullptr) return call(activation, edge, *edge.op.callee, std::move(path));
  const Term pointer = in(path, activation.frame).value(*edge.op.value);
  std::optional<Path> result;
  for (const auto& [function, condition] : memory_.functions_at(pointer)) {
    Path chosen{path.state, path.guard.with(terms_, condition), path.block};
    if (terms_.is_false(chosen.guard.all(terms_))) continue;
    if (options_.record != nullptr)
      chosen.block = options_.record->add_block({{path.block, condition}}, chosen.guard.all(terms_));
    std::optional<Path> after;
    if (function != nullptr) {
      after = call(activation, edge, *function, std::move(chosen));
    } else {
      add_gap(edge, "a call through a pointer that may lead anywhere", chosen);
      if (edge.op.place != nullptr && edge.op.place->type().is_scalar())
        assign_result(
            activation, chosen, edge,
            new_input(activation, task::InputKind::UndefinedFunction, edge, edge.op.place->type(), chosen, "call"));
      after = std::move(chosen);
    }
    if (after) result = result ? join(std::move(*result), std::move(*after)) : std::move(after);
  }
  return result;
}

std::optional<Path> Unwinder::call(Activation& activation, const Edge& edge, const Function& callee, Path path) {
  if (options_.is_error && options_.is_error(callee)) {
    if (is_history(activation)) return std::nullopt;
    result_.targets.push_back({&edge, path.guard.all(terms_)});
    if (options_.record != nullptr) options_.record->check(terms_.false_(), &edge);
    return std::nullopt;
  }
  if (callee.has_body()) return call_body(activation, edge, callee, std::move(path));
  if (auto modelled = call_library(activation, edge, callee, path)) return std::move(modelled->path);
  return call_undefined(activation, edge, callee, std::move(path));
}

bool Unwinder::too_deep(const Activation& activation, const Function& callee, const Path& path) {
  for (const Activation* at = &activation; at != nullptr; at = at->caller) {
    if (&at->function != &callee) continue;
    const std::uint32_t forks = at->recursion_forks + (path.guard.same(at->entry_guard) ? 0 : 1);
    const auto known = options_.location_bounds.find(callee.entry().id);
    return forks > (known != options_.location_bounds.end() ? known->second : options_.bound);
  }
  return false;
}

std::optional<Path> Unwinder::call_body(Activation& activation, const Edge& edge, const Function& callee, Path path) {
  if (too_deep(activation, callee, path)) {
    go_beyond({nullptr, &callee, path.guard.all(terms_)}, path);
    return std::nullopt;
  }
  const std::uint32_t context = identities_.number(here(IdentityKind::Context, activation, edge)) + 1;
  Activation inner{.function = callee,
                   .order = order(callee),
                   .frame = make_frame(callee, context),
                   .caller = &activation,
                   .context = context};
  inner.entry_guard = path.guard;
  for (const Activation* at = &activation; at != nullptr; at = at->caller) {
    if (&at->function != &callee) continue;
    inner.recursion_forks = at->recursion_forks + (path.guard.same(at->entry_guard) ? 0 : 1);
    break;
  }
  inner.result_register = SymbolicMemory::register_key(next_register_++);
  if (callee.result().is_record())
    inner.result_object = memory_.allocate({static_cast<std::uint32_t>(IdentityKind::Result), context},
                                           callee.result().size(), &callee.result(), Fill::Arbitrary);
  pass_arguments(activation, path, edge, inner);
  std::optional<Path> after = run_body(inner, std::move(path));
  if (!after) return std::nullopt;
  end_frame(*after, inner.frame);
  if (edge.op.place != nullptr && inner.result_object) {
    auto& lower = in(*after, activation.frame);
    memory_.copy(after->state, lower.pointer_to(lower.address(*edge.op.place)), memory_.address(*inner.result_object),
                 edge.op.place->type());
  } else if (edge.op.place != nullptr) {
    const Term* value = after->state.cells.find(inner.result_register);
    const Term result = value != nullptr ? *value : terms_.fresh("result", semantics::sort_of(callee.result()));
    assign_result(activation, *after, edge, result);
  }
  if (inner.result_object) memory_.forget(after->state, *inner.result_object);
  after->state.cells.erase(inner.result_register);
  return after;
}

void Unwinder::pass_arguments(Activation& from, Path& path, const Edge& edge, Activation& to) {
  auto& lower = in(path, from.frame);
  const auto& parameters = to.function.parameters();
  for (std::size_t i = 0; i < parameters.size() && i < edge.op.arguments.size(); ++i) {
    const Variable& parameter = *parameters[i];
    const Expr& argument = *edge.op.arguments[i];
    if (parameter.type->is_record()) {
      memory_.copy(path.state, memory_.address(to.frame.objects.at(&parameter)),
                   lower.pointer_to(lower.address(argument)), *parameter.type);
      continue;
    }
    if (!parameter.type->is_scalar() || !argument.type().is_scalar()) continue; // va_list: not modelled
    // Calls without a prototype may pass another type of the same kind.
    const Term value = lower.value(program_.context().cast(*parameter.type, argument));
    const auto home = to.frame.registers.find(&parameter);
    if (home != to.frame.registers.end())
      memory_.set_register(path.state, home->second, value);
    else {
      target_.enter(path.state, globals_, to.frame);
      lower.write(program_.context().variable(parameter), value);
      target_.enter(path.state, globals_, from.frame);
    }
  }
}

void Unwinder::assign_result(Activation& activation, Path& path, const Edge& edge, Term value) {
  if (edge.op.place != nullptr) in(path, activation.frame).write(*edge.op.place, value);
}

void Unwinder::add_gap(const Edge& edge, std::string text, const Path& path) {
  result_.gaps.push_back({&edge, std::move(text), path.guard.all(terms_)});
}

// A library function that is not modelled may write what its arguments point to, and call what it is given.
void Unwinder::change_arguments(Activation& activation, const Edge& edge, Path& path) {
  for (const Expr* argument : edge.op.arguments) {
    if (!argument->type().is_pointer()) continue;
    const Term pointer = in(path, activation.frame).value(*argument);
    if (argument->type().element().is_function())
      add_gap(edge, "a library function that calls back", path);
    else
      memory_.havoc_behind(path.state, pointer);
  }
}

std::optional<Path> Unwinder::call_undefined(Activation& activation, const Edge& edge, const Function& callee,
                                             Path path) {
  if (callee.does_not_return()) return std::nullopt;
  if (callee.name().starts_with("pthread_")) add_gap(edge, "threads", path);
  if (is_library_function(callee.name()))
    change_arguments(activation, edge, path);
  else
    result_.assumptions.insert("'" + callee.source_name() + "' has no body: it returns any value, changes nothing");
  if (edge.op.place == nullptr) return path;
  const Type& type = edge.op.place->type();
  if (type.is_scalar()) {
    assign_result(activation, path, edge,
                  new_input(activation, task::InputKind::UndefinedFunction, edge, type, path, callee.name()));
  } else {
    auto& lower = in(path, activation.frame);
    const Term at = lower.pointer_to(lower.address(*edge.op.place));
    semantics::for_each_cell(&type, 0, type.size(), [&](const semantics::Cell& cell) {
      memory_.store(path.state, terms_.bv_add(at, terms_.bv(terms_.width(at), cell.offset)),
                    terms_.fresh("call", smt::Sort::bv(cell.bytes * 8)), &type);
    });
  }
  return path;
}

} // namespace tandem::vcgen

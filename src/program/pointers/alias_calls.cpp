// Calls as constraints. As in Steensgaard's analysis, a function is a location with one channel for each parameter and
// one for the result; a call unifies its arguments with the channels of whatever the callee expression points to, so
// that calls through pointers need no iteration with the call graph. Library functions have the effect that
// alias_library.h lists; unknown functions exchange everything with the environment, or nothing (UndefinedFunctions).
// Calls of allocation wrappers create an object of their own (alias_wrappers.h), the only context sensitivity there
// is.

#include "program/pointers/alias_constraints.h"

#include "base/core/require.h"
#include "program/model/library.h"

#include <algorithm>

namespace tandem::pointers {

namespace {

bool is_external_call(const Edge* source) {
  if (source->op.kind != OpKind::Call) return true;
  return !source->op.callee->has_body() && library_effect(source->op.callee->name()) == LibraryEffect::Unknown;
}

} // namespace

void Constraints::call(const Edge& edge) {
  const Operation& op = edge.op;
  if (op.callee == nullptr) {
    PointerId callee = value_of(*op.value).pointer;
    if (callee == none) callee = solver_.environment_pointer(); // a constant address
    called_[edge.id] = callee;
    const BlockId functions = solver_.pointee(callee).block;
    pass_arguments(edge, functions);
    return receive_result(edge, functions);
  }
  if (op.callee->has_body()) {
    pass_arguments(edge, function_block(*op.callee));
    const bool is_allocation = wrappers_.is_wrapper[op.callee->id()];
    return is_allocation ? receive_new(edge) : receive_result(edge, function_block(*op.callee));
  }
  if (op.callee->name() == "__builtin_va_arg") return call_variable_argument(edge);
  const LibraryEffect effect = library_effect(op.callee->name());
  if (effect == LibraryEffect::Unknown) return call_external(edge);
  call_library(site_of(edge), effect);
}

void Constraints::pass_arguments(const Edge& edge, BlockId functions) {
  for (std::size_t i = 0; i < edge.op.arguments.size(); ++i) {
    const Expr& argument = *edge.op.arguments[i];
    if (edge.op.callee != nullptr && is_ignored(*edge.op.callee, i)) continue;
    if (argument.type().is_record())
      copy_record({solver_.parameter_record(functions, i), 0}, argument);
    else if (!value_of(argument).is_empty())
      solver_.unify(solver_.parameter(functions, i, argument.type()), value_of(argument));
  }
}

bool Constraints::is_ignored(const Function& function, std::size_t parameter) const {
  if (parameter >= function.parameters().size()) return wrappers_.ignores_rest[function.id()];
  return wrappers_.is_only_compared[function.parameters()[parameter]->id];
}

void Constraints::receive_result(const Edge& edge, BlockId functions) {
  if (edge.op.lvalue == nullptr) return;
  const Expr& lvalue = *edge.op.lvalue;
  if (lvalue.type().is_record())
    add_copy(spot_of(lvalue), {solver_.result_record(functions), 0}, static_cast<std::int64_t>(lvalue.type().size()));
  else if (lvalue.type().is_scalar())
    solver_.unify(touch(lvalue), solver_.result(functions, lvalue.type()));
}

// A wrapper returns a new object for each call.
void Constraints::receive_new(const Edge& edge) {
  if (edge.op.lvalue == nullptr) return;
  const Content pointer = touch(*edge.op.lvalue);
  const auto& sources = wrappers_.sources[edge.op.callee->id()];
  if (std::any_of(sources.begin(), sources.end(), is_external_call)) arrive(pointer, edge.op.lvalue->type(), &edge);
  if (!std::all_of(sources.begin(), sources.end(), is_external_call))
    allocate({.function = edge.op.callee, .edge = &edge}, pointer.pointer);
}

void Constraints::call_variable_argument(const Edge& edge) {
  if (edge.op.lvalue == nullptr) return;
  const Expr& lvalue = *edge.op.lvalue;
  if (lvalue.type().is_scalar())
    solver_.unify(touch(lvalue), rest_.content);
  else
    add_copy(spot_of(lvalue), {rest_.record, 0}, static_cast<std::int64_t>(lvalue.type().size()));
}

// What a library function returns may point where an argument does.
void Constraints::receive_any_argument(const Edge& edge) {
  if (edge.op.lvalue == nullptr || !edge.op.lvalue->type().is_pointer()) return;
  for (const Expr* argument : edge.op.arguments)
    if (argument->type().is_pointer() && !value_of(*argument).is_empty())
      solver_.unify(touch(*edge.op.lvalue), value_of(*argument));
}

void Constraints::call_external(const Edge& edge) {
  if (is_library_function(*edge.op.callee)) receive_any_argument(edge);
  // Of the library's functions, those that call back or keep pointers are not followed, but what they call is
  // reachable.
  if (undefined_ == UndefinedFunctions::ChangeWhatTheyReach || library_obstacle(*edge.op.callee)) {
    for (const Expr* argument : edge.op.arguments) {
      if (argument->type().is_record())
        copy_record({solver_.environment(), 0}, *argument);
      else if (argument->type().kind() == TypeKind::VaList)
        solver_.mark_escape(rest_.content, Passage::Goes);
      else if (!value_of(*argument).is_empty())
        solver_.mark_escape(value_of(*argument), Passage::Goes);
    }
    callbacks_.emplace_back(edge.op.callee, solver_.environment_pointer());
  }
  if (edge.op.lvalue != nullptr) nondet(*edge.op.lvalue, edge);
}

// A function without a body whose address is taken.
void Constraints::call_through_pointers(const Function& function) {
  const BlockId block = function_block(function);
  const auto& parameters = function.type().parameters();
  CallSite site{.function = &function};
  for (std::size_t i = 0; i < parameters.size(); ++i)
    site.arguments.push_back(parameters[i]->is_scalar() ? solver_.parameter(block, i, *parameters[i]) : Content());
  const Type& result = function.type().result();
  if (result.is_scalar()) site.result = solver_.result(block, result);
  const LibraryEffect effect = library_effect(function.name());
  if (effect != LibraryEffect::Unknown) return call_library(site, effect);

  if (result.is_scalar()) arrive(site.result, result, nullptr);
  if (result.is_record()) add_copy({solver_.result_record(block), 0}, {solver_.environment(), 0}, endless);
  if (undefined_ == UndefinedFunctions::HaveNoEffect) return;
  callbacks_.emplace_back(&function, solver_.environment_pointer());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    solver_.mark_escape(site.arguments[i], Passage::Goes);
    if (parameters[i]->is_record())
      add_copy({solver_.environment(), 0}, {solver_.parameter_record(block, i), 0}, endless);
  }
  if (!function.type().is_variadic() && function.type().has_prototype()) return;
  const Channel rest{{solver_.add_pointer(), solver_.add_integer()}, solver_.add_block(0, 0)};
  solver_.set_variadic(block, parameters.size(), rest);
  solver_.mark_escape(rest.content, Passage::Goes);
  add_copy({solver_.environment(), 0}, {rest.record, 0}, endless);
}

Constraints::CallSite Constraints::site_of(const Edge& edge) {
  CallSite site{.function = edge.op.callee, .edge = &edge};
  for (const Expr* argument : edge.op.arguments) {
    site.arguments.push_back(argument->type().is_scalar() ? value_of(*argument) : Content());
    site.constants.push_back(constant_value(*argument));
  }
  if (edge.op.lvalue != nullptr && edge.op.lvalue->type().is_scalar()) site.result = touch(*edge.op.lvalue);
  return site;
}

void Constraints::call_library(const CallSite& site, LibraryEffect effect) {
  const PointerId first = site.argument(0).pointer, second = site.argument(1).pointer, result = site.result.pointer;
  const auto into_first = [&] {
    if (first != none) solver_.move_anywhere(solver_.pointee(first), 1);
    return first;
  };
  switch (effect) {
  case LibraryEffect::Unknown:
  case LibraryEffect::Nothing: return;
  case LibraryEffect::Computes: return solver_.unify(site.result, computed(site.argument(0), site.argument(1)));
  case LibraryEffect::ComputesInto: return compute_into(site);
  case LibraryEffect::Allocates: return allocate(site, result);
  case LibraryEffect::AllocatesInto: return allocate(site, stored_pointer(first));
  case LibraryEffect::Reallocates: return solver_.unify_pointers(result, first), allocate(site, result);
  case LibraryEffect::ReturnsFirst: return solver_.unify_pointers(result, first);
  case LibraryEffect::ReturnsInto: return solver_.unify_pointers(result, into_first());
  case LibraryEffect::ReturnsIntoLast:
    solver_.unify_pointers(last_string_, into_first());
    return solver_.unify_pointers(result, last_string_);
  case LibraryEffect::StoresEnd: return solver_.unify_pointers(stored_pointer(second), into_first());
  case LibraryEffect::CopiesToFirst: return copy_memory(site), solver_.unify_pointers(result, first);
  case LibraryEffect::CopiesAndMoves: return copy_memory(site), solver_.unify_pointers(result, into_first());
  case LibraryEffect::ReturnsEnvironment:
    if (site.function->name() == "__errno_location") return solver_.unify_pointers(result, locate_error_number(site));
    if (!site.result.is_empty()) arrive(site.result, result_type(site), site.edge);
    return;
  case LibraryEffect::Sorts:
    elements_of(first, site.constant(2, 1));
    return call_back(site, site.argument(3).pointer, {first, first});
  case LibraryEffect::Searches:
    elements_of(second, site.constant(3, 1));
    solver_.unify_pointers(result, second);
    return call_back(site, site.argument(4).pointer, {first, second});
  case LibraryEffect::CallsBack: return call_back(site, first, {});
  case LibraryEffect::SetsHandler: return solver_.unify_pointers(result, second), call_back(site, second, {});
  case LibraryEffect::StartsThread: return call_back(site, site.argument(2).pointer, {site.argument(3).pointer});
  case LibraryEffect::JoinsThread: return solver_.unify_pointers(stored_pointer(second), thread_result_);
  case LibraryEffect::EndsThread: return solver_.unify_pointers(first, thread_result_);
  }
  unreachable();
}

// One object, wherever the program asks for it.
PointerId Constraints::locate_error_number(const CallSite& site) {
  if (error_number_ == none) {
    error_number_ = solver_.add_pointer();
    arrive({.pointer = error_number_}, site.function->type().result(), site.edge);
  }
  return error_number_;
}

// __builtin_add_overflow(a, b, &sum) and similar functions, which are only called directly.
void Constraints::compute_into(const CallSite& site) {
  const PointerId where = site.argument(2).pointer;
  if (site.edge == nullptr || where == none) return;
  const Type& type = site.edge->op.arguments[2]->type().element();
  if (!type.is_integer()) return;
  solver_.reach(solver_.pointee(where), element_size(type));
  const Content sum = solver_.access(solver_.pointee(where), element_size(type), &type);
  solver_.unify(sum, computed(site.argument(0), site.argument(1)));
}

const Type& Constraints::result_type(const CallSite& site) {
  return site.edge != nullptr ? site.edge->op.lvalue->type() : site.function->type().result();
}

void Constraints::copy_memory(const CallSite& site) {
  const PointerId to = site.argument(0).pointer, from = site.argument(1).pointer;
  if (to == none || from == none) return;
  const bool has_size = site.function->name().starts_with("mem");
  add_copy(solver_.pointee(to), solver_.pointee(from), has_size ? site.constant(2, endless) : endless);
}

// The result of a callback with one argument is a thread's; the results of comparison functions are irrelevant.
void Constraints::call_back(const CallSite& site, PointerId callee, const std::vector<PointerId>& arguments) {
  if (callee == none) return;
  callbacks_.emplace_back(site.function, callee);
  const BlockId functions = solver_.pointee(callee).block;
  TypeTable& types = program_.context().types();
  const Type& pointer = types.pointer_to(types.void_type());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i] != none) solver_.unify(solver_.parameter(functions, i, pointer), {.pointer = arguments[i]});
  if (arguments.size() == 1) solver_.unify(solver_.result(functions, pointer), {.pointer = thread_result_});
}

void Constraints::allocate(const CallSite& site, PointerId pointer) {
  if (pointer == none) return;
  const BlockId block = solver_.add_block(0, 0);
  add_object({.kind = ObjectKind::Heap, .allocation = site.edge, .allocator = site.function}, block);
  solver_.unify(solver_.pointee(pointer), {block, 0});
}

// The function computes addresses of elements of this size from the base.
void Constraints::elements_of(PointerId base, std::int64_t size) {
  if (base != none) solver_.move_anywhere(solver_.pointee(base), std::max<std::int64_t>(size, 1));
}

// The pointer that is stored where another one points to.
PointerId Constraints::stored_pointer(PointerId where) {
  if (where == none) return none;
  TypeTable& types = program_.context().types();
  const Type& pointer = types.pointer_to(types.void_type());
  const auto size = static_cast<std::int64_t>(pointer.size());
  solver_.reach(solver_.pointee(where), size);
  return solver_.access(solver_.pointee(where), size, &pointer).pointer;
}

} // namespace tandem::pointers

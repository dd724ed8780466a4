// Calls as equations: of functions with a body, of library functions, and of code outside the program.

#include "program/alias_constraints.h"

#include "base/require.h"

#include <algorithm>

namespace tandem::alias {

namespace {

// Of the integer that __builtin_add_overflow and its kin write; they are only called directly.
std::int64_t result_size(const Edge* call) {
  if (call == nullptr || call->op.arguments.size() < 3) return 1;
  const Type& pointer = call->op.arguments[2]->type();
  return pointer.is_pointer() ? element_size(pointer.element()) : 1;
}

bool is_outside_call(const Edge* source) {
  if (source->op.kind != OpKind::Call) return true;
  return !source->op.callee->has_body() && library_effect(source->op.callee->name()) == LibraryEffect::Unknown;
}

} // namespace

void Constraints::call(const Edge& edge) {
  const Operation& op = edge.op;
  if (op.callee == nullptr) {
    ValueId callee = value_of(*op.value);
    if (callee == none) callee = solver_.outside_value(); // a constant address
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
  if (effect == LibraryEffect::Unknown) return call_outside(edge);
  call_library(site_of(edge), effect);
}

void Constraints::pass_arguments(const Edge& edge, BlockId functions) {
  for (std::size_t i = 0; i < edge.op.arguments.size(); ++i) {
    const Expr& argument = *edge.op.arguments[i];
    if (edge.op.callee != nullptr && is_ignored(*edge.op.callee, i)) continue;
    if (argument.type().is_record())
      copy_record({solver_.parameter_record(functions, i), 0}, argument);
    else if (value_of(argument) != none)
      solver_.unify_values(solver_.parameter_value(functions, i), value_of(argument));
  }
}

bool Constraints::is_ignored(const Function& function, std::size_t parameter) const {
  if (parameter >= function.parameters().size()) return wrappers_.ignores_rest[function.id()];
  return wrappers_.is_only_compared[function.parameters()[parameter]->id];
}

void Constraints::receive_result(const Edge& edge, BlockId functions) {
  if (edge.op.place == nullptr) return;
  const Expr& place = *edge.op.place;
  if (place.type().is_record())
    add_copy(place_of(place), {solver_.result_record(functions), 0}, static_cast<std::int64_t>(place.type().size()));
  else if (place.type().is_scalar())
    solver_.unify_values(touch(place), solver_.result_value(functions));
}

// A wrapper returns memory of this call's own.
void Constraints::receive_new(const Edge& edge) {
  if (edge.op.place == nullptr) return;
  const ValueId pointer = touch(*edge.op.place);
  const auto& sources = wrappers_.sources[edge.op.callee->id()];
  if (std::any_of(sources.begin(), sources.end(), is_outside_call)) arrive(pointer, edge.op.place->type(), &edge);
  if (!std::all_of(sources.begin(), sources.end(), is_outside_call))
    allocate({.function = edge.op.callee, .edge = &edge}, pointer);
}

void Constraints::call_variable_argument(const Edge& edge) {
  if (edge.op.place == nullptr) return;
  const Expr& place = *edge.op.place;
  if (place.type().is_scalar())
    solver_.unify_values(touch(place), rest_.value);
  else
    add_copy(place_of(place), {rest_.record, 0}, static_cast<std::int64_t>(place.type().size()));
}

void Constraints::call_outside(const Edge& edge) {
  if (undefined_ == UndefinedFunctions::ChangeWhatTheyReach) {
    for (const Expr* argument : edge.op.arguments) {
      if (argument->type().is_record())
        copy_record({solver_.outside(), 0}, *argument);
      else if (argument->type().kind() == TypeKind::VaList)
        solver_.mark_outside(rest_.value, Passage::Goes);
      else if (value_of(*argument) != none)
        solver_.mark_outside(value_of(*argument), Passage::Goes);
    }
    callbacks_.emplace_back(edge.op.callee, solver_.outside_value());
  }
  if (edge.op.place != nullptr) nondet(*edge.op.place, edge);
}

// A function without a body whose address is taken.
void Constraints::call_through_pointers(const Function& function) {
  const BlockId block = function_block(function);
  const std::size_t count = function.type().parameters().size();
  CallSite site{.function = &function};
  for (std::size_t i = 0; i < count; ++i) site.arguments.push_back(solver_.parameter_value(block, i));
  site.result = solver_.result_value(block);
  const LibraryEffect effect = library_effect(function.name());
  if (effect != LibraryEffect::Unknown) return call_library(site, effect);

  const Type& result = function.type().result();
  if (result.is_scalar()) arrive(site.result, result, nullptr);
  add_copy({solver_.result_record(block), 0}, {solver_.outside(), 0}, endless);
  if (undefined_ == UndefinedFunctions::HaveNoEffect) return;
  callbacks_.emplace_back(&function, solver_.outside_value());
  for (std::size_t i = 0; i < count; ++i) {
    solver_.mark_outside(site.arguments[i], Passage::Goes);
    add_copy({solver_.outside(), 0}, {solver_.parameter_record(block, i), 0}, endless);
  }
  if (!function.type().is_variadic() && function.type().has_prototype()) return;
  const Channel rest{solver_.add_value(), solver_.add_block(0, 0)};
  solver_.set_variadic(block, count, rest);
  solver_.mark_outside(rest.value, Passage::Goes);
  add_copy({solver_.outside(), 0}, {rest.record, 0}, endless);
}

Constraints::CallSite Constraints::site_of(const Edge& edge) {
  CallSite site{.function = edge.op.callee, .edge = &edge};
  for (const Expr* argument : edge.op.arguments) {
    site.arguments.push_back(argument->type().is_scalar() ? value_of(*argument) : none);
    site.constants.push_back(constant_value(*argument));
  }
  if (edge.op.place != nullptr && edge.op.place->type().is_scalar()) site.result = touch(*edge.op.place);
  return site;
}

void Constraints::call_library(const CallSite& site, LibraryEffect effect) {
  const ValueId first = site.argument(0), second = site.argument(1);
  const auto into_first = [&] {
    if (first != none) solver_.move_anywhere(solver_.pointee(first), 1);
    return first;
  };
  switch (effect) {
  case LibraryEffect::Unknown:
  case LibraryEffect::Nothing: return;
  case LibraryEffect::Computes: return solver_.unify_values(site.result, computed(first, second));
  case LibraryEffect::ComputesInto:
    return solver_.unify_values(contents(site.argument(2), result_size(site.edge)), computed(first, second));
  case LibraryEffect::Allocates: return allocate(site, site.result);
  case LibraryEffect::AllocatesInto: return allocate(site, contents(first, address_size()));
  case LibraryEffect::Reallocates: return allocate(site, joined(site.result, first));
  case LibraryEffect::ReturnsFirst: return solver_.unify_values(site.result, first);
  case LibraryEffect::ReturnsInto: return solver_.unify_values(site.result, into_first());
  case LibraryEffect::ReturnsIntoLast: return solver_.unify_values(site.result, joined(last_string_, into_first()));
  case LibraryEffect::StoresEnd: return solver_.unify_values(contents(second, address_size()), into_first());
  case LibraryEffect::CopiesToFirst: return copy_memory(site), solver_.unify_values(site.result, first);
  case LibraryEffect::CopiesAndMoves: return copy_memory(site), solver_.unify_values(site.result, into_first());
  case LibraryEffect::ReturnsOutside:
    if (site.result != none) arrive(site.result, result_type(site), site.edge);
    return;
  case LibraryEffect::Sorts:
    elements_of(first, site.constant(2, 1));
    return call_back(site, site.argument(3), {first, first});
  case LibraryEffect::Searches:
    elements_of(second, site.constant(3, 1));
    solver_.unify_values(site.result, second);
    return call_back(site, site.argument(4), {first, second});
  case LibraryEffect::CallsBack: return call_back(site, first, {});
  case LibraryEffect::SetsHandler: return solver_.unify_values(site.result, second), call_back(site, second, {});
  case LibraryEffect::StartsThread: return call_back(site, site.argument(2), {site.argument(3)});
  case LibraryEffect::JoinsThread: return solver_.unify_values(contents(second, address_size()), thread_result_);
  case LibraryEffect::EndsThread: return solver_.unify_values(first, thread_result_);
  }
  unreachable();
}

const Type& Constraints::result_type(const CallSite& site) {
  return site.edge != nullptr ? site.edge->op.place->type() : site.function->type().result();
}

void Constraints::copy_memory(const CallSite& site) {
  if (site.argument(0) == none || site.argument(1) == none) return;
  const Spot to = solver_.pointee(site.argument(0)), from = solver_.pointee(site.argument(1));
  const bool has_size = site.function->name().starts_with("mem");
  add_copy(to, from, has_size ? site.constant(2, endless) : endless);
}

// Results count as those of threads; of qsort's kin they do not matter.
void Constraints::call_back(const CallSite& site, ValueId callee, std::vector<ValueId> arguments) {
  if (callee == none) return;
  callbacks_.emplace_back(site.function, callee);
  const BlockId functions = solver_.pointee(callee).block;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    solver_.unify_values(solver_.parameter_value(functions, i), arguments[i]);
  if (arguments.size() == 1) solver_.unify_values(solver_.result_value(functions), thread_result_);
}

void Constraints::allocate(const CallSite& site, ValueId pointer) {
  if (pointer == none) return;
  const BlockId block = solver_.add_block(0, 0);
  add_object({.kind = ObjectKind::Heap, .allocation = site.edge, .allocator = site.function}, block);
  solver_.unify(solver_.pointee(pointer), {block, 0});
}

// Addresses of elements of this size are made from the base.
void Constraints::elements_of(ValueId base, std::int64_t size) {
  if (base != none) solver_.move_anywhere(solver_.pointee(base), std::max<std::int64_t>(size, 1));
}

// The value of this size where a pointer leads.
ValueId Constraints::contents(ValueId pointer, std::int64_t size) {
  return pointer == none ? none : solver_.access(solver_.pointee(pointer), size, nullptr);
}

std::int64_t Constraints::address_size() const { return program_.data_model() == DataModel::LP64 ? 8 : 4; }

} // namespace tandem::alias

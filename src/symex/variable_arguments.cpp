// Arguments behind the named ones. A call of a variadic function puts them into an object of its own, one behind the
// other in units of a machine word; a va_list holds the address of the next one. Lists can therefore be copied, passed,
// kept in records and reached through pointers like any other memory. The object belongs to one call edge, so that the
// types in it are known: va_arg of a type that was not passed there, or behind the last argument, is undefined and
// gives an arbitrary value, from then on.
//
// A function that takes a va_list and calls va_arg on it leaves the caller's list indeterminate (C17 7.16, 3): it has
// moved on x86-64, where a list is passed by its address, and it has not on the i386. The caller's list is then empty.

#include "program/model/calling_convention.h"
#include "symex/library_call.h"

#include <algorithm>

namespace tandem::symex {

using semantics::symbolic::Fill;
using semantics::symbolic::IdentityKind;
using semantics::symbolic::SymbolicObjectId;
using semantics::symbolic::SymbolicState;
using Call = LibraryCall;
using Result = std::optional<LibraryResult>;

namespace {

std::uint32_t word_bits(const TypeTable& types) { return types.size_type().width(); }

std::uint64_t in_words(const TypeTable& types, std::uint64_t bytes) {
  const std::uint64_t word = types.size_type().size();
  return std::max<std::uint64_t>(1, (bytes + word - 1) / word);
}

} // namespace

SymbolicObjectId Executor::allocate_variable_arguments(const Edge& call, const CallFrame& to) {
  TypeTable& types = program_.context().types();
  const std::uint64_t word = types.size_type().size();
  std::vector<VariableArgument> arguments;
  std::uint64_t words = 0;
  for (std::size_t i = to.function->parameters().size(); i < call.op.arguments.size(); ++i) {
    const Type& type = call.op.arguments[i]->type();
    arguments.push_back({words * word, &type});
    words += in_words(types, type.size());
  }
  const Type& layout = types.array_of(types.size_type(), words + 1); // the address behind the last is in it, too
  const SymbolicObjectId object = memory_.allocate(
      {static_cast<std::uint32_t>(IdentityKind::Arguments), to.context, call.id}, layout.size(), &layout, Fill::Zero);
  variable_arguments_[object] = std::move(arguments);
  return object;
}

// From the frame `from`, in which the evaluator is.
void Executor::pass_variable_arguments(SymbolicState& state, const CallFrame& from, const Edge& call,
                                       const CallFrame& to) {
  if (target_.is_mathematical()) return; // memory has no such reading
  const SymbolicObjectId object = allocate_variable_arguments(call, to);
  const smt::Term start = memory_.address(object);
  const std::uint32_t word = word_bits(program_.context().types());
  std::size_t next = to.function->parameters().size();
  for (const VariableArgument& argument : variable_arguments_[object]) {
    const Expr& value = *call.op.arguments[next++];
    const smt::Term at = terms_.bv_add(start, terms_.bv(word, argument.offset));
    auto& evaluator = in(state, from);
    if (argument.type->is_record()) {
      memory_.copy(state, at, evaluator.pointer_to(evaluator.address(value)), *argument.type);
    } else if (argument.type->is_scalar()) {
      smt::Term bits = evaluator.value(value);
      if (argument.type->is_float()) bits = target_.float_to_bits(argument.type->float_kind(), bits);
      if (argument.type->is_bool()) bits = terms_.bool_to_bv(bits, word);
      const auto width = static_cast<std::uint32_t>(in_words(program_.context().types(), argument.type->size()) * word);
      memory_.store(state, at, terms_.bv_zero_extend(bits, width), nullptr);
    }
  }
  memory_.set_register(state, to.arguments_register, start);
}

void Executor::end_variable_arguments(SymbolicState& state, const CallFrame& frame) {
  const smt::Term* start = state.cells.find(frame.arguments_register);
  if (start == nullptr) return;
  for (const auto& leaf : memory_.leaves_of(*start))
    if (terms_.is_constant(leaf.pointer))
      if (const auto object = memory_.object_at(terms_.bits(leaf.pointer).low())) memory_.forget(state, *object);
  state.cells.erase(frame.arguments_register);
}

void Executor::take_back_lists(SymbolicState& state, const CallFrame& callee, const CallFrame& caller,
                               const Edge& call) {
  const auto& parameters = callee.function->parameters();
  const std::uint32_t word = word_bits(program_.context().types());
  for (std::size_t i = 0; i < parameters.size() && i < call.op.arguments.size(); ++i) {
    if (parameters[i]->type->kind() != TypeKind::VaList) continue;
    const SymbolicObjectId object = callee.objects.at(parameters[i]);
    const Expr& argument = *call.op.arguments[i];
    if (argument.type().kind() == TypeKind::VaList && !target_.is_mathematical()) {
      const smt::Term after = memory_.load(state, memory_.address(object), word, nullptr);
      auto& evaluator = in(state, caller);
      const smt::Term list = evaluator.pointer_to(evaluator.address(argument));
      const smt::Term before = memory_.load(state, list, word, nullptr);
      if (before != after)
        memory_.store(state, list, terms_.ite(terms_.eq(before, after), before, terms_.bv(word, 0)), nullptr);
    }
    memory_.forget(state, object);
  }
}

// A function without a body may take from the lists that it is given.
void Executor::end_passed_lists(const Site& site, Path& path) {
  if (target_.is_mathematical()) return;
  for (const Expr* argument : site.edge.op.arguments) {
    if (argument->type().kind() != TypeKind::VaList) continue;
    auto& evaluator = in(path.state, site.frame);
    const smt::Term list = evaluator.pointer_to(evaluator.address(*argument));
    memory_.store(path.state, list, terms_.bv(word_bits(program_.context().types()), 0), nullptr);
  }
}

const VariableArgument* Executor::variable_argument(smt::Term next) const {
  if (!terms_.is_constant(next)) return nullptr;
  const std::uint64_t address = terms_.bits(next).low();
  const auto object = memory_.object_at(address);
  if (!object) return nullptr;
  const auto call = variable_arguments_.find(*object);
  if (call == variable_arguments_.end()) return nullptr;
  const std::uint64_t offset = address - memory_.object(*object).address;
  const auto found = std::ranges::find(call->second, offset, &VariableArgument::offset);
  return found != call->second.end() ? &*found : nullptr;
}

smt::Term list_at(Call& call, std::size_t i) { return call.type(i).is_pointer() ? call.argument(i) : call.place(i); }

namespace {

smt::Term value_of(Call& call, smt::Term list) {
  return call.memory().load(call.state(), list, word_bits(call.types()), nullptr);
}

// In the mathematical reading there is no memory, and va_arg gives an arbitrary value.
bool has_lists(Call& call, std::size_t count) {
  return call.count() == count && !call.executor().target().is_mathematical();
}

Result va_start_(Call& call) {
  if (!has_lists(call, 1)) return std::nullopt;
  const smt::Term list = list_at(call, 0);
  const smt::Term* start = call.state().cells.find(call.frame().arguments_register);
  // Without a call that passed them, as at the start of an induction step, the arguments are not known.
  const smt::Term next =
      start != nullptr ? *start : call.terms().fresh("arguments", smt::Sort::bv(call.terms().width(list)));
  call.memory().fill_zero(call.state(), list, call.types().va_list_type());
  call.memory().store(call.state(), list, next, nullptr);
  return call.returns();
}

Result va_copy_(Call& call) {
  if (!has_lists(call, 2)) return std::nullopt;
  const smt::Term to = list_at(call, 0), from = list_at(call, 1);
  call.memory().copy(call.state(), to, from, call.types().va_list_type());
  return call.returns();
}

Result va_end_(Call& call) { return call.returns(); }

// What va_arg of a type finds: where, under which condition, and the list afterwards.
struct Found {
  smt::Term at, is_found, next;
};

Found find_argument(Call& call, smt::Term list, const Type& wanted) {
  smt::Terms& terms = call.terms();
  const std::uint32_t word = word_bits(call.types());
  const smt::Term nowhere = terms.bv(word, 0);
  std::optional<smt::Term> at;
  smt::Term is_found = terms.false_(), next = nowhere;
  for (const auto& leaf : call.memory().leaves_of(value_of(call, list))) {
    const VariableArgument* argument = call.executor().variable_argument(leaf.pointer);
    if (argument == nullptr || !is_passed_alike(*argument->type, wanted, call.executor().program().data_model()))
      continue;
    const std::uint64_t size = in_words(call.types(), argument->type->size()) * (word / 8);
    at = at ? terms.ite(leaf.condition, leaf.pointer, *at) : leaf.pointer;
    is_found = terms.or_(is_found, leaf.condition);
    next = terms.ite(leaf.condition, terms.bv_add(leaf.pointer, terms.bv(word, size)), next);
  }
  return {at.value_or(nowhere), is_found, next};
}

smt::Term load(Call& call, smt::Term at, const Type& type) {
  const smt::Term bits = call.memory().load(call.state(), at, type.is_bool() ? 8 : type.width(), nullptr);
  if (type.is_float()) return call.executor().target().float_from_bits(type.float_kind(), bits);
  if (type.is_pointer()) return call.memory().as_pointer(bits);
  return type.is_bool() ? call.executor().target().extract(8, 0, 1, bits) : call.memory().as_integer(bits);
}

} // namespace

std::optional<smt::Term> take_listed_argument(Call& call, smt::Term list, const Type& wanted) {
  const Found found = find_argument(call, list, wanted);
  if (!call.terms().is_true(found.is_found)) return std::nullopt;
  call.memory().store(call.state(), list, found.next, nullptr);
  return load(call, found.at, wanted);
}

void end_list(Call& call, std::size_t i) {
  call.memory().store(call.state(), list_at(call, i), call.terms().bv(word_bits(call.types()), 0), nullptr);
}

namespace {

Result va_arg_(Call& call) {
  if (!has_lists(call, 1) || call.lvalue() == nullptr) return std::nullopt;
  const Type& wanted = call.lvalue()->type();
  const smt::Term list = list_at(call, 0);
  const Found found = find_argument(call, list, wanted);
  call.memory().store(call.state(), list, found.next, nullptr);
  const bool is_certain = call.terms().is_true(found.is_found);
  // What else it takes may be a pointer to anything of the program.
  if (!is_certain && !wanted.is_float()) call.memory().let_unconstrained_pointers_write();
  if (call.terms().is_false(found.is_found) || (!is_certain && !wanted.is_scalar())) return call.returns_anything();
  if (!wanted.is_scalar()) {
    call.memory().copy(call.state(), call.result_place(), found.at, wanted);
    return call.returns();
  }
  if (is_certain) return call.returns(load(call, found.at, wanted));
  const smt::Term other = call.unspecified(wanted);
  return call.returns(call.terms().ite(found.is_found, load(call, found.at, wanted), other));
}

} // namespace

LibraryModel argument_list_model(std::string_view name) {
  if (name == "__builtin_va_start") return va_start_;
  if (name == "__builtin_va_copy") return va_copy_;
  if (name == "__builtin_va_end") return va_end_;
  return name == "__builtin_va_arg" ? va_arg_ : nullptr;
}

} // namespace tandem::symex

// A call of a library function on a symbolic state: the interface between the executor and the models of functions.
#pragma once

#include "symex/executor.h"

namespace tandem::symex {

struct LibraryResult {
  std::optional<Path> path; // nullopt: the call does not return
};

class LibraryCall {
public:
  LibraryCall(Executor& executor, const Site& site, const Function& callee, Path path)
      : executor_(executor), site_(site), callee_(callee), path_(std::move(path)) {}

  smt::Terms& terms() const { return executor_.terms(); }
  semantics::symbolic::SymbolicMemory& memory() const { return executor_.memory(); }
  semantics::symbolic::SymbolicState& state() { return path_.state; }
  // In the rounding mode of the path.
  template <class Operation> smt::Term rounded(Operation&& operation) {
    evaluator();
    return executor_.target().rounded(operation);
  }
  smt::Term number(FloatKind kind, long double value) { return executor_.target().float_constant(kind, value); }
  const Function& callee() const { return callee_; } // also of calls through pointers

  std::size_t count() const { return site_.edge.op.arguments.size(); }
  const Type& type(std::size_t i) const { return site_.edge.op.arguments[i]->type(); }
  smt::Term argument(std::size_t i) {
    need_bits();
    return evaluator().value(*site_.edge.op.arguments[i]);
  }
  // Where an argument lies that is no scalar.
  smt::Term place(std::size_t i) { return evaluator().pointer_to(evaluator().address(*site_.edge.op.arguments[i])); }
  const CallFrame& frame() const { return site_.frame; }
  Executor& executor() const { return executor_; }
  const Expr* lvalue() const { return site_.edge.op.lvalue; } // of the result
  smt::Term unspecified(const Type& type) {
    return executor_.new_input(site_, task::InputKind::Unspecified, type, path_, callee_.name());
  }
  const TypeTable& types() const { return executor_.program().context().types(); }
  smt::Term result_place() { return evaluator().pointer_to(evaluator().address(*lvalue())); }
  std::optional<std::uint64_t> constant(smt::Term term) const {
    if (!terms().is_constant(term)) return std::nullopt;
    return terms().bits(term).low();
  }

  // Whether a value of this width fits the lvalue of the result: the program may declare the function differently.
  bool may_return(std::uint32_t width) const {
    const Expr* lvalue = site_.edge.op.lvalue;
    return lvalue == nullptr || (lvalue->type().is_integer() && lvalue->type().width() == width);
  }

  const Edge& edge() const { return site_.edge; }
  void assume(smt::Term condition) {
    executor_.assume(path_, condition);
    memory().set_guard(path_.guard.all(terms()));
  }
  // The byte at the address, which is read only where the condition holds.
  smt::Term byte_where(smt::Term condition, smt::Term address) {
    memory().set_guard(terms().and_(path_.guard.all(terms()), condition));
    const smt::Term result = memory().load(path_.state, address, 8, nullptr);
    memory().set_guard(path_.guard.all(terms()));
    return result;
  }

  // A new block. If its size depends on inputs, a fixed size is reserved, and accesses beyond it are out of bounds.
  smt::Term allocate(smt::Term size, semantics::symbolic::Fill fill);

  // The outcomes of a call: it returns a value, returns without one, or does not return.
  LibraryResult returns(smt::Term value);
  LibraryResult returns_truth(smt::Term condition); // as an int
  LibraryResult returns_anything() {
    executor_.return_anything(site_, path_, callee_.name(), task::InputKind::Unspecified);
    return returns();
  }
  LibraryResult returns() { return {std::move(path_)}; }
  static LibraryResult never_returns() { return {std::nullopt}; }

private:
  void need_bits() const { executor_.target().needs_bits("the library function '" + callee().source_name() + "'"); }
  semantics::ExprEvaluator<semantics::symbolic::SymbolicTarget>& evaluator() {
    return executor_.in(path_.state, site_.frame);
  }

  Executor& executor_;
  const Site& site_;
  const Function& callee_;
  Path path_;
};

// Of variable_arguments.cpp: the address of the va_list that argument i is or points to; what it takes next, if that is
// known and of this type; and, when a function has taken from it, its end.
smt::Term list_at(LibraryCall& call, std::size_t i);
std::optional<smt::Term> take_listed_argument(LibraryCall& call, smt::Term list, const Type& wanted);
void end_list(LibraryCall& call, std::size_t i);

using LibraryModel = std::optional<LibraryResult> (*)(LibraryCall&);

// Null if the function has no model.
LibraryModel library_model(std::string_view name);
// The models of variable_arguments.cpp, library_format.cpp, library_bits.cpp, library_math.cpp and library_strings.cpp;
// null if the function has none there.
LibraryModel argument_list_model(std::string_view name);
LibraryModel format_model(std::string_view name);
LibraryModel bits_model(std::string_view name);
LibraryModel math_model(std::string_view name);
LibraryModel string_model(std::string_view name);

} // namespace tandem::symex

// A call of a library function on a symbolic state, as its model sees it.
#pragma once

#include "vcgen/executor.h"

namespace tandem::vcgen {

struct LibraryResult {
  std::optional<Path> path; // nothing: does not return
};

class LibraryCall {
public:
  LibraryCall(Executor& executor, const Site& site, Path path)
      : executor_(executor), site_(site), path_(std::move(path)) {}

  Terms& terms() const { return executor_.terms(); }
  semantics::SymbolicMemory& memory() const { return executor_.memory(); }
  semantics::SymbolicState& state() { return path_.state; }
  // In the rounding mode of the path.
  template <class Operation> Term rounded(Operation&& operation) {
    lower();
    return executor_.target().rounded(operation);
  }
  const Function& callee() const { return *site_.edge.op.callee; }

  std::size_t count() const { return site_.edge.op.arguments.size(); }
  const Type& type(std::size_t i) const { return site_.edge.op.arguments[i]->type(); }
  Term argument(std::size_t i) {
    need_bits();
    return lower().value(*site_.edge.op.arguments[i]);
  }
  std::optional<std::uint64_t> constant(Term term) const {
    if (!terms().is_constant(term)) return std::nullopt;
    return terms().bits(term).low();
  }

  // Whether a value of this width fits where the result is wanted: the program may declare the function in its own way.
  bool may_return(std::uint32_t width) const {
    const Expr* place = site_.edge.op.place;
    return place == nullptr || (place->type().is_integer() && place->type().width() == width);
  }

  // A new block; if its size depends on inputs it gets some room, and accesses beyond it are out of bounds.
  Term allocate(Term size, semantics::Fill fill);

  // The ways to end: with a value for the place that wants one, without, or never.
  LibraryResult returns(Term value);
  LibraryResult returns_truth(Term condition); // as an int
  LibraryResult returns() { return {std::move(path_)}; }
  static LibraryResult never_returns() { return {std::nullopt}; }

private:
  void need_bits() const { executor_.target().needs_bits("the library function '" + callee().source_name() + "'"); }
  semantics::Lowering<semantics::SymbolicTarget>& lower() { return executor_.in(path_.state, site_.frame); }

  Executor& executor_;
  const Site& site_;
  Path path_;
};

using LibraryModel = std::optional<LibraryResult> (*)(LibraryCall&);

// Null if there is none.
LibraryModel library_model(std::string_view name);
// The models of library_math.cpp and library_strings.cpp; null if there is none.
LibraryModel math_model(std::string_view name);
LibraryModel string_model(std::string_view name);

} // namespace tandem::vcgen

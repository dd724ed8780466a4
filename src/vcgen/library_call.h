// A call of a library function while unwinding, as its model sees it.
#pragma once

#include "vcgen/activation.h"

namespace tandem::vcgen {

class Unwinder::LibraryCall {
public:
  LibraryCall(Unwinder& unwinder, Activation& activation, const Edge& edge, Path path)
      : unwinder_(unwinder), activation_(activation), edge_(edge), path_(std::move(path)) {}

  Terms& terms() const { return unwinder_.terms_; }
  semantics::SymbolicMemory& memory() const { return unwinder_.memory_; }
  semantics::SymbolicState& state() { return path_.state; }
  // In the rounding mode of the path.
  template <class Operation> Term rounded(Operation&& operation) {
    lower();
    return unwinder_.target_.rounded(operation);
  }
  const Function& callee() const { return *edge_.op.callee; }

  std::size_t count() const { return edge_.op.arguments.size(); }
  const Type& type(std::size_t i) const { return edge_.op.arguments[i]->type(); }
  Term argument(std::size_t i) { return lower().value(*edge_.op.arguments[i]); }
  std::optional<std::uint64_t> constant(Term term) const {
    if (!terms().is_constant(term)) return std::nullopt;
    return terms().bits(term).low();
  }

  // A new block; if its size depends on inputs it gets some room, and accesses beyond it are out of bounds.
  Term allocate(Term size, semantics::Fill fill);

  // The ways to end: with a value for the place that wants one, without, or never.
  LibraryResult returns(Term value);
  LibraryResult returns_truth(Term condition); // as an int
  LibraryResult returns() { return {std::move(path_)}; }
  static LibraryResult never_returns() { return {std::nullopt}; }

private:
  semantics::Lowering<semantics::SymbolicTarget>& lower() { return unwinder_.in(path_, activation_.frame); }

  Unwinder& unwinder_;
  Activation& activation_;
  const Edge& edge_;
  Path path_;
};

using LibraryModel = std::optional<Unwinder::LibraryResult> (*)(Unwinder::LibraryCall&);

// The models of library_math.cpp; null if there is none.
LibraryModel math_model(std::string_view name);

} // namespace tandem::vcgen

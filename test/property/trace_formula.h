// The path formula of an execution: its edges, one after the other, on a symbolic state. Inputs are symbols; everything
// else follows from them.
#pragma once

#include "semantics/interpreter/run.h"
#include "smt/term/evaluate.h"
#include "symex/executor.h"

#include <memory>
#include <vector>

namespace tandem {

class TraceFormula {
public:
  explicit TraceFormula(const Program& program);

  // Executes what the run executed. After each edge that wrote a scalar, `check(the lvalue's term, bits written)` is
  // called.
  using Check = std::function<void(const Edge& edge, smt::Term value, UInt128 bits)>;
  void follow(const semantics::interpreter::RunResult& run, const Check& check);

  smt::Terms& terms() { return terms_; }
  smt::Term guard() { return path_.guard.all(terms_); }
  const std::vector<symex::InputTerm>& inputs() { return executor_.findings().inputs; }
  // Over-approximations of memory; where there are any, values are not determined by the inputs.
  std::uint64_t imprecisions() { return executor_.memory().imprecisions(); }
  // The value of a global at the end.
  smt::Term value(const Variable& global);

private:
  void encode_edge(const Edge& edge, const Edge* next);
  void call(const Edge& edge, const Edge* next);
  void push(const Function& function, const Edge* call);
  void leave_finished_functions(const Edge& edge);

  struct Activation {
    symex::CallFrame frame;
    const Edge* call = nullptr;
  };

  const Program& program_;
  smt::Terms terms_;
  semantics::symbolic::Identities identities_;
  symex::Executor executor_;
  symex::Path path_;
  std::vector<std::unique_ptr<Activation>> stack_;
  std::uint32_t contexts_ = 0, number_ = 0;
};

} // namespace tandem

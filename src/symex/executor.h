// The operations of symbolic execution (King, CACM 1976), without the control: where variables live, how arguments and
// results are passed, what functions without a body do. The caller decides which edge is executed next and when paths
// are joined; the unwinding and the block encodings of the predicate analysis share this class.
#pragma once

#include "clib/effects.h"
#include "program/model/program.h"
#include "semantics/core/expr_evaluator.h"
#include "semantics/symbolic/symbolic_target.h"
#include "symex/call_targets.h"
#include "symex/path.h"
#include "symex/single_assignment.h"
#include "task/counterexample.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tandem::symex {

// A value that the program obtains from its environment.
struct InputTerm {
  task::InputKind kind = task::InputKind::Nondet;
  smt::Term value;
  const Edge* edge = nullptr; // the Nondet edge or the call of an undefined function
  const Type* type = nullptr;
  smt::Term guard; // when the value is read; inputs whose guards hold are in the order of the execution
  // Uninitialised: the variable and the offset of the bytes in it. No variable: a heap block.
  const Variable* variable = nullptr;
  std::uint64_t offset = 0;
};

// A value in memory that was never written, of an object whose contents are an array.
struct ContentsTerm {
  smt::Term value, offset;
  smt::Term guard;                                  // when it is read first
  semantics::symbolic::SymbolicObjectId object = 0; // several terms may be about the same byte of it
  const Type* type = nullptr;
  const Variable* variable = nullptr; // none: a heap block
};

// An unsupported construct: if it is reachable, there is no proof.
struct UnsupportedTerm {
  const Edge* edge = nullptr;
  std::string text; // "a call of pthread_create"
  smt::Term guard;
};

// One activation of a function: where its variables and its result live.
struct CallFrame : semantics::symbolic::SymbolicFrame {
  std::uint64_t result_register = 0;
  std::optional<semantics::symbolic::SymbolicObjectId> result_object; // for results of record type
  std::uint64_t arguments_register = 0; // the address of the arguments behind the named ones (variable_arguments.cpp)
};

// An argument behind the named ones.
struct VariableArgument {
  std::uint64_t offset = 0; // in the object of the call's variable arguments
  const Type* type = nullptr;
};

// Where an edge is executed.
struct Site {
  const CallFrame& frame;
  const Edge& edge;
  semantics::symbolic::Identity where; // unique for each execution of an edge, and stable over unwindings
};

// A possible callee of a call through a pointer.
struct CallCase {
  enum class Kind : std::uint8_t {
    Program, // a function of the program, with or without a body
    External,
    Unknown, // not a function, or not known
  };
  Kind kind = Kind::Unknown;
  const Function* function = nullptr;
  smt::Term condition;
};

// Collected over all edges executed so far.
struct Findings {
  std::vector<InputTerm> inputs;
  std::vector<ContentsTerm> contents;
  std::vector<smt::Term> large_blocks; // when one is allocated that runs of the program may have no memory for
  std::vector<UnsupportedTerm> unsupported;
  std::set<std::string> assumptions; // of the verdict, as text for the user
};

class Executor {
public:
  // States of one program whose executors share their identities share their terms.
  Executor(const Program& program, smt::Terms& terms, semantics::symbolic::Identities& identities,
           semantics::symbolic::MemoryOptions memory);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  const Program& program() const { return program_; }
  smt::Terms& terms() { return terms_; }
  semantics::symbolic::SymbolicMemory& memory() { return memory_; }
  semantics::symbolic::SymbolicTarget& target() { return target_; }
  const semantics::symbolic::SymbolicFrame& globals() const { return globals_; }
  Findings& findings() { return findings_; }

  // From now on, every value that is stored gets a symbol in the form.
  void record(SingleAssignment& form);

  // Assigns the globals their initial values.
  void set_up_globals(semantics::symbolic::SymbolicState& state);
  // The evaluator for expressions and assignments in this state; valid until the next call.
  semantics::ExprEvaluator<semantics::symbolic::SymbolicTarget>& in(semantics::symbolic::SymbolicState& state,
                                                                    const semantics::symbolic::SymbolicFrame& frame);

  CallFrame make_frame(const Function& function, std::uint32_t context);
  void end_frame(semantics::symbolic::SymbolicState& state, const CallFrame& frame);
  // The lifetimes of the function's variables begin; also done where arguments are passed.
  void begin_frame(semantics::symbolic::SymbolicState& state, const CallFrame& frame);
  void declare(semantics::symbolic::SymbolicState& state, const CallFrame& frame, const Variable& variable);
  void end_scope(semantics::symbolic::SymbolicState& state, const CallFrame& frame, const Variable& variable);
  void pass_arguments(semantics::symbolic::SymbolicState& state, const CallFrame& from, const Edge& call,
                      const CallFrame& to);
  // The one that a va_list with this value takes next; null if it takes none of a known call.
  const VariableArgument* variable_argument(smt::Term next) const;
  // A Return edge stores the result in the frame's result register or object; the caller reads it from there once the
  // callee's frame has ended.
  void put_result(semantics::symbolic::SymbolicState& state, const CallFrame& frame, const Expr& value);
  void take_result(semantics::symbolic::SymbolicState& state, const CallFrame& callee, const CallFrame& caller,
                   const Edge& call);

  smt::Term new_input(const Site& site, task::InputKind kind, const Type& type, const Path& path,
                      std::string_view name);
  // What is known to hold on the path.
  void assume(Path& path, smt::Term condition);
  // A Nondet edge: assigns an arbitrary value to its lvalue.
  void assign_nondet(const Site& site, Path& path);
  void add_unsupported(const Edge& edge, std::string text, const Path& path);
  void assign_result(const Site& site, Path& path, smt::Term value);
  // The result, if the call has one, is arbitrary.
  void return_anything(const Site& site, Path& path, std::string_view name, task::InputKind kind);
  // Library functions are executed by their models, other functions return an arbitrary value. Nullopt: the call does
  // not return.
  std::optional<Path> call_without_body(const Site& site, const Function& callee, Path path);
  // From now on, calls through unconstrained pointers lead to these.
  void set_call_targets(CallTargets& targets) { call_targets_ = &targets; }
  // The cases of a call through a pointer; their conditions are exhaustive.
  std::vector<CallCase> call_cases(const Site& site, Path& path);
  // An external call through a pointer, of a function of which not even the name is known.
  Path call_external(const Site& site, Path path);

private:
  std::string_view name_of(std::uint64_t cell) const;
  // variable_arguments.cpp
  semantics::symbolic::SymbolicObjectId allocate_variable_arguments(const Edge& call, const CallFrame& to);
  void pass_variable_arguments(semantics::symbolic::SymbolicState& state, const CallFrame& from, const Edge& call,
                               const CallFrame& to);
  void end_passed_lists(const Site& site, Path& path);
  void end_variable_arguments(semantics::symbolic::SymbolicState& state, const CallFrame& frame);
  void take_back_lists(semantics::symbolic::SymbolicState& state, const CallFrame& callee, const CallFrame& caller,
                       const Edge& call);
  void report_first_values();
  void change_arguments(const Site& site, const clib::Effect& effect, Path& path);
  void return_any_record(const Site& site, Path& path);

  const Program& program_;
  smt::Terms& terms_;
  semantics::symbolic::Identities& identities_;
  semantics::symbolic::SymbolicMemory memory_;
  semantics::symbolic::SymbolicTarget target_;
  semantics::ExprEvaluator<semantics::symbolic::SymbolicTarget> evaluator_;
  semantics::symbolic::SymbolicFrame globals_;
  std::uint64_t next_register_ = 0;
  SingleAssignment* form_ = nullptr;
  CallTargets* call_targets_ = nullptr;
  std::unordered_map<std::uint64_t, const Variable*> names_; // of objects; of registers for the form only
  // By the object that holds them.
  std::unordered_map<semantics::symbolic::SymbolicObjectId, std::vector<VariableArgument>> variable_arguments_;
  Findings findings_;
};

} // namespace tandem::symex

// Constraint generation for the alias solver; records the spots and values of the program's expressions.
#pragma once

#include "program/pointers/alias.h"
#include "program/pointers/alias_library.h"
#include "program/pointers/alias_solver.h"
#include "program/pointers/alias_wrappers.h"

#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tandem::pointers {

// Contents that are copied as a whole: a record, or memory by memcpy.
struct Copy {
  Spot to, from;
  std::int64_t size = 0; // endless if not known
};

// Unifies what the copied ranges contain until a fixpoint is reached. Cells that receive contents from the environment
// are passed to `arrive`.
void run_copies(Solver& solver, const std::vector<Copy>& copies, const std::function<void(const Cell&)>& arrive);

// The step of a pointer to the type: its size, or 1 if it has none.
std::int64_t element_size(const Type& type);
// A constant address or integer, computed from constants, also by the usual spellings of offsetof.
std::optional<std::int64_t> constant_value(const Expr& expr);
// Whether a pointer is an address that the program writes as a number, and where there may be objects.
bool is_literal_address(const Expr& pointer);
// The range of bytes of a field, of a bit-field all bytes it touches; endless for a flexible array.
Range field_range(const Type& record, std::uint32_t index);

class Constraints {
public:
  Constraints(const Program& program, UndefinedFunctions undefined);

  Solver& solver() { return solver_; }
  const Solver& solver() const { return solver_; }
  const std::vector<MemoryObject>& objects() const { return objects_; }
  BlockId block_of(ObjectId object) const { return object_blocks_[object]; }
  ObjectId object_of(const Variable& variable) const { return variable_objects_[variable.id]; } // or none
  // By function id; none if the function needs no block.
  const std::vector<BlockId>& function_blocks() const { return function_blocks_; }
  const Wrappers& wrappers() const { return wrappers_; }
  // By expression id; expressions beyond the end were created later.
  const std::vector<Spot>& lvalue_spots() const { return lvalue_spots_; }
  const std::vector<Content>& values() const { return values_; }
  // By edge id: the pointer called by an edge; none for direct calls.
  const std::vector<PointerId>& called() const { return called_; }
  // The roots of environment memory.
  std::vector<BlockId> external_blocks() const;
  PointerId error_number() const { return error_number_; } // to errno; none if the program never asks for it
  // A function without a body and a pointer it calls.
  const std::vector<std::pair<const Function*, PointerId>>& callbacks() const { return callbacks_; }

private:
  // A call of a function without a body; without an edge it stands for all calls through pointers.
  struct CallSite {
    const Function* function = nullptr;
    const Edge* edge = nullptr;
    std::vector<Content> arguments; // empty for constants and records
    std::vector<std::optional<std::int64_t>> constants;
    Content result;

    Content argument(std::size_t i) const { return i < arguments.size() ? arguments[i] : Content(); }
    std::int64_t constant(std::size_t i, std::int64_t otherwise) const {
      return i < constants.size() ? constants[i].value_or(otherwise) : otherwise;
    }
  };
  enum Use : char { AsLvalue = 1, AsValue = 2 };

  // Expressions, in the order of their ids: operands come first.
  std::vector<const Expr*> collect();
  void evaluate(const Expr& expr);
  Spot evaluate_lvalue(const Expr& expr);
  Spot index_lvalue(const Expr& expr);
  Content touch(const Expr& lvalue); // a scalar there is read or written
  Content evaluate_value(const Expr& expr);
  Content address_value(const Expr& expr);
  Content binary_value(const Expr& expr);
  Content pointer_sum(const Expr& expr);
  Content cast_value(const Expr& expr);
  std::optional<PointerId> round_trip(const Expr& integer);
  Content joined(const Content& a, const Content& b);
  Content computed(const Content& a, const Content& b);
  PointerId moved(PointerId pointer, std::optional<std::int64_t> bytes, std::int64_t element);
  void finish();
  void follow_comparisons();
  void follow_comparison(const Content& a, const Content& b);

  // Operations.
  void add(const Edge& edge);
  void assign(const Expr& lvalue, const Expr& value);
  void copy_record(Spot to, const Expr& value);
  void nondet(const Expr& lvalue, const Edge& edge);
  // A value of this type comes from the environment, by an edge if one is known.
  void arrive(const Content& value, const Type& type, const Edge* edge);
  BlockId external_block(const Type& record);
  void define(const Function& function);
  void return_value(const Edge& edge);
  void call(const Edge& edge);
  void pass_arguments(const Edge& edge, BlockId functions);
  bool is_ignored(const Function& function, std::size_t parameter) const;
  void receive_result(const Edge& edge, BlockId functions);
  void receive_new(const Edge& edge);
  void call_variable_argument(const Edge& edge);
  void call_external(const Edge& edge);
  void receive_any_argument(const Edge& edge);
  void call_through_pointers(const Function& function);
  CallSite site_of(const Edge& edge);
  void call_library(const CallSite& site, LibraryEffect effect);
  static const Type& result_type(const CallSite& site);
  PointerId locate_error_number(const CallSite& site);
  void compute_into(const CallSite& site);
  void copy_memory(const CallSite& site);
  void call_back(const CallSite& site, PointerId callee, const std::vector<PointerId>& arguments);
  void allocate(const CallSite& site, PointerId pointer);
  void elements_of(PointerId base, std::int64_t size);
  PointerId stored_pointer(PointerId where);

  Spot spot_of(const Expr& expr) const { return lvalue_spots_[expr.id()]; }
  const Content& value_of(const Expr& expr) const { return values_[expr.id()]; }
  ObjectId add_object(MemoryObject object, BlockId block);
  BlockId variable_block(const Variable& variable);
  BlockId function_block(const Function& function);
  void add_copy(Spot to, Spot from, std::int64_t size) { copies_.push_back({to, from, size}); }

  const Program& program_;
  UndefinedFunctions undefined_;
  const Wrappers wrappers_;
  Solver solver_;
  std::vector<MemoryObject> objects_;
  std::vector<BlockId> object_blocks_;
  std::unordered_map<const Type*, BlockId> external_records_;
  std::vector<ObjectId> variable_objects_;
  std::vector<BlockId> function_blocks_;
  std::vector<char> uses_; // by expression id: a set of Use
  std::vector<Spot> lvalue_spots_;
  std::vector<Content> values_;
  std::vector<PointerId> called_;
  std::vector<std::pair<const Function*, PointerId>> callbacks_;
  std::vector<Copy> copies_;
  std::vector<std::pair<Content, Content>> comparisons_; // constants are empty
  bool accesses_literal_ = false;                        // at an address that is written as a number
  Channel rest_;                   // the arguments that variadic functions with a body take by va_arg
  PointerId last_string_ = none;   // strtok's internal state
  PointerId thread_result_ = none; // of all threads
  PointerId error_number_ = none;
};

} // namespace tandem::pointers

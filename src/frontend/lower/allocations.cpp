// Calls that allocate, where allocations may fail (program/model/allocation.h).

#include "frontend/lower/function_lowering.h"

namespace tandem::frontend::lower {

namespace {

// Models that stand for an allocating function where its address is taken: share/clib/allocation.c.
constexpr std::string_view stand_in = "__tandem_";

} // namespace

// A model of an allocating function allocates in turn; but it is the call of the model that fails. A replay calls the
// real atexit, other models that allocate are compiled into its harness.
bool FunctionLowering::may_fail(const Function& callee) const {
  if (shared_.allocations == Allocations::Succeed || function_ == nullptr) return false;
  if (find_allocator(callee.source_name()) == nullptr || !shared_.declarations.is_library_allocator(callee))
    return false;
  const std::string& caller = function_->source_name();
  if (!shared_.declarations.is_model(unit_) || caller == std::string(stand_in) + callee.source_name()) return true;
  return find_allocator(caller) == nullptr && caller != "atexit";
}

// The environment chooses between the call and the result of a failure: a null pointer or an error code.
void FunctionLowering::call_that_may_fail(const Operation& call, const clang::Expr& expr) {
  const Allocator& allocator = *find_allocator(call.callee->source_name());
  const Type& truth = types().integer(IntegerKind::Bool);
  Operation choice;
  choice.kind = OpKind::Nondet;
  choice.source = NondetSource::Environment;
  choice.callee = &shared_.declarations.builtin_function(
      std::string(allocation_choice), types().function(truth, {}, false, true), unit_, expr.getBeginLoc());
  choice.lvalue = &context().variable(new_temporary(truth, range(expr)));
  step(choice, range(expr));
  const DraftLocation fails = new_location(), succeeds = new_location(), after = new_location();
  shared_.builder.add_branch(here_, *choice.lvalue, fails, succeeds, range(expr));
  continue_at(fails);
  if (allocator.sets_errno) set_errno_to_no_memory(range(expr));
  if (call.lvalue != nullptr) {
    const Type& result = call.lvalue->type();
    assign(*call.lvalue, result.is_integer() ? context().integer(result, allocator.failure) : context().zero(result),
           range(expr));
  }
  jump(after, expr);
  continue_at(succeeds);
  step(call, range(expr));
  join(after, expr);
}

void FunctionLowering::set_errno_to_no_memory(SourceRange range) {
  const Function* place = shared_.declarations.errno_location();
  if (place == nullptr || !place->result().is_pointer()) return;
  const Expr& error = error_number(range);
  assign(error, context().integer(error.type(), no_memory), range);
}

const Expr& FunctionLowering::error_number(SourceRange range) {
  Operation call;
  call.kind = OpKind::Call;
  call.callee = shared_.declarations.errno_location();
  call.lvalue = &context().variable(new_temporary(call.callee->result(), range));
  step(call, range);
  return context().deref(*call.lvalue);
}

// Where the address of an allocating function is taken, that of a function that calls it and may fail.
const Function& FunctionLowering::with_address(const Function& function) {
  if (shared_.allocations == Allocations::Succeed || find_allocator(function.source_name()) == nullptr ||
      !shared_.declarations.is_library_allocator(function))
    return function;
  const Function* failing = shared_.declarations.model_function(std::string(stand_in) + function.source_name());
  return failing == nullptr ? function : *failing;
}

} // namespace tandem::frontend::lower

// Functions without a body. Library functions do at most what clib/effects.h says; others change nothing, or everything
// that external code can reach (UndefinedFunctions). Their results are arbitrary, except
// for allocation, copying, zeroing and a few builtins.

#include "analysis/value/value_domain.h"
#include "program/model/allocation.h"
#include "program/model/library.h"
#include "program/model/library_writes.h"
#include "symex/executor.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace tandem::analysis::value {

namespace {

enum class Model : std::uint8_t { Allocate, AllocateZero, Reallocate, Copy, Set, First, None };

Model model_of(std::string_view name) {
  static const std::unordered_map<std::string_view, Model> models{{"malloc", Model::Allocate},
                                                                  {"alloca", Model::Allocate},
                                                                  {"__builtin_alloca", Model::Allocate},
                                                                  {"calloc", Model::AllocateZero},
                                                                  {"realloc", Model::Reallocate},
                                                                  {"memcpy", Model::Copy},
                                                                  {"memmove", Model::Copy},
                                                                  {"memset", Model::Set},
                                                                  {"__builtin_expect", Model::First},
                                                                  {"__builtin_assume_aligned", Model::First}};
  const auto found = models.find(name);
  return found != models.end() ? found->second : Model::None;
}

} // namespace

// External calls through a pointer.
ValueDomain::Feasible ValueDomain::call_external(AbstractState& state, const reach::TransferStep& step) {
  const AbstractValue pointer = in(state, step.from.stack).value(*step.edge->op.value);
  if (pointer.is_constant() || pointer.is_address()) return Feasible::No; // not code, or a function of the program
  assign_result(state, step, AbstractValue());
  return Feasible::Yes;
}

void ValueDomain::call_without_body(AbstractState& state, const reach::TransferStep& step) {
  if (call_library(state, step)) return;
  const Function& callee = *step.callee;
  if (frees_argument(callee.name()) && !step.edge->op.arguments.empty())
    memory_.free(state, in(state, step.from.stack).value(*step.edge->op.arguments[0]));
  if (callee.name() != "free" && may_change_blocks(callee)) memory_.forget_blocks(state);
  const std::optional<clib::Effect> effect = library_effect(callee);
  const auto& arguments = step.edge->op.arguments;
  if (!effect && !is_verifier_function(callee.name())) call_undefined(state);
  for (std::size_t i = 0; effect && i < arguments.size(); ++i) {
    const Expr& argument = *arguments[i];
    if (may_write_behind(*effect, i, argument))
      memory_.forget_behind(state, in(state, step.from.stack).value(argument), argument);
  }
  assign_result(state, step, AbstractValue());
}

void ValueDomain::call_undefined(AbstractState& state) {
  if (aliases_.undefined_functions() == pointers::UndefinedFunctions::ChangeWhatTheyReach)
    memory_.forget_externally_visible(state);
}

// False if the function is not modelled, or not with these arguments.
bool ValueDomain::call_library(AbstractState& state, const reach::TransferStep& step) {
  const auto& arguments = step.edge->op.arguments;
  const auto value = [&](std::size_t i) { return in(state, step.from.stack).value(*arguments[i]); };
  const auto is_size = [](const AbstractValue& known) { return known.is_constant(); };
  switch (model_of(step.callee->name())) {
  case Model::None: return false;
  case Model::Allocate:
    if (arguments.empty()) return false;
    assign_result(state, step, memory_.allocate(state, *step.edge, step.from.stack, value(0)));
    return true;
  case Model::AllocateZero: {
    if (arguments.size() != 2) return false;
    const AbstractValue size = apply(semantics::BvOp::Mul, arguments[0]->type().width(), value(0), value(1));
    const AbstractValue block = memory_.allocate(state, *step.edge, step.from.stack, size);
    if (block.is_address()) memory_.zero(state, block.object());
    assign_result(state, step, block);
    return true;
  }
  case Model::Reallocate: {
    if (arguments.size() != 2) return false;
    const AbstractValue old = value(0), size = value(1);
    const bool is_block = old.is_address() && old.is_single() && old.offset_low() == 0 &&
                          memory_.is_heap_block(old.object()) && memory_.certainly_exists(state, old.object());
    const AbstractValue old_size = is_block ? memory_.size(state, old.object()) : AbstractValue();
    if (!old_size.is_constant() || !is_size(size) || size.bits() == 0) return false;
    const AbstractValue block = memory_.allocate(state, *step.edge, step.from.stack, size);
    if (block.is_address()) memory_.copy(state, block, old, std::min(old_size.bits(), size.bits()), nullptr);
    memory_.free(state, old);
    assign_result(state, step, block);
    return true;
  }
  case Model::Copy: {
    if (arguments.size() != 3) return false;
    const AbstractValue to = value(0), size = value(2);
    if (!to.is_address() || !is_size(size)) return false;
    memory_.copy(state, to, value(1), size.bits(), nullptr);
    assign_result(state, step, to);
    return true;
  }
  case Model::Set: {
    if (arguments.size() != 3) return false;
    const AbstractValue to = value(0), size = value(2), byte = value(1);
    if (!to.is_address() || !is_size(size) || !byte.is_constant() || byte.bits() != 0) return false;
    memory_.fill_zero(state, to, size.bits());
    assign_result(state, step, to);
    return true;
  }
  case Model::First:
    if (arguments.empty() || step.edge->op.lvalue == nullptr ||
        step.edge->op.lvalue->type().width() != arguments[0]->type().width())
      return false;
    assign_result(state, step, value(0));
    return true;
  }
  unreachable();
}

} // namespace tandem::analysis::value

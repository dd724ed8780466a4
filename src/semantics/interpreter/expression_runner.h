// Runs single expressions through the emitter and the instructions, for tests that compare them with the host.
#pragma once

#include "semantics/core/expr_evaluator.h"
#include "semantics/core/small_program.h"
#include "semantics/interpreter/emitter.h"
#include "semantics/interpreter/handler_support.h"
#include "semantics/interpreter/machine.h"

#include <deque>
#include <optional>
#include <vector>

namespace tandem::semantics::interpreter {

class ExpressionRunner {
public:
  explicit ExpressionRunner(DataModel model = DataModel::LP64, ExecutableOptions options = {})
      : small_(model), program_(trivial(small_)), image_(program_, std::move(options)), inputs_({}, Exhaustion::Zero) {}

  Context& context() { return *small_.context; }
  TypeTable& types() { return small_.types; }

  // A variable that holds the bits; the emitter treats constants and variables differently.
  const Expr& variable(const Type& type, UInt128 bits) {
    const Variable& made = context().add_variable(
        {.kind = VariableKind::Local, .name = "v" + std::to_string(values_.size()), .type = &type});
    values_.push_back({&made, bits});
    return context().variable(made);
  }

  // The bits of the value, or nothing if the run ends with a fault.
  std::optional<UInt128> run(const Expr& expr) {
    Code code;
    Emitter emit(image_, code);
    ExprEvaluator<Emitter> evaluator(emit, types());
    std::vector<Slot> frame(4096);
    for (const auto& [made, bits] : values_) {
      const std::int32_t slot = emit.add_slot(made->type->width());
      emit.add_local(*made, slot);
      put(frame.data(), slot, made->type->width(), bits);
    }
    const std::uint32_t width = expr.type().width();
    const std::int32_t result = emit.add_slot(width);
    emit.move_to(result, width, evaluator.value(expr));
    emit.emit(halt_handler());
    Machine machine(image_, inputs_, options_);
    machine.activations().push_back({&code, nullptr, nullptr, nullptr, 0, -1, 0});
    code.instrs[0].run(code.instrs.data(), frame.data(), machine, 1'000'000);
    if (machine.ended()) return std::nullopt;
    return width > 64 ? get<UInt128>(frame.data(), result) : UInt128{frame[static_cast<std::size_t>(result)]};
  }

  void forget_variables() { values_.clear(); }

private:
  struct Given {
    const Variable* variable;
    UInt128 bits;
  };

  static Program trivial(SmallProgram& small) {
    small.function("main", small.types.int_type());
    small.returns(small.number(0));
    return small.finish();
  }

  static void put(Slot* frame, std::int32_t slot, std::uint32_t width, UInt128 bits) {
    if (width > 64)
      set<UInt128>(frame, slot, bits);
    else
      frame[slot] = static_cast<Slot>(bits);
  }

  SmallProgram small_;
  Program program_;
  Image image_;
  TextInputs inputs_;
  RunOptions options_;
  std::vector<Given> values_;
};

} // namespace tandem::semantics::interpreter

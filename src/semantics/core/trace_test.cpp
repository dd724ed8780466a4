#include "semantics/core/small_program.h"
#include "semantics/interpreter/run.h"

#include <gtest/gtest.h>

namespace tandem::semantics {
namespace {

// f(int p) { return p + 1; }  main() { x = input; a[1] = f(x); y = a[1] * 2; wide = y; }
struct Sample {
  Sample() {
    const Type& int_type = code.types.int_type();
    const Variable& parameter = code.variable("p", int_type, VariableKind::Parameter);
    Function& f = code.function("f", int_type, {&parameter});
    code.returns(code.context->binary(BinaryOp::Add, code.use(parameter), code.number(1)));
    code.entry = &code.function("main", int_type);
    const Expr& x = code.use(code.variable("x", int_type));
    const Expr& y = code.use(code.variable("y", int_type));
    const Expr& wide = code.use(code.variable("wide", code.types.integer(IntegerKind::Int128)));
    const Expr& a = code.use(code.variable("a", code.types.array_of(int_type, 2)));
    const Expr& element = code.context->index(a, code.number(1));
    code.input(x);
    code.call(&element, f, {&x});
    code.assign(y, code.context->binary(BinaryOp::Mul, element, code.number(2)));
    code.assign(wide, code.context->cast(wide.type(), y));
    code.returns(y);
  }

  interpreter::RunResult run(interpreter::ValueRecording values, std::uint64_t trace_limit) {
    const Program program = code.finish();
    TextInputs inputs({"-6"}, Exhaustion::Stop);
    return interpreter::Executable(program, {.values = values}).run(inputs, {.trace_limit = trace_limit});
  }

  SmallProgram code;
};

TEST(Trace, KeepsWhatEdgesWrite) {
  const interpreter::RunResult result = Sample().run(interpreter::ValueRecording::Record, 100);
  ASSERT_EQ(result.end, interpreter::End::Returned);
  ASSERT_EQ(result.written.size(), 4u);
  const auto& [input, call, product, wide] =
      std::tie(result.written[0], result.written[1], result.written[2], result.written[3]);
  EXPECT_EQ(input.bits, UInt128{0xfffffffa});
  EXPECT_EQ(result.trace[input.step], input.edge);
  EXPECT_EQ(call.bits, UInt128{0xfffffffb});
  EXPECT_EQ(call.edge->op.kind, OpKind::Call);
  EXPECT_EQ(result.trace[call.step]->op.kind, OpKind::Return) << "the result comes when the called function returns";
  EXPECT_EQ(product.bits, UInt128{0xfffffff6});
  EXPECT_EQ(static_cast<Int128>(wide.bits), -10);
  EXPECT_EQ(result.trace[wide.step], wide.edge);
}

TEST(Trace, KeepsNothingUnasked) {
  EXPECT_TRUE(Sample().run(interpreter::ValueRecording::Ignore, 100).written.empty());
  EXPECT_TRUE(Sample().run(interpreter::ValueRecording::Record, 0).written.empty());
}

} // namespace
} // namespace tandem::semantics

#include "analysis/confirm/replay.h"

#include "program/text/program_for_test.h"

#include <gtest/gtest.h>

namespace tandem::analysis::confirm {
namespace {

using task::Confirmation;
using task::GivenInput;
using task::Notation;

// int main(void) { signed char a = nondet; float f = nondet; if (a == -3 && f == 1.5f) reach_error(); return 0; }
class ReplayTest : public testing::Test {
protected:
  ReplayTest() : program(make()) {}

  Program make() {
    Context& context = *sketch.context;
    const Type &small = sketch.types().integer(IntegerKind::SChar), &real = sketch.types().floating(FloatKind::Float);
    const Function& any_char = sketch.declare("__VERIFIER_nondet_char", sketch.function_type(small));
    const Function& any_float = sketch.declare("__VERIFIER_nondet_float", sketch.function_type(real));
    const Function& error = sketch.declare("reach_error", sketch.function_type(sketch.types().void_type()));
    Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
    const Expr &a = sketch.use(sketch.local(main, "a", small)), &f = sketch.use(sketch.local(main, "f", real));
    ProgramBuilder& builder = sketch.builder;
    const DraftLocation second = sketch.location(main), asked = sketch.location(main), half = sketch.location(main),
                        bad = sketch.location(main), end = sketch.location(main);
    const auto at = [&] { return SourceRange{{0, ++line, 1}, {0, line, 2}}; };
    builder.add_edge(builder.entry(main), second, {.kind = OpKind::Nondet, .lvalue = &a, .callee = &any_char}, at());
    builder.add_edge(second, asked, {.kind = OpKind::Nondet, .lvalue = &f, .callee = &any_float}, at());
    builder.add_branch(asked, context.binary(BinaryOp::Eq, a, context.integer(small, -3)), half, end, at());
    builder.add_branch(half, context.binary(BinaryOp::Eq, f, context.floating(real, 1.5L)), bad, end, at());
    builder.add_edge(bad, end, {.kind = OpKind::Call, .callee = &error}, at());
    sketch.give(end, main, &sketch.number(0));
    return builder.finish(main);
  }

  Confirmation confirmed(const std::vector<GivenInput>& given) {
    return replay(program, nullptr, given, {.compiled_check = CompiledCheck::Skip}).confirmed;
  }

  text::ProgramSketch sketch;
  std::uint32_t line = 10;
  Program program;
};

TEST_F(ReplayTest, ValuesInEveryNotation) {
  EXPECT_EQ(confirmed({{"-3"}, {"1.5"}}), Confirmation::Interpreter);
  EXPECT_EQ(confirmed({{"1111 1101", Notation::Bits}, {"00111111 11000000 00000000 00000000", Notation::Bits}}),
            Confirmation::Interpreter);
  EXPECT_EQ(confirmed({{"fd", Notation::Bytes}, {"0000c03f", Notation::Bytes}}), Confirmation::Interpreter);
  // Wider than the type read, as from a program compiled with other widths.
  EXPECT_EQ(confirmed({{"fdffffff", Notation::Bytes}, {"0000c03f", Notation::Bytes}}), Confirmation::Interpreter);
}

TEST_F(ReplayTest, WhatDoesNotReachTheErrorIsNotConfirmed) {
  EXPECT_EQ(confirmed({{"-3"}, {"2.5"}}), Confirmation::None);
  EXPECT_EQ(confirmed({{"-3"}}), Confirmation::None); // missing values are zero
  EXPECT_EQ(confirmed({{"rubbish"}, {"1.5"}}), Confirmation::None);
  EXPECT_EQ(confirmed({}), Confirmation::None);
}

} // namespace
} // namespace tandem::analysis::confirm

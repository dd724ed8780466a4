#include "analysis/confirm/confirm.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "program/model/program_builder.h"

#include <gtest/gtest.h>

namespace tandem::analysis::confirm {
namespace {

using task::Confirmation;
using task::Counterexample;
using task::InputKind;

// main() { int x, y; x = input; y = input; if (y == 42) __VERIFIER_error(); return 0; }
// or, without inputs, main() { int x, y; if (y == 42) … }
enum class EngineQuery { Inputs, Nothing };

class ConfirmTest : public testing::Test {
protected:
  void SetUp() override {
    if (const auto obstacle = process::sandbox_obstacle()) GTEST_SKIP() << *obstacle;
  }

  // `text` is the source to compile; empty: that of the model.
  Program make(EngineQuery ask, int wanted, std::string text = {}) {
    const std::string inputs =
        ask == EngineQuery::Inputs ? "x = __VERIFIER_nondet_int(); y = __VERIFIER_nondet_int();" : "";
    if (text.empty())
      text = "int __VERIFIER_nondet_int(); void __VERIFIER_error();\nint main(void) {\n  int x, y;\n  " + inputs +
             "\n  if (y == " + std::to_string(wanted) + ") __VERIFIER_error();\n  return 0;\n}\n";
    const std::filesystem::path file = folder_.path() / "a.c";
    write_text_file(file, text);

    auto context = std::make_shared<Context>(DataModel::LP64);
    ProgramBuilder builder(context);
    builder.add_file({file.string(), "0"});
    const Type& int_type = context->types().int_type();
    const Type& plain = context->types().function(int_type, {}, false, true);
    const Function& nondet = builder.declare_function("__VERIFIER_nondet_int", "__VERIFIER_nondet_int", plain, {});
    Function& error =
        builder.declare_function("__VERIFIER_error", "__VERIFIER_error",
                                 context->types().function(context->types().void_type(), {}, false, true), {});
    Function& main = builder.declare_function("main", "main", plain, {});
    builder.begin_body(main, {});
    const Variable& x = context->add_variable({.name = "x", .source_name = "x", .type = &int_type, .owner = &main});
    const Variable& y = context->add_variable({.name = "y", .source_name = "y", .type = &int_type, .owner = &main});
    DraftLocation here = builder.entry(main);
    std::uint32_t line = 2;
    const auto step = [&](Operation op) {
      const DraftLocation next = builder.add_location(main);
      builder.add_edge(here, next, op, {{0, ++line, 3}, {0, line, 4}});
      here = next;
    };
    for (const Variable* variable : {&x, &y}) {
      builder.add_local(main, *variable);
      step({.kind = OpKind::Declare, .variable = variable});
    }
    for (const Variable* variable : {&x, &y})
      if (ask == EngineQuery::Inputs)
        step({.kind = OpKind::Nondet, .lvalue = &context->variable(*variable), .callee = &nondet});
    const DraftLocation yes = builder.add_location(main), no = builder.add_location(main),
                        end = builder.add_location(main);
    builder.add_branch(here, context->binary(BinaryOp::Eq, context->variable(y), context->integer(int_type, wanted)),
                       yes, no, {{0, 10, 7}, {0, 10, 8}});
    builder.add_edge(yes, end, {.kind = OpKind::Call, .callee = &error}, {{0, 11, 5}, {0, 11, 6}});
    builder.add_edge(no, builder.exit(main), {.kind = OpKind::Return, .value = &context->integer(int_type, 0)}, {});
    return builder.finish(main);
  }

  static const Edge* edge(const Program& program, OpKind kind, std::size_t number = 0) {
    for (const Edge* edge : program.edges())
      if (edge->op.kind == kind && number-- == 0) return edge;
    return nullptr;
  }

  static Counterexample with_inputs(const Program& program, unsigned x, unsigned y) {
    const Type& type = program.context().types().int_type();
    return {.inputs = {{InputKind::Nondet, &type, x, edge(program, OpKind::Nondet, 0)},
                       {InputKind::Nondet, &type, y, edge(program, OpKind::Nondet, 1)}}};
  }

  TempDir folder_;
};

TEST_F(ConfirmTest, ARealErrorIsReachedByInterpreterAndProgram) {
  const Program program = make(EngineQuery::Inputs, 42);
  const Counterexample result = confirm(program, with_inputs(program, 1, 42));
  EXPECT_EQ(result.confirmed, Confirmation::Compiled);
  EXPECT_EQ(result.remark, "");
  EXPECT_EQ(result.target, edge(program, OpKind::Call));
  ASSERT_EQ(result.path.size(), 6u);
  EXPECT_EQ(result.path.back(), result.target);
  ASSERT_EQ(result.written.size(), 2u);
  EXPECT_EQ(result.written[1].bits, UInt128{42});
  EXPECT_EQ(result.path[result.written[1].step], edge(program, OpKind::Nondet, 1));
}

TEST_F(ConfirmTest, ASpuriousAlarmIsNotConfirmed) {
  const Program program = make(EngineQuery::Inputs, 42);
  const Counterexample result = confirm(program, with_inputs(program, 42, 41));
  EXPECT_EQ(result.confirmed, Confirmation::None);
  EXPECT_EQ(result.remark, "the interpreter does not reach the error: returned");
}

TEST_F(ConfirmTest, TheCompiledProgramHasTheLastWord) {
  const Program program = make(EngineQuery::Inputs, 42, "int main(void) { return 5; }\n");
  const Counterexample result = confirm(program, with_inputs(program, 1, 42));
  EXPECT_EQ(result.confirmed, Confirmation::None);
  EXPECT_EQ(result.remark, "the compiled program ended with exit code 5");
}

TEST_F(ConfirmTest, WhatCannotBeCompiledIsConfirmedByTheInterpreter) {
  const Program program = make(EngineQuery::Inputs, 42, "int main(void) { return nothing; }\n");
  const Counterexample result = confirm(program, with_inputs(program, 1, 42));
  EXPECT_EQ(result.confirmed, Confirmation::Interpreter);
  EXPECT_TRUE(result.remark.starts_with("the program could not be compiled: ")) << result.remark;
  const Counterexample skipped = confirm(program, with_inputs(program, 1, 42), {.compiled_check = CompiledCheck::Skip});
  EXPECT_EQ(skipped.confirmed, Confirmation::Interpreter);
}

// An engine may leave out inputs that do not matter to it; the program still reads them.
TEST_F(ConfirmTest, MissingInputsAreFilledIn) {
  const Program program = make(EngineQuery::Inputs, 42);
  Counterexample found = with_inputs(program, 1, 42);
  found.inputs.erase(found.inputs.begin());
  const Counterexample result = confirm(program, found);
  EXPECT_EQ(result.confirmed, Confirmation::Compiled);
  ASSERT_EQ(result.inputs.size(), 2u);
  EXPECT_EQ(result.inputs[0].bits, UInt128{0});
  EXPECT_EQ(result.inputs[1].bits, UInt128{42});
}

// Inputs that are missing in an alarm of a slice or of the inductive loop transformation may matter after all.
TEST_F(ConfirmTest, MissingInputsAreFilledInSeveralWays) {
  const Program program = make(EngineQuery::Inputs, -1);
  const Counterexample result = confirm(program, {});
  EXPECT_EQ(result.confirmed, Confirmation::Compiled) << result.remark;
  ASSERT_EQ(result.inputs.size(), 2u);
  EXPECT_EQ(result.inputs[1].bits, UInt128{0xffffffff});
}

TEST_F(ConfirmTest, UninitialisedValuesZeroAreCompiled) {
  const Program program = make(EngineQuery::Nothing, 0);
  const Counterexample result = confirm(program, {});
  EXPECT_EQ(result.confirmed, Confirmation::Compiled) << result.remark;
  ASSERT_EQ(result.inputs.size(), 1u);
  EXPECT_EQ(result.inputs[0].kind, InputKind::Uninitialised);
}

// Reading the value is what the branch does; its first edge stands for it.
TEST_F(ConfirmTest, OtherUninitialisedValuesAreConfirmedByTheInterpreter) {
  const Program program = make(EngineQuery::Nothing, 4242);
  const Type& type = program.context().types().int_type();
  const Counterexample result =
      confirm(program, {.inputs = {{InputKind::Uninitialised, &type, 4242, edge(program, OpKind::Assume)}}});
  EXPECT_EQ(result.confirmed, Confirmation::Interpreter) << result.remark;
  EXPECT_NE(result.remark.find("uninitialised values"), std::string::npos) << result.remark;
  const Counterexample unlisted = confirm(program, {});
  EXPECT_EQ(unlisted.confirmed, Confirmation::None);
}

TEST_F(ConfirmTest, LongPathsAreNotRecorded) {
  const Program program = make(EngineQuery::Inputs, 42);
  const Counterexample result =
      confirm(program, with_inputs(program, 1, 42), {.path_limit = 3, .compiled_check = CompiledCheck::Skip});
  EXPECT_EQ(result.confirmed, Confirmation::Interpreter);
  EXPECT_TRUE(result.path.empty());
}

} // namespace
} // namespace tandem::analysis::confirm

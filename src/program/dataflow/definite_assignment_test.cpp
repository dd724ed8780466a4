#include "program/dataflow/definite_assignment.h"

#include "semantics/core/small_program.h"

#include <gtest/gtest.h>

namespace tandem::dataflow {
namespace {

using semantics::SmallProgram;

class DefiniteTest : public testing::Test {
protected:
  DefiniteTest() {
    small.function("main", small.types.int_type());
    condition = &small.use(small.variable("condition", small.types.int_type(), VariableKind::Temporary));
    small.input(*condition);
  }

  const Variable& local(const std::string& name) { return small.variable(name, small.types.int_type()); }

  std::vector<std::uint32_t> maybe_uninitialised_lines(const Variable& variable) {
    program.emplace(small.finish());
    std::vector<std::uint32_t> lines;
    const MaybeUninitialisedReads reads = maybe_uninitialised_reads(program->entry());
    for (const Edge* edge : program->edges())
      if (const auto found = reads.by_edge.find(edge); found != reads.by_edge.end())
        for (const Variable* read : found->second)
          if (read == &variable) lines.push_back(edge->range.begin.line);
    EXPECT_EQ(reads.variables.contains(&variable), !lines.empty());
    return lines;
  }

  SmallProgram small;
  const Expr* condition = nullptr;
  std::optional<Program> program;
};

TEST_F(DefiniteTest, AssignedOnOnePathOnlyIsMaybeUninitialised) {
  const Variable& x = local("x");
  Function& main = *small.current;
  const DraftLocation then = small.builder.add_location(main), join = small.builder.add_location(main);
  small.builder.add_branch(small.here, *condition, then, join, SmallProgram::at(2));
  small.builder.add_edge(then, join, {.kind = OpKind::Assign, .lvalue = &small.use(x), .value = &small.number(1)},
                         SmallProgram::at(3));
  small.here = join;
  small.line = 3;
  small.returns(small.use(x));
  EXPECT_EQ(maybe_uninitialised_lines(x), std::vector<std::uint32_t>{4});
}

TEST_F(DefiniteTest, AssignedOnBothPathsIsNot) {
  const Variable& x = local("x");
  Function& main = *small.current;
  const DraftLocation then = small.builder.add_location(main), other = small.builder.add_location(main),
                      join = small.builder.add_location(main);
  small.builder.add_branch(small.here, *condition, then, other, SmallProgram::at(2));
  for (const DraftLocation from : {then, other})
    small.builder.add_edge(from, join, {.kind = OpKind::Assign, .lvalue = &small.use(x), .value = &small.number(1)},
                           SmallProgram::at(3));
  small.here = join;
  small.returns(small.use(x));
  EXPECT_TRUE(maybe_uninitialised_lines(x).empty());
}

TEST_F(DefiniteTest, ADeclarationInALoopForgetsThePreviousIteration) {
  const Variable& x = local("x");
  Function& main = *small.current;
  const DraftLocation head = small.here, declared = small.builder.add_location(main),
                      read = small.builder.add_location(main), after = small.builder.add_location(main);
  small.builder.add_branch(head, *condition, declared, after, SmallProgram::at(2));
  small.builder.add_edge(declared, read, {.kind = OpKind::Declare, .variable = &x}, SmallProgram::at(3));
  small.builder.add_edge(read, head,
                         {.kind = OpKind::Assign,
                          .lvalue = &small.use(x),
                          .value = &small.context->binary(BinaryOp::Add, small.use(x), small.number(1))},
                         SmallProgram::at(4));
  small.here = after;
  small.returns(small.number(0));
  EXPECT_EQ(maybe_uninitialised_lines(x), std::vector<std::uint32_t>{4});
}

TEST_F(DefiniteTest, ManyVariablesAreTreatedInGroups) {
  std::vector<const Variable*> all;
  for (int i = 0; i < 150; ++i) all.push_back(&local("v" + std::to_string(i)));
  for (int i = 0; i < 150; i += 2) small.assign(small.use(*all[i]), small.number(i));
  const Expr* sum = &small.number(0);
  for (const Variable* variable : all) sum = &small.context->binary(BinaryOp::Add, *sum, small.use(*variable));
  small.returns(*sum);
  program.emplace(small.finish());
  const MaybeUninitialisedReads reads = maybe_uninitialised_reads(program->entry());
  EXPECT_EQ(reads.variables.size(), 75u);
  EXPECT_FALSE(reads.variables.contains(all[128]));
  EXPECT_TRUE(reads.variables.contains(all[129]));
}

} // namespace
} // namespace tandem::dataflow

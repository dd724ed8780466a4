#include "program/model/program_builder.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

SourceRange at(std::uint32_t line, std::uint32_t column) { return {{0, line, column}, {0, line, column + 1}}; }

class ProgramBuilderTest : public testing::Test {
protected:
  ProgramBuilderTest() {
    builder.add_file({"a.c", ""});
    main = &builder.declare_function("main", "main", int_function(), at(1, 5));
    builder.begin_body(*main, {});
  }

  const Type& int_function() { return context->types().function(context->types().int_type(), {}, false, true); }

  void go(DraftLocation from, DraftLocation to, OpKind kind, std::uint32_t line) {
    Operation op;
    op.kind = kind;
    builder.add_edge(from, to, op, at(line, 3));
  }

  std::shared_ptr<Context> context = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder{context};
  Function* main = nullptr;
};

TEST_F(ProgramBuilderTest, BranchesAreNamedByTheirDirectionAndRepeatsAreCounted) {
  const DraftLocation then = builder.add_location(*main);
  const DraftLocation otherwise = builder.add_location(*main);
  builder.add_branch(builder.entry(*main), context->integer(context->types().int_type(), 1), then, otherwise, at(2, 7));
  go(then, builder.exit(*main), OpKind::Return, 3);
  go(otherwise, builder.exit(*main), OpKind::Return, 3);
  const Program program = builder.finish(*main);
  ASSERT_EQ(program.edges().size(), 4u);
  EXPECT_EQ(program.edges()[0]->name, "main@2:7+");
  EXPECT_EQ(program.edges()[1]->name, "main@2:7-");
  EXPECT_EQ(program.edges()[2]->name, "main@3:3");
  EXPECT_EQ(program.edges()[3]->name, "main@3:3#2");
  EXPECT_EQ(program.find_edge("main@3:3#2"), program.edges()[3]);
}

TEST_F(ProgramBuilderTest, SkipsVanishButAnEndlessEmptyLoopStays) {
  const DraftLocation head = builder.add_location(*main);
  const DraftLocation body = builder.add_location(*main);
  go(builder.entry(*main), head, OpKind::Skip, 2);
  go(head, body, OpKind::Skip, 3);
  go(body, head, OpKind::Skip, 3);
  const Program program = builder.finish(*main);
  ASSERT_EQ(main->locations().size(), 2u);
  ASSERT_EQ(main->entry().out.size(), 1u);
  EXPECT_EQ(main->entry().out[0]->to, &main->entry());
  EXPECT_TRUE(main->exit().in.empty());
}

TEST_F(ProgramBuilderTest, UnreachableEdgesAreDropped) {
  const DraftLocation lost = builder.add_location(*main);
  go(lost, builder.exit(*main), OpKind::Return, 9);
  go(builder.entry(*main), builder.exit(*main), OpKind::Return, 2);
  EXPECT_EQ(builder.finish(*main).edges().size(), 1u);
}

TEST_F(ProgramBuilderTest, NamesAvoidGlobalsKeywordsAndEachOther) {
  EXPECT_EQ(builder.unique_name("x", main), "x");
  EXPECT_EQ(builder.unique_name("x", main), "x__1");
  EXPECT_EQ(builder.unique_name("main", main), "main__1");
  EXPECT_EQ(builder.unique_name("int"), "int__1");
  EXPECT_EQ(builder.unique_name("3.str"), "_3_str");
}

TEST_F(ProgramBuilderTest, OnlyAddressesInTheProgramCount) {
  const Type& int_type = context->types().int_type();
  Variable& x = context->add_variable({.kind = VariableKind::Local, .name = "x", .type = &int_type});
  Variable& y = context->add_variable({.kind = VariableKind::Local, .name = "y", .type = &int_type});
  Variable& p =
      context->add_variable({.kind = VariableKind::Local, .name = "p", .type = &context->types().pointer_to(int_type)});
  Operation op;
  op.kind = OpKind::Assign;
  op.lvalue = &context->variable(p);
  op.value = &context->address_of(context->variable(x));
  const DraftLocation after = builder.add_location(*main);
  builder.add_edge(builder.entry(*main), after, op, at(2, 3));
  go(after, builder.exit(*main), OpKind::Return, 3);
  context->address_of(context->variable(y)); // made, but not part of the program
  builder.finish(*main);
  EXPECT_TRUE(x.address_taken);
  EXPECT_FALSE(y.address_taken);
}

TEST_F(ProgramBuilderTest, AddressesInInitialisersOfGlobalsCount) {
  const Type& int_type = context->types().int_type();
  Variable& x = context->add_variable({.kind = VariableKind::Global, .name = "x", .type = &int_type});
  Variable& p = context->add_variable(
      {.kind = VariableKind::Global, .name = "p", .type = &context->types().pointer_to(int_type)});
  p.initializers.push_back({&context->variable(p), &context->address_of(context->variable(x))});
  builder.add_global(x);
  builder.add_global(p);
  go(builder.entry(*main), builder.exit(*main), OpKind::Return, 2);
  builder.finish(*main);
  EXPECT_TRUE(x.address_taken);
}

} // namespace
} // namespace tandem

#include "program/model/property.h"

#include "base/core/input_error.h"
#include "program/model/program_builder.h"
#include "program/model/target.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

void expect_error(std::string_view text, std::uint32_t line, const std::string& part) {
  try {
    parse_property(text, "p.prp");
    ADD_FAILURE() << "accepted: " << text;
  } catch (const InputError& error) {
    EXPECT_EQ(error.position().file, "p.prp");
    EXPECT_EQ(error.position().line, line) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Property, TheUsualFileIsRead) {
  const Property property = parse_property("CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n", "p.prp");
  EXPECT_EQ(property.name, "unreach-call");
  EXPECT_EQ(property.entry, "main");
  EXPECT_EQ(property.error_functions, (ErrorFunctions{"reach_error", "__VERIFIER_error"}));
  EXPECT_EQ(property.text, "CHECK( init(main()), LTL(G ! call(reach_error())) )");
}

TEST(Property, BlanksDoNotMatterAndOtherFunctionsAreTakenLiterally) {
  const Property property = parse_property("CHECK(init( start ( ) ),LTL(G!call(panic())))\r\n", "p.prp");
  EXPECT_EQ(property.entry, "start");
  EXPECT_EQ(property.error_functions, ErrorFunctions{"panic"});
}

TEST(Property, OnlyTheDefaultCountsFailingAsserts) {
  EXPECT_EQ(default_property().error_functions.names().back(), "__assert_fail");
  const Property property = unreach_call_property();
  for (const std::string& name : property.error_functions.names()) EXPECT_NE(name, "__assert_fail");
}

TEST(Property, NoOverflowIsACheck) {
  const Property property = parse_property("CHECK( init(main()), LTL(G ! overflow) )", "p.prp");
  EXPECT_EQ(property.name, "no-overflow");
  EXPECT_EQ(property.checks, std::vector{CheckKind::Overflow});
  EXPECT_TRUE(property.error_functions.names().empty());
}

TEST(CheckKind, ListsAreReadStrictly) {
  EXPECT_EQ(parse_checks({"shift", "overflow", "shift"}), (std::vector{CheckKind::Overflow, CheckKind::Shift}));
  EXPECT_EQ(parse_checks({"all"}).size(), all_checks().size());
  EXPECT_THROW(parse_checks({"overflows"}), InputError);
}

TEST(Property, WhatIsNotCheckedIsRefusedByName) {
  expect_error("\nCHECK( init(main()), LTL(G def-behavior) )", 2, "def-behavior");
  expect_error("CHECK( init(main()), LTL(F end) )", 1, "termination");
  expect_error("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", 1, "coverage");
}

TEST(Property, NoiseIsRefusedWithItsPosition) {
  expect_error("", 1, "no property");
  expect_error("CHECK( init(main()), LTL(G ! call(reach_error()) )", 1, "end of the line");
  expect_error("CHECK( init(main()), LTL(G ! call(reach_error())) ) x", 1, "'x'");
  expect_error("CHECKED( init(main()), LTL(G ! call(reach_error())) )", 1, "CHECK");
  expect_error("CHECK( init(main()), LTL(G ! call(a())) )\nCHECK( init(f()), LTL(G ! call(a())) )", 2, "same function");
  expect_error(std::string("\0\xff((((", 6), 1, "expected");
}

TEST(Targets, AreTheCallsInOrder) {
  auto context = std::make_shared<Context>(DataModel::ILP32);
  ProgramBuilder builder(context);
  builder.add_file({"a.c", ""});
  const Type& type = context->types().function(context->types().void_type(), {}, false, true);
  Function& fail = builder.declare_function("__assert_fail", "__assert_fail", type, {});
  Function& error = builder.declare_function("reach_error", "reach_error", type, {});
  Function& main = builder.declare_function("main", "main", type, {});
  builder.begin_body(main, {});
  const DraftLocation middle = builder.add_location(main), end = builder.add_location(main);
  Operation call;
  call.kind = OpKind::Call;
  call.callee = &error;
  builder.add_edge(builder.entry(main), middle, call, {{0, 3, 5}, {0, 3, 18}});
  call.callee = &fail;
  builder.add_edge(middle, end, call, {{0, 4, 5}, {0, 4, 18}});
  const Program program = builder.finish(main);
  const auto by_default = targets(program, default_property());
  ASSERT_EQ(by_default.size(), 2u);
  EXPECT_EQ(by_default[0].location, &main.entry());
  EXPECT_EQ(by_default[0].text, "reach_error() in main, a.c:3:5");
  EXPECT_EQ(by_default[1].call->op.callee, &fail);
  EXPECT_EQ(targets(program, unreach_call_property()).size(), 1u);
}

// As the front end does it for a static function beside an external one of the same name.
TEST(ErrorFunctions, GoByTheNameInTheSource) {
  auto context = std::make_shared<Context>(DataModel::ILP32);
  ProgramBuilder builder(context);
  builder.add_file({"a.c", ""});
  const Type& type = context->types().function(context->types().void_type(), {}, false, true);
  Function& external = builder.declare_function("reach_error", "reach_error", type, {});
  Function& hidden = builder.declare_function("reach_error__static", "reach_error", type, {});
  Function& other = builder.declare_function("panic", "abort", type, {});
  Function& main = builder.declare_function("main", "main", type, {});
  builder.begin_body(main, {});
  const DraftLocation middle = builder.add_location(main), end = builder.add_location(main);
  builder.add_edge(builder.entry(main), middle, {.kind = OpKind::Call, .callee = &hidden}, {{0, 3, 5}, {0, 3, 18}});
  builder.add_edge(middle, end, {.kind = OpKind::Call, .callee = &other}, {{0, 4, 5}, {0, 4, 18}});
  const Program program = builder.finish(main);
  const ErrorFunctions errors{"reach_error", "panic"};
  EXPECT_TRUE(errors.contains(external));
  EXPECT_TRUE(errors.contains(hidden));
  EXPECT_FALSE(errors.contains(other));
  EXPECT_FALSE(ErrorFunctions().contains(external));
  EXPECT_TRUE(errors.is_error_call(*program.edges()[0]));
  EXPECT_FALSE(errors.is_error_call(*program.edges()[1]));
  ASSERT_EQ(targets(program, unreach_call_property()).size(), 1u);
  EXPECT_EQ(targets(program, unreach_call_property())[0].text, "reach_error() in main, a.c:3:5");
}

TEST(ErrorFunctions, AreAddedOnce) {
  ErrorFunctions errors{"a", "a", "b"};
  errors.add("b");
  errors.add(ErrorFunctions{"c", "a"});
  EXPECT_EQ(errors.names(), (std::vector<std::string>{"a", "b", "c"}));
}

} // namespace
} // namespace tandem

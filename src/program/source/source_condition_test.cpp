#include "program/source/source_condition.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

namespace tandem::source {
namespace {

using Branch = std::pair<const char*, bool>;

// The outcome after branches on these pieces of the condition.
std::optional<bool> outcome(const std::string& text, std::initializer_list<Branch> branches,
                            const std::string& before = "") {
  const SourceText source(before + text, 0);
  SourceCondition condition(source, {before.size(), source.text().size()});
  for (const auto& [piece, truth] : branches) condition.set(source.text().find(piece, before.size()), truth);
  return condition.truth();
}

TEST(SourceCondition, OnePart) {
  EXPECT_EQ(outcome("x > 5", {{"x", true}}), true);
  EXPECT_EQ(outcome("x > 5", {{"x", false}}), false);
  EXPECT_EQ(outcome("x > 5", {}), std::nullopt);
  EXPECT_EQ(outcome("((x))", {{"x", true}}), true);
  EXPECT_EQ(outcome("((x))", {{"((x", true}}), true) << "a branch may stand at the parentheses around its condition";
}

// The automaton has no !: it branches on the operand.
TEST(SourceCondition, NegationsInvertTheBranch) {
  EXPECT_EQ(outcome("!x", {{"x", true}}), false);
  EXPECT_EQ(outcome("!!(x)", {{"x", true}}), true);
  EXPECT_EQ(outcome("!p->a[i].b", {{"p", true}}), false);
  EXPECT_EQ(outcome("!*p", {{"*p", false}}), true);
  EXPECT_EQ(outcome("!(x == 1)", {{"x", true}}), false);
  EXPECT_EQ(outcome("!(x) && y", {{"(x", true}}), false);
  EXPECT_EQ(outcome("!(a && b)", {{"a", false}}), true);
  // ! binds tighter than ==, whose truth is the branch's; but its text does not show that plainly.
  EXPECT_EQ(outcome("!x == y", {{"!x", true}}), std::nullopt);
}

TEST(SourceCondition, KnownAsSoonAsCKnows) {
  EXPECT_EQ(outcome("a && b", {{"a", false}}), false);
  EXPECT_EQ(outcome("a && b", {{"a", true}}), std::nullopt);
  EXPECT_EQ(outcome("a && b", {{"a", true}, {"b", true}}), true);
  EXPECT_EQ(outcome("a || b", {{"a", true}}), true);
  EXPECT_EQ(outcome("a || b", {{"a", false}, {"b", false}}), false);
  EXPECT_EQ(outcome("a && b || c && !(d)", {{"a", true}, {"b", false}, {"c", true}, {"d", false}}), true);
  EXPECT_EQ(outcome("(a || b) && c", {{"a", true}, {"c", false}}), false);
}

TEST(SourceCondition, ANewEvaluationStartsAfresh) {
  EXPECT_EQ(outcome("a && b", {{"a", true}, {"b", true}, {"a", true}}), std::nullopt);
}

TEST(SourceCondition, WhatTheTextDoesNotShowStaysUnknown) {
  EXPECT_EQ(outcome("(int)(!x)", {{"x", true}}), std::nullopt);
  EXPECT_EQ(outcome("__builtin_expect(!x, 0)", {{"x", true}}), std::nullopt);
  EXPECT_EQ(outcome("a ? b : c", {{"a", true}}), std::nullopt);
  EXPECT_EQ(outcome("NOT(x)", {{"NOT", true}}, "#define NOT(x) (!(x))\n"), std::nullopt);
  EXPECT_EQ(outcome("NOT(x) || y", {{"NOT", false}, {"y", true}}, "#define NOT(x) (!(x))\n"), std::nullopt);
  EXPECT_EQ(outcome("x, y", {{"y", true}}), true) << "one branch, at the end";
}

} // namespace
} // namespace tandem::source

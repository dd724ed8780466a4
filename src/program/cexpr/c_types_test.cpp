#include "program/cexpr/c_types.h"

#include <gtest/gtest.h>

namespace tandem::cexpr {
namespace {

class CTypesTest : public testing::Test {
protected:
  TypeTable types{DataModel::LP64};
  const Type& int_type = types.int_type();
  const Type& char_pointer = types.pointer_to(types.integer(IntegerKind::Char));
};

TEST_F(CTypesTest, DeclaratorsGrowAroundTheName) {
  const Type& function = types.function(int_type, {&char_pointer}, false, true);
  const Type& pointer = types.pointer_to(function);
  EXPECT_EQ(c_declaration(types.array_of(pointer, 3), "f"), "int (*f[3])(char *)");
  EXPECT_EQ(c_declaration(types.pointer_to(types.array_of(int_type, 3)), "p"), "int (*p)[3]");
  EXPECT_EQ(c_declaration(types.array_of(types.pointer_to(int_type), 3), "p"), "int *p[3]");
  EXPECT_EQ(c_declaration(types.array_of(types.array_of(int_type, 3), 2), "m"), "int m[2][3]");
  EXPECT_EQ(c_declaration(types.function(pointer, {&int_type}, false, true), "g"), "int (*g(int))(char *)");
  EXPECT_EQ(c_type(types.array_of(pointer, 3)), "int (*[3])(char *)");
}

TEST_F(CTypesTest, ParameterListsTellNoneFromUnknown) {
  EXPECT_EQ(c_declaration(types.function(int_type, {}, false, true), "f"), "int f(void)");
  EXPECT_EQ(c_declaration(types.function(int_type, {}, false, false), "f"), "int f()");
  EXPECT_EQ(c_declaration(types.function(int_type, {&char_pointer}, true, true), "f"), "int f(char *, ...)");
  EXPECT_EQ(c_function_declaration(types.function(char_pointer, {&int_type}, false, true), "f", "int a"),
            "char *f(int a)");
}

TEST_F(CTypesTest, OpenArraysAndRecords) {
  const Type& record = types.declare_record("node", false);
  EXPECT_EQ(c_declaration(types.array_of_unknown_length(types.pointer_to(record)), "heads"), "struct node *heads[]");
  EXPECT_EQ(c_type(types.declare_record("u", true)), "union u");
}

} // namespace
} // namespace tandem::cexpr

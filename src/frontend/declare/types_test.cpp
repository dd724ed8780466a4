#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::declare {
namespace {

// "a int @0, b char @32 :3" and so on, then size and alignment in bytes.
std::string layout(const std::string& record, DataModel model = DataModel::LP64) {
  const Program program = lower::lower_text(record + " g; int main(void) { return g.a; }", model);
  const Type& type = *program.globals().at(0)->type;
  std::string text;
  for (const Field& field : type.fields()) {
    text += (field.name.empty() ? "-" : field.name) + " " + lower::show(*field.type) + " @" +
            std::to_string(field.offset_bits);
    if (field.bit_width) text += " :" + std::to_string(*field.bit_width);
    if (field.explicit_align != 0) text += " align " + std::to_string(field.explicit_align);
    text += ", ";
  }
  text += std::to_string(type.size()) + "/" + std::to_string(type.align());
  if (type.is_packed()) text += " packed";
  if (type.explicit_align() != 0) text += " align " + std::to_string(type.explicit_align());
  return text;
}

TEST(Types, LayoutsOfRecords) {
  EXPECT_EQ(layout("struct s { int a; char b; double d; }"), "a int @0, b char @32, d double @64, 16/8");
  EXPECT_EQ(layout("struct s { int a; char b; double d; }", DataModel::ILP32),
            "a int @0, b char @32, d double @64, 16/4");
  EXPECT_EQ(layout("struct s { char a; long long l; }", DataModel::ILP32), "a char @0, l llong @32, 12/4");
  EXPECT_EQ(layout("union u { int a; char b[7]; }"), "a int @0, b char[7] @0, 8/4");
  EXPECT_EQ(layout("struct s { int a; struct { char x; }; char f[]; }"),
            "a int @0, anonymous__1 unnamed @32, f char[] @40, 8/4");
  EXPECT_EQ(layout("struct s { long double a; char c; }", DataModel::ILP32), "a ldouble @0, c char @96, 16/4");
}

TEST(Types, BitFields) {
  EXPECT_EQ(layout("struct s { unsigned a : 3; int b : 30; int : 0; char c; long d : 33; }"),
            "a uint @0 :3, b int @32 :30, - int @64 :0, c char @64, d long @72 :33, 16/8");
  EXPECT_EQ(layout("struct s { _Bool a : 1; int : 5; enum { X } e : 2; }"),
            "a bool @0 :1, - int @1 :5, e uint @6 :2, 4/4");
}

TEST(Types, AttributesThatChangeTheLayout) {
  EXPECT_EQ(layout("struct __attribute__((packed)) s { char a; int b; }"), "a char @0, b int @8, 5/1 packed align 1");
  EXPECT_EQ(layout("struct s { char a; int b __attribute__((aligned(16))); }"),
            "a char @0, b int @128 align 16, 32/16");
  EXPECT_EQ(layout("struct __attribute__((aligned(32))) s { char a; }"), "a char @0, 32/32 align 32");
  EXPECT_EQ(layout("struct s { char a; int b __attribute__((packed)); short c; }"),
            "a char @0, b int @8, c short @48 align 2, 8/2 packed align 2");
  EXPECT_EQ(layout("\n#pragma pack(2)\nstruct s { char a; int b; }\n#pragma pack()\n"),
            "a char @0, b int @16 align 2, 6/2 packed align 2");
  EXPECT_EQ(layout("typedef long long half __attribute__((aligned(4))); struct s { int a; half b; }"),
            "a int @0 align 4, b llong @32 align 4, 12/4 packed align 4");
  EXPECT_EQ(layout("typedef int wide __attribute__((aligned(16))); struct s { char a; wide b; }"),
            "a char @0, b int @128 align 16, 32/16");
}

TEST(Types, EnumsAreTheirIntegers) {
  const Program program = lower::lower_text(
      "enum a { X }; enum b { Y = -1 }; enum c { Z = 1L << 40 }; enum __attribute__((packed)) d { W };\n"
      "enum a a; enum b b; enum c c; enum d d; int main(void) { return a + b + c + d; }");
  EXPECT_EQ(lower::show_global(program, "a"), "uint a = {}");
  EXPECT_EQ(lower::show_global(program, "b"), "int b = {}");
  EXPECT_EQ(lower::show_global(program, "c"), "ulong c = {}");
  EXPECT_EQ(lower::show_global(program, "d"), "uchar d = {}");
}

TEST(Types, FunctionsAndTypedefs) {
  const Program program =
      lower::lower_text("typedef int n; typedef n (*fp)(const n *restrict, volatile char, ...); fp p; "
                        "void (*q)(); int main(void) { return p && q; }");
  EXPECT_EQ(lower::show_global(program, "p"), "int(int*,char,...)* p = {}");
  EXPECT_EQ(lower::show_global(program, "q"), "void(?)* q = {}");
}

TEST(Types, RecordsAreCompletedWhenAValueIsUsed) {
  const Program program = lower::lower_text(
      "struct far { int x; }; struct near { struct far *p; int y; } g; int main(void) { return g.y; }");
  const Type& near = *program.globals().at(0)->type;
  EXPECT_TRUE(near.is_complete());
  EXPECT_FALSE(near.fields().at(0).type->element().is_complete());
  const Program stepped = lower::lower_text("struct far { int x; } *p; int main(void) { p++; return 0; }");
  EXPECT_TRUE(stepped.globals().at(0)->type->element().is_complete());
}

TEST(Types, RecordsThatReachThemselves) {
  const Program program = lower::lower_text(
      "struct b; struct a { struct b *b; int x; }; struct b { struct a (*all)[4]; struct a one; } g;\n"
      "int main(void) { return g.one.x + (*g.all)[3].x; }");
  const Type& b = *program.globals().at(0)->type;
  EXPECT_EQ(lower::show(*b.fields().at(0).type), "a[4]*");
  EXPECT_EQ(b.fields().at(0).type->element().size(), 64u);
}

TEST(Types, SameTagInTwoScopes) {
  const Program program =
      lower::lower_text("struct s { int a; } g; int main(void) { struct s { char b, c; } l; l.b = 0; return g.a; }");
  EXPECT_EQ(lower::show(program.entry()), "0>1 declare s l\n"
                                          "1>2 l.b = 0:char\n"
                                          "2>E return g.a\n");
  EXPECT_EQ(lower::show_global(program, "g"), "s__1 g = {}");
}

} // namespace
} // namespace tandem::frontend::declare

#include "transform/slice/slice.h"

#include "program/text/cfa_reader.h"
#include "program/text/cfa_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::transform::slice {
namespace {

// The original's edges that the slice has, in the order of the slice.
std::string kept(std::string_view text) {
  const Program program = text::read_cfa(text, DataModel::LP64);
  const reduce::Residual result = slice(program, default_property());
  std::string names;
  for (const Edge* origin : result.edge_origin)
    if (origin != nullptr) names += (names.empty() ? "" : " ") + origin->name;
  return names;
}

TEST(SliceTest, IrrelevantCodeIsRemoved) {
  EXPECT_EQ(kept(R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int x
  var int y
  main@1:3   L0 -> L1  y = __VERIFIER_nondet_int()
  main@2:3   L1 -> L2  x = __VERIFIER_nondet_int()
  main@3:3+  L2 -> L3  [y > 5]
  main@3:3-  L2 -> L4  [!(y > 5)]
  main@4:3   L3 -> L2  y = y - 1
  main@5:3+  L4 -> L5  [x > 5]
  main@5:3-  L4 -> L6  [!(x > 5)]
  main@6:3   L5 -> L6  reach_error()
  main@7:3   L6 -> exit  return y
)"),
            "main@2:3 main@5:3+ main@5:3- main@6:3 main@7:3");
}

TEST(SliceTest, WhatMayEndThePathMatters) {
  EXPECT_EQ(kept(R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
check: void check(int c)
  check@1:3+  L0 -> L1  [c == 0]
  check@1:3-  L0 -> L2  [!(c == 0)]
  check@2:3   L1 -> L1  skip
  check@3:3   L2 -> exit  return
main: int main(void)
  var int x
  main@1:3  L0 -> L1  x = __VERIFIER_nondet_int()
  main@2:3  L1 -> L2  check(x)
  main@3:3  L2 -> L3  reach_error()
  main@4:3  L3 -> L4  x = 2
  main@5:3  L4 -> L5  check(x)
  main@6:3  L5 -> exit  return 0
)"),
            "check@1:3+ check@1:3- check@3:3 main@1:3 main@2:3 main@3:3 main@4:3 main@5:3 main@6:3");
}

// Memory accesses are assumed to succeed, except for those that are listed.
TEST(SliceTest, ListedAccessesAreKept) {
  const Program program = text::read_cfa(R"(
void reach_error(void)
void take(int a)
int* pointer
main: int main(void)
  var int x
  main@1:3   L0 -> L1  pointer = 0
  main@2:3   L1 -> L2  x = *pointer
  main@3:3   L2 -> L3  take(*pointer)
  main@4:3   L3 -> L4  reach_error()
  main@5:3   L4 -> exit  return 0
)",
                                         DataModel::LP64);
  const auto kept_with = [&](std::initializer_list<std::string_view> names) {
    std::vector<const Edge*> accesses;
    for (const Edge* edge : program.edges())
      if (std::ranges::find(names, edge->name) != names.end()) accesses.push_back(edge);
    std::string kept;
    for (const Edge* origin : slice(program, default_property(), accesses).edge_origin)
      if (origin != nullptr) kept += origin->name + " ";
    return kept;
  };
  EXPECT_EQ(kept_with({}), "main@4:3 main@5:3 ");
  EXPECT_EQ(kept_with({"main@2:3"}), "main@1:3 main@2:3 main@4:3 main@5:3 ");
  EXPECT_EQ(kept_with({"main@3:3"}), "main@1:3 main@3:3 main@4:3 main@5:3 ");
}

TEST(SliceTest, ArgumentsAndResultsAreComputedOnlyIfTheyAreUsed) {
  const Program program = text::read_cfa(R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
int state
int log
f: int f(int a, int b)
  f@1:3  L0 -> L1  state = a
  f@2:3  L1 -> L2  log = b
  f@3:3  L2 -> exit  return b
main: int main(void)
  var int x
  var int y
  main@1:3   L0 -> L1  x = __VERIFIER_nondet_int()
  main@2:3   L1 -> L2  y = __VERIFIER_nondet_int()
  main@3:3   L2 -> L3  y = f(x, y)
  main@4:3+  L3 -> L4  [state == 3]
  main@4:3-  L3 -> L5  [!(state == 3)]
  main@5:3   L4 -> L5  reach_error()
  main@6:3   L5 -> exit  return 0
)",
                                         DataModel::LP64);
  const reduce::Residual result = slice(program, default_property());
  EXPECT_EQ(text::cfa_text(*result.program.find_function("f")), "f: int f(int a, int b), entry L0, exit L2\n"
                                                                "  f@1:3  L0 -> L1  state = a\n"
                                                                "  f@3:3  L1 -> L2  return 0\n");
  EXPECT_EQ(text::cfa_text(*result.program.find_function("main")),
            "main: int main(void), entry L3, exit L8\n"
            "  main@1:3   L3 -> L4  x = __VERIFIER_nondet_int()\n"
            "  main@3:3   L4 -> L5  f(x, 0)\n"
            "  main@4:3+  L5 -> L6  [state == 3]\n"
            "  main@4:3-  L5 -> L7  [!(state == 3)]\n"
            "  main@5:3   L6 -> L7  reach_error()\n"
            "  main@6:3   L7 -> L8  return 0\n");
}

TEST(SliceTest, MemoryIsFollowedThroughPointers) {
  EXPECT_EQ(kept(R"(
struct pair { int left; int right; }
void reach_error(void)
struct pair one
struct pair two
  two.left = 3
  two.right = 4
main: int main(void)
  var struct pair *p
  main@1:3   L0 -> L1  p = &one
  main@2:3   L1 -> L2  one = two
  main@3:3   L2 -> L3  p->left = 7
  main@4:3   L3 -> L4  p->right = 8
  main@5:3+  L4 -> L5  [one.right == 8]
  main@5:3-  L4 -> L6  [!(one.right == 8)]
  main@6:3   L5 -> L6  reach_error()
  main@7:3   L6 -> exit  return 0
)"),
            "main@1:3 main@2:3 main@4:3 main@5:3+ main@5:3- main@6:3 main@7:3");
}

TEST(SliceTest, LibraryFunctionsAreFollowedThroughPointers) {
  EXPECT_EQ(kept(R"(
void reach_error(void)
void *memset(void *to, int byte, unsigned long size)
int x
int y
main: int main(void)
  var void *(*f)(void *, int, unsigned long)
  main@1:3   L0 -> L1  f = &memset
  main@2:3   L1 -> L2  y = 0
  main@3:3   L2 -> L3  f(&x, 1, 4)
  main@4:3+  L3 -> L4  [x == 0]
  main@4:3-  L3 -> L5  [!(x == 0)]
  main@5:3   L4 -> L5  reach_error()
  main@6:3   L5 -> exit  return 0
)"),
            "main@1:3 main@3:3 main@4:3+ main@4:3- main@5:3 main@6:3");
}

// There is one errno, wherever the program asks for it.
TEST(SliceTest, LibraryFunctionsSetErrno) {
  EXPECT_EQ(kept(R"(
void reach_error(void)
int *__errno_location(void)
long strtol(char *text, char **end, int base)
unsigned long strlen(char *text)
char buffer[4]
main: int main(void)
  var int *p
  var int *q
  var long l
  var unsigned long n
  main@1:3   L0 -> L1  p = __errno_location()
  main@2:3   L1 -> L2  *p = 0
  main@3:3   L2 -> L3  l = strtol(buffer, 0, 10)
  main@4:3   L3 -> L4  n = strlen(buffer)
  main@5:3   L4 -> L5  q = __errno_location()
  main@6:3+  L5 -> L6  [*q != 0]
  main@6:3-  L5 -> L7  [!(*q != 0)]
  main@7:3   L6 -> L7  reach_error()
  main@8:3   L7 -> exit  return 0
)"),
            "main@1:3 main@2:3 main@3:3 main@5:3 main@6:3+ main@6:3- main@7:3 main@8:3");
}

// A verifier, or the linker, may know more about them.
TEST(SliceTest, FunctionsWithoutBodyGetTheirArguments) {
  EXPECT_EQ(kept(R"(
void reach_error(void)
int ask(int *about)
int x
int y
main: int main(void)
  var int *p
  var int answer
  main@1:3   L0 -> L1  p = &x
  main@2:3   L1 -> L2  y = 1
  main@3:3   L2 -> L3  answer = ask(p)
  main@4:3+  L3 -> L4  [answer == 0]
  main@4:3-  L3 -> L5  [!(answer == 0)]
  main@5:3   L4 -> L5  reach_error()
  main@6:3   L5 -> exit  return 0
)"),
            "main@1:3 main@3:3 main@4:3+ main@4:3- main@5:3 main@6:3");
}

// Library functions that call back into the program are not modelled.
TEST(SliceTest, CallbacksKeepEverything) {
  EXPECT_EQ(kept(R"(
void reach_error(void)
int atexit(void (*)(void))
int unused
late: void late(void)
  late@1:3  L0 -> exit  return
main: int main(void)
  main@1:3  L0 -> L1  unused = 1
  main@2:3  L1 -> L2  atexit(&late)
  main@3:3  L2 -> exit  return 0
)"),
            "late@1:3 main@1:3 main@2:3 main@3:3");
}

TEST(SliceTest, WhatAResidualNeverExecutesDoesNothing) {
  const Program program = text::read_cfa(R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int x
  var int y
  main@1:3   L0 -> L1  x = __VERIFIER_nondet_int()
  main@2:3   L1 -> L2  y = __VERIFIER_nondet_int()
  main@3:3+  L2 -> L3  [x > 5]
  main@3:3-  L2 -> L5  [!(x > 5)]
  main@4:3+  L3 -> L4  [y > 5]
  main@4:3-  L3 -> L7  [!(y > 5)]
  main@5:3   L4 -> L7  reach_error()
  main@6:3+  L5 -> L6  [x == 3]
  main@6:3-  L5 -> L7  [!(x == 3)]
  main@7:3   L6 -> L7  reach_error()
  main@8:3   L7 -> exit  return 0
)",
                                         DataModel::LP64);
  reduce::Residual open{.program = text::read_cfa("main: int main(void)\n  L0 -> exit  return 0\n", DataModel::LP64)};
  for (const Edge* edge : program.edges())
    if (edge->name != "main@5:3") open.edge_origin.push_back(edge);
  const reduce::Residual result = slice(program, default_property(), open);
  EXPECT_EQ(result.program.find_edge("main@2:3"), nullptr);
  EXPECT_EQ(result.program.find_edge("main@5:3"), nullptr);
  EXPECT_NE(result.program.find_edge("main@7:3"), nullptr);
}

} // namespace
} // namespace tandem::transform::slice

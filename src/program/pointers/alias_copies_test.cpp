#include "program/pointers/alias_for_test.h"

namespace tandem::pointers {
namespace {

TEST(AliasCopies, MemcpyMovesPointersWithoutUnitingTheMemory) {
  const Analysed a(R"(
void *memcpy(void *to, void *from, unsigned long size)
struct s { int *p; int n; }
main: int main(void)
  var struct s s
  var struct s t
  var int x
  var int y
  var char buffer[16]
  var struct s u
  L0 -> L1  s.p = &x
  L1 -> L2  memcpy(&t, &s, 16)
  L2 -> L3  *t.p = 1
  L3 -> L4  memcpy(&buffer[0], &t, 16)
  L4 -> L5  memcpy(&u, &buffer[0], 16)
  L5 -> L6  *u.p = 2
  L6 -> L7  u.n = 1
  L7 -> exit  return x + y
)");
  EXPECT_TRUE(a.together("*t.p", "x"));
  EXPECT_TRUE(a.together("*u.p", "x")) << "through a buffer of bytes";
  EXPECT_FALSE(a.together("u.p", "u.n")) << "which does not make the record bytes";
  EXPECT_FALSE(a.together("s.p", "t.p"));
  EXPECT_FALSE(a.together("x", "y"));
}

TEST(AliasCopies, ContentsPropagateThroughMemoryThatIsNeverAccessed) {
  const Analysed a(R"(
struct inner { int *q; int k[2]; }
struct s { int n; struct inner in[3]; }
main: int main(int i)
  var struct s s
  var struct s t
  var struct s u
  var int x
  L0 -> L1  u = t
  L1 -> L2  t = s
  L2 -> L3  s.in[i].q = &x
  L3 -> L4  *u.in[1].q = 1
  L4 -> L5  u.in[2].k[1] = 3
  L5 -> exit  return x
)");
  EXPECT_TRUE(a.together("*u.in[1].q", "x"));
  EXPECT_FALSE(a.together("u.in[1].q", "u.in[2].k[1]"));
}

TEST(AliasCopies, ByteLoopsCopyPointersToo) {
  const Analysed a(R"(
copy: void copy(char *to, char *from, int n)
  var int i
  var char c
  L0 -> L1  c = from[i]
  L1 -> L2  to[i] = c
  L2 -> exit  return
main: int main(void)
  var int *p
  var int *q
  var int x
  L0 -> L1  p = &x
  L1 -> L2  copy((char *)&q, (char *)&p, 8)
  L2 -> L3  *q = 1
  L3 -> exit  return x
)");
  EXPECT_TRUE(a.together("*q", "x"));
}

TEST(AliasCopies, ShiftedCopiesOfOneBlockTerminate) {
  const Analysed a(R"(
void *memmove(void *to, void *from, unsigned long size)
struct s { int *a; int *b; int *c; int *d; }
main: int main(void)
  var struct s s
  var struct s t
  var int x
  L0 -> L1  memmove(&s, (char *)&t + 8, 24)
  L1 -> L2  memmove((char *)&t + 16, &s, 8)
  L2 -> L3  s.d = &x
  L3 -> L4  memmove(&s, (char *)&s + 8, 24)
  L4 -> L5  *s.a = 1
  L5 -> exit  return x
)");
  EXPECT_TRUE(a.together("*s.a", "x"));
}

TEST(AliasIntegers, RoundTripsThroughVariablesAndArithmetic) {
  const Analysed a(R"(
main: int main(void)
  var int x
  var int y
  var int z
  var unsigned long n
  var unsigned long m
  var unsigned long k
  var int *p
  var int *q
  L0 -> L1  n = (unsigned long)&x
  L1 -> L2  m = (n ^ 5) + 3
  L2 -> L3  p = (int *)(m - 3)
  L3 -> L4  *p = 1
  L4 -> L5  k = (unsigned long)&z
  L5 -> L6  k = k % 64
  L6 -> L7  q = &y
  L7 -> exit  return x + *q + z
)");
  EXPECT_TRUE(a.together("*p", "x"));
  EXPECT_FALSE(a.together("x", "y"));
  EXPECT_FALSE(a.together("x", "z")) << "a hash value is no pointer";
  EXPECT_NE(a.region("z")->element, nullptr);
}

TEST(AliasIntegers, IntegersFromTheEnvironmentMayPointToAllThatEscaped) {
  const Analysed a(R"(
unsigned long __VERIFIER_nondet_ulong(void)
void keep(unsigned long cookie)
main: int main(void)
  var int x
  var int y
  var unsigned long n
  var unsigned long c
  var int *p
  L0 -> L1  c = (unsigned long)&x
  L1 -> L2  keep(c)
  L2 -> L3  n = __VERIFIER_nondet_ulong()
  L3 -> L4  p = (int *)n
  L4 -> L5  *p = 1
  L5 -> exit  return x + y
)");
  EXPECT_TRUE(a.together("*p", "x"));
  EXPECT_FALSE(a.together("*p", "y"));
}

TEST(AliasIntegers, ConstantAddressesAreEnvironmentMemory) {
  const Analysed a(R"(
main: int main(void)
  var int x
  var int *p
  L0 -> L1  p = (int *)0x1000
  L1 -> L2  *p = 1
  L2 -> L3  *(int *)0x2000 = 2
  L3 -> exit  return x
)");
  EXPECT_FALSE(a.together("*p", "x"));
  EXPECT_TRUE(a.region("*(int *)0x2000")->is_external);
}

TEST(AliasGlobals, InitialisersCount) {
  const Analysed a(R"(
int x
int y
int *p = &x
struct s { int *a; int *b; }
struct s s
  s.b = &y
extern int *e
main: int main(void)
  L0 -> L1  *s.b = 1
  L1 -> L2  *p = 2
  L2 -> L3  *e = 3
  L3 -> exit  return *s.a
)");
  EXPECT_TRUE(a.together("*p", "x"));
  EXPECT_TRUE(a.together("*s.b", "y"));
  EXPECT_FALSE(a.together("x", "y"));
  EXPECT_TRUE(a.region("*e")->is_external);
}

} // namespace
} // namespace tandem::pointers

#include "program/pointers/alias_for_test.h"

namespace tandem::pointers {
namespace {

TEST(Alias, UnrelatedPointersAreKeptApart) {
  const Analysed a(R"(
main: int main(void)
  var int x
  var int y
  var int *p
  var int *q
  L0 -> L1  p = &x
  L1 -> L2  q = &y
  L2 -> L3  *p = 1
  L3 -> L4  *q = 2
  L4 -> exit  return 0
)");
  EXPECT_TRUE(a.together("*p", "x"));
  EXPECT_TRUE(a.together("*q", "y"));
  EXPECT_FALSE(a.together("*p", "*q"));
  EXPECT_FALSE(a.together("p", "q"));
  EXPECT_TRUE(a.region("p")->is_plain);
  EXPECT_FALSE(a.region("x")->is_plain);
  ASSERT_NE(a.region("x")->element, nullptr);
  EXPECT_EQ(a.region("x")->element, &a.program.context().types().int_type());
  ASSERT_EQ(a.region("x")->members.size(), 1u);
  EXPECT_EQ(a.aliases.objects()[a.region("x")->members[0].object].variable->name, "x");
}

TEST(Alias, APointerToEitherUnitesBoth) {
  const Analysed a(R"(
main: int main(int c)
  var int x
  var int y
  var int *p
  L0 -> L1  p = c ? &x : &y
  L1 -> L2  *p = 1
  L2 -> exit  return x + y
)");
  EXPECT_TRUE(a.together("x", "y"));
  EXPECT_TRUE(a.together("*p", "y"));
}

TEST(Alias, AnAddressWrittenAsANumberMayBeWhatItIsComparedWith) {
  const Analysed a(R"(
main: int main(void)
  var int x
  var int y
  var int *p
  var int *q
  L0 -> L1  p = (int *)305419896
  L1 -> L2  q = &x
  L2 -> L3  [p == q]
  L3 -> L4  *p = 1
  L4 -> L5  *q = 2
  L5 -> exit  return x + y
)");
  EXPECT_TRUE(a.together("*p", "x"));
  EXPECT_FALSE(a.together("*p", "y"));
}

TEST(Alias, WhatIsComparedWithANumberMayLieWhereTheProgramWrites) {
  const Analysed a(R"(
main: int main(void)
  var int x
  var int *q
  L0 -> L1  q = &x
  L1 -> L2  [q == (int *)305419896]
  L2 -> L3  *(int *)305419896 = 1
  L3 -> exit  return x
)");
  EXPECT_TRUE(a.region("x")->is_external);
}

TEST(Alias, ErrorNumbersAreNoAddresses) {
  const Analysed a(R"(
main: int main(void)
  var int x
  var int *p
  L0 -> L1  p = (int *)-12l
  L1 -> L2  [p == &x]
  L2 -> L3  *p = 1
  L3 -> exit  return x
)");
  EXPECT_FALSE(a.together("*p", "x"));
}

TEST(Alias, FieldsAreKeptApartAlsoWhenTheirAddressesMeet) {
  const Analysed a(R"(
struct s { int a; int b; int c; char *d; }
main: int main(void)
  var struct s s
  var struct s t
  var struct s *p
  var int *q
  L0 -> L1  p = &s
  L1 -> L2  q = &p->a
  L2 -> L3  q = &t.b
  L3 -> L4  p->c = *q
  L4 -> L5  s.b = 1
  L5 -> L6  t.a = 1
  L6 -> L7  t.c = 1
  L7 -> exit  return s.b + s.a + t.b
)");
  EXPECT_TRUE(a.together("*q", "s.a"));
  EXPECT_TRUE(a.together("s.a", "t.b")) << "one pointer leads to both";
  EXPECT_FALSE(a.together("s.a", "s.b")) << "but the records stay divided";
  EXPECT_FALSE(a.together("s.c", "t.c"));
  EXPECT_FALSE(a.together("s.a", "t.a"));
  EXPECT_TRUE(a.together("p->c", "s.c"));
  EXPECT_TRUE(a.region("t.c")->is_plain);
}

TEST(Alias, ElementsOfAnArrayAreOneButTheirFieldsAreNot) {
  const Analysed a(R"(
struct s { int a; short b; int inner[3]; }
struct s table[10]
main: int main(int i)
  var struct s *p
  L0 -> L1  table[i].a = 1
  L1 -> L2  table[3].b = 2
  L2 -> L3  p = &table[i + 1]
  L3 -> L4  p = p + 1
  L4 -> L5  p->b = 3
  L5 -> L6  p->inner[i] = 4
  L6 -> L7  table[0].inner[2] = 5
  L7 -> exit  return p[2].a
)");
  EXPECT_TRUE(a.together("table[i].a", "table[7].a"));
  EXPECT_TRUE(a.together("p->b", "table[3].b"));
  EXPECT_TRUE(a.together("p[2].a", "table[i].a"));
  EXPECT_TRUE(a.together("p->inner[i]", "table[0].inner[2]"));
  EXPECT_FALSE(a.together("table[i].a", "table[i].b"));
  EXPECT_FALSE(a.together("table[i].a", "table[i].inner[1]"));
  const Region& inner = *a.region("table[0].inner[2]");
  ASSERT_EQ(inner.members.size(), 1u);
  EXPECT_EQ(inner.members[0].offset, 8);
  EXPECT_EQ(inner.members[0].size, 4u);
  EXPECT_EQ(inner.members[0].repetitions, (std::vector<Repetition>{{20, 10}, {4, 3}}));
  EXPECT_NE(inner.element, nullptr);
}

TEST(Alias, PointersToPointersAreFollowed) {
  const Analysed a(R"(
main: int main(void)
  var int x
  var int y
  var int z
  var int *p
  var int *q
  var int **pp
  L0 -> L1  p = &x
  L1 -> L2  q = &z
  L2 -> L3  pp = &p
  L3 -> L4  *pp = &y
  L4 -> L5  **pp = 5
  L5 -> exit  return *q
)");
  EXPECT_TRUE(a.together("*p", "**pp"));
  EXPECT_TRUE(a.together("x", "y"));
  EXPECT_TRUE(a.together("*pp", "p"));
  EXPECT_FALSE(a.together("x", "z"));
}

TEST(Alias, AStructSeenAsAnotherOfTheSameLayoutStaysDivided) {
  const Analysed a(R"(
struct s { int a; long b; }
struct t { int x; long y; }
main: int main(void)
  var struct s s
  var struct t *t
  L0 -> L1  t = (struct t *)&s
  L1 -> L2  t->x = 1
  L2 -> L3  t->y = 2
  L3 -> exit  return s.a + (int)s.b
)");
  EXPECT_TRUE(a.together("t->x", "s.a"));
  EXPECT_TRUE(a.together("t->y", "s.b"));
  EXPECT_FALSE(a.together("s.a", "s.b"));
}

TEST(Alias, ConflictingLayoutsMakeBytes) {
  const Analysed a(R"(
struct s { int a; int b; int c; }
struct t { short x; long long y; }
main: int main(void)
  var struct s s
  var long long *t
  L0 -> L1  t = (long long *)&s
  L1 -> L2  *t = 1
  L2 -> L3  s.c = 1
  L3 -> exit  return s.a + s.b
)");
  EXPECT_TRUE(a.together("s.a", "s.b")) << "eight bytes were written over both";
  EXPECT_FALSE(a.together("s.a", "s.c"));
  EXPECT_EQ(a.region("s.a")->element, nullptr);
  EXPECT_NE(a.region("s.c")->element, nullptr);
}

TEST(Alias, UnionMembersShareTheirBytes) {
  const Analysed a(R"(
struct halves { short low; short high; }
union u { int whole; struct halves half; char bytes[4]; }
struct box { union u u; int other; }
main: int main(int i)
  var struct box b
  var union u v
  var short *p
  L0 -> L1  b.u.whole = 1
  L1 -> L2  b.u.half.high = 2
  L2 -> L3  b.other = 3
  L3 -> L4  p = &v.half.low
  L4 -> L5  v.half.high = 1
  L5 -> L6  *p = 2
  L6 -> exit  return b.u.bytes[i]
)");
  EXPECT_TRUE(a.together("b.u.whole", "b.u.half.high"));
  EXPECT_TRUE(a.together("b.u.whole", "b.u.bytes[i]"));
  EXPECT_FALSE(a.together("b.u.whole", "b.other"));
  EXPECT_FALSE(a.together("v.half.low", "v.half.high")) << "nothing overlaps in this one";
  EXPECT_TRUE(a.together("*p", "v.half.low"));
  EXPECT_EQ(a.region("b.u.whole")->element, nullptr);
}

TEST(Alias, PointersInUnionsFlowThroughTheOtherMember) {
  const Analysed a(R"(
union u { int *p; long n; }
main: int main(void)
  var int x
  var int y
  var union u u
  var long n
  var int *q
  L0 -> L1  u.p = &x
  L1 -> L2  n = u.n
  L2 -> L3  q = (int *)n
  L3 -> L4  *q = 1
  L4 -> exit  return x + y
)");
  EXPECT_TRUE(a.together("*q", "x"));
}

TEST(Alias, ContainerOfLeadsBackToTheRecord) {
  const Analysed a(R"(
struct link { struct link *next; }
struct item { int key; int value; struct link link; }
struct other { long long stamp; struct link link; }
main: int main(void)
  var struct item a
  var struct other o
  var struct link *l
  var struct item *p
  L0 -> L1  l = &a.link
  L1 -> L2  p = (struct item *)((char *)l - 8)
  L2 -> L3  p->key = 1
  L3 -> L4  o.stamp = 3
  L4 -> exit  return a.key + a.value
)");
  EXPECT_TRUE(a.together("p->key", "a.key"));
  EXPECT_FALSE(a.together("a.key", "a.value"));
  EXPECT_FALSE(a.together("a.key", "o.stamp"));
}

TEST(Alias, ContainerOfWithAnUnsignedOffsetAndThroughIntegers) {
  const Analysed a(R"(
struct item { int key; int value; int link; }
main: int main(void)
  var struct item a
  var struct item b
  var int *l
  var int *m
  var struct item *p
  var struct item *q
  L0 -> L1  l = &a.link
  L1 -> L2  p = (struct item *)((char *)l + 0xfffffffffffffff8ul)
  L2 -> L3  p->value = 1
  L3 -> L4  m = &b.link
  L4 -> L5  q = (struct item *)((unsigned long)m - 8ul)
  L5 -> L6  q->value = 2
  L6 -> exit  return a.key + a.value + b.value + b.key
)");
  EXPECT_TRUE(a.together("p->value", "a.value"));
  EXPECT_TRUE(a.together("q->value", "b.value"));
  EXPECT_FALSE(a.together("a.key", "a.value"));
  EXPECT_FALSE(a.together("b.key", "b.value"));
  EXPECT_FALSE(a.together("a.value", "b.value"));
}

TEST(Alias, ContainerOfFromTwoRecordsMergesThemAtTheRightOffsets) {
  const Analysed a(R"(
struct link { struct link *next; }
struct item { int key; int value; struct link link; }
struct other { long long stamp; struct link link; int flag; }
main: int main(int c)
  var struct item a
  var struct other o
  var struct link *l
  var struct item *p
  L0 -> L1  l = c ? &a.link : &o.link
  L1 -> L2  p = (struct item *)((char *)l - 8)
  L2 -> L3  p->key = 1
  L3 -> L4  p->value = 1
  L4 -> L5  a.link.next = 0
  L5 -> L6  o.flag = 2
  L6 -> exit  return a.key + (int)o.stamp
)");
  EXPECT_TRUE(a.together("p->key", "a.key"));
  EXPECT_TRUE(a.together("a.key", "o.stamp"));
  EXPECT_TRUE(a.together("a.value", "o.stamp"));
  EXPECT_FALSE(a.together("a.key", "o.flag"));
  EXPECT_FALSE(a.together("a.key", "a.link.next"));
}

TEST(Alias, AnArrayMemberIsLeftOnlyByWhatDoesNotFitIntoIt) {
  const Analysed a(R"(
struct packet { int length; int kind; char data[16]; int check; }
struct header { int word; }
main: int main(int i)
  var struct packet a
  var struct packet b
  var char *p
  var char *q
  var struct header *h
  var struct packet *c
  L0 -> L1  p = &a.data[i]
  L1 -> L2  h = (struct header *)p
  L2 -> L3  h->word = 1
  L3 -> L4  a.length = 1
  L4 -> L5  a.check = 2
  L5 -> L6  q = &b.data[0]
  L6 -> L7  c = (struct packet *)(q - 8)
  L7 -> L8  c->check = 1
  L8 -> L9  b.length = 1
  L9 -> exit  return a.data[i] + b.check
)");
  EXPECT_TRUE(a.together("h->word", "a.data[i]"));
  EXPECT_FALSE(a.together("a.data[i]", "a.length"));
  EXPECT_FALSE(a.together("a.data[i]", "a.check"));
  EXPECT_TRUE(a.together("c->check", "b.check"));
}

TEST(Alias, FlexibleArraysBelongToTheirRecord) {
  const Analysed a(R"(
struct text { int length; int *owner; char data[]; }
void *malloc(unsigned long size)
main: int main(int i)
  var struct text *t
  var void *m
  var int x
  L0 -> La  m = malloc(100)
  La -> L1  t = (struct text *)m
  L1 -> L2  t->length = 5
  L2 -> L3  t->data[i] = 1
  L3 -> L4  t->owner = &x
  L4 -> exit  return t->data[7]
)");
  EXPECT_TRUE(a.together("t->data[i]", "t->data[7]"));
  EXPECT_FALSE(a.together("t->data[i]", "t->length"));
  EXPECT_FALSE(a.together("t->data[i]", "t->owner"));
  const Region& data = *a.region("t->data[i]");
  ASSERT_EQ(data.members.size(), 1u);
  EXPECT_EQ(a.aliases.objects()[data.members[0].object].kind, ObjectKind::Heap);
  EXPECT_EQ(data.members[0].offset, 16);
}

TEST(Alias, AScalarUsedAsAnArrayReachesItsNeighbours) {
  const Analysed a(R"(
struct color { int r; int g; int b; long alpha; }
main: int main(int i)
  var struct color c
  var int *p
  L0 -> L1  p = &c.r
  L1 -> L2  p[i] = 7
  L2 -> exit  return c.g
)");
  EXPECT_TRUE(a.together("p[i]", "c.g"));
}

TEST(Alias, AConstantIndexReachesJustThatNeighbour) {
  const Analysed a(R"(
struct color { int r; int g; int b; }
main: int main(void)
  var struct color c
  var int *p
  L0 -> L1  p = &c.r
  L1 -> L2  p[1] = 7
  L2 -> L3  c.b = 3
  L3 -> exit  return c.g + c.r
)");
  EXPECT_TRUE(a.together("p[1]", "c.g"));
  EXPECT_FALSE(a.together("c.g", "c.r"));
  EXPECT_FALSE(a.together("c.g", "c.b"));
}

} // namespace
} // namespace tandem::pointers

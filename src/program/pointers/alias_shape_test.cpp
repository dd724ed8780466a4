#include "program/pointers/alias_for_test.h"

namespace tandem::pointers {
namespace {

TEST(AliasShape, BitFieldsOfOneUnitAreBytes) {
  const Analysed a(R"(
struct flags { unsigned int a : 3; unsigned int b : 4; unsigned int c : 20; int n; }
main: int main(void)
  var struct flags f
  L0 -> L1  f.a = 1
  L1 -> L2  f.b = 2
  L2 -> L3  f.n = 3
  L3 -> exit  return (int)f.c
)");
  EXPECT_TRUE(a.together("f.a", "f.b"));
  EXPECT_FALSE(a.together("f.a", "f.n"));
  EXPECT_EQ(a.region("f.a")->element, nullptr);
  EXPECT_NE(a.region("f.n")->element, nullptr);
}

TEST(AliasShape, PartsOfARecordBehindAPointer) {
  const Analysed a(R"(
struct s { int a; char b; long c[4]; }
main: int main(int i)
  var struct s s
  var struct s *p
  L0 -> L1  p = &s
  L1 -> L2  p->a = 1
  L2 -> L3  p->c[i] = 2
  L3 -> exit  return s.b
)");
  const auto parts = a.aliases.parts(a.expr("*p"));
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].region, a.region("s.a")->id);
  EXPECT_EQ(parts[1].offset, 4);
  EXPECT_EQ(parts[2].offset, 8);
  EXPECT_EQ(parts[2].repetitions, (std::vector<Repetition>{{8, 4}}));
  EXPECT_EQ(a.aliases.parts_behind(a.expr("p")).size(), 3u);
  EXPECT_EQ(a.aliases.parts(a.expr("s.c[0]").operand(0)).size(), 1u);
}

TEST(AliasShape, RecursiveDataStructuresAreOneBlock) {
  const Analysed a(R"(
struct node { struct node *left; struct node *right; int key; }
void *malloc(unsigned long size)
main: int main(int i)
  var struct node *root
  var struct node *n
  var void *m
  L0 -> L1  m = malloc(24)
  L1 -> L2  n = (struct node *)m
  L2 -> L3  n->left = root
  L3 -> L4  n->right = n
  L4 -> L5  n->key = i
  L5 -> L0  root = n
)");
  EXPECT_TRUE(a.together("n->key", "root->left->right->key"));
  EXPECT_FALSE(a.together("n->left", "n->right"));
  EXPECT_FALSE(a.together("n->left", "n->key"));
}

TEST(AliasShape, AMemberThatIsItsOwnRecordsNeighbourFolds) {
  const Analysed a(R"(
struct in { int a; int b; }
struct out { struct in first; struct in second; int c; }
main: int main(int i)
  var struct out o
  var struct out *p
  var struct in *q
  L0 -> L1  p = &o
  L1 -> L2  q = &p->second
  L2 -> L3  q = (struct in *)p
  L3 -> L4  q->b = 1
  L4 -> L5  o.c = 2
  L5 -> exit  return o.first.b + o.second.b + o.first.a
)");
  EXPECT_TRUE(a.together("q->b", "o.first.b"));
  EXPECT_TRUE(a.together("q->b", "o.second.b"));
}

TEST(AliasShape, ConstantIndicesKeepElementsApart) {
  const Analysed a(R"(
int pair[2]
int many[8]
main: int main(int i)
  L0 -> L1  pair[0] = 1
  L1 -> L2  pair[1] = 2
  L2 -> L3  many[0] = 3
  L3 -> exit  return many[i]
)");
  EXPECT_FALSE(a.together("pair[0]", "pair[1]"));
  EXPECT_TRUE(a.together("many[0]", "many[i]"));
  EXPECT_TRUE(a.together("many[0]", "many[5]"));
}

TEST(AliasShape, AFieldUsedLikeABitmapDoesNotSwallowItsRecord) {
  const Analysed a(R"(
struct device { unsigned long state; int *owner; int count; }
test_bit: int test_bit(int n, unsigned long *words)
  L0 -> exit  return (int)words[n / 64]
main: int main(void)
  var struct device d
  var unsigned long map[4]
  var int r
  L0 -> L1  r = test_bit(3, &d.state)
  L1 -> L2  r = test_bit(100, map)
  L2 -> L3  d.owner = &r
  L3 -> exit  return d.count
)");
  EXPECT_TRUE(a.together("d.state", "map[2]"));
  EXPECT_FALSE(a.together("d.state", "d.owner"));
  EXPECT_FALSE(a.together("d.state", "d.count"));
}

TEST(AliasShape, ABufferSharedWithAMemberKeepsTheRecordDivided) {
  const Analysed a(R"(
struct device { char name[16]; int id; }
fill: void fill(char *to, int n)
  var int i
  L0 -> L1  to[i] = 1
  L1 -> exit  return
main: int main(void)
  var struct device d
  var char large[100]
  L0 -> L1  fill(d.name, 16)
  L1 -> L2  fill(large, 100)
  L2 -> L3  large[50] = 2
  L3 -> exit  return d.id + d.name[3]
)");
  EXPECT_TRUE(a.together("d.name[3]", "large[50]"));
  EXPECT_FALSE(a.together("d.name[3]", "d.id"));
}

} // namespace
} // namespace tandem::pointers

#include "program/pointers/alias_for_test.h"

#include <algorithm>

namespace tandem::pointers {
namespace {

using Names = std::vector<std::string>;

TEST(AliasCalls, ArgumentsAndResultsFlow) {
  const Analysed a(R"(
same: int *same(int *p)
  L0 -> exit  return p
set: void set(int *p)
  L0 -> L1  *p = 1
  L1 -> exit  return
main: int main(void)
  var int x
  var int y
  var int *q
  L0 -> L1  q = same(&x)
  L1 -> L2  set(&y)
  L2 -> exit  return *q
)");
  EXPECT_TRUE(a.together("*q", "x"));
  EXPECT_FALSE(a.together("x", "y"));
  EXPECT_EQ(a.region("y"), a.region("*p", "set"));
}

TEST(AliasCalls, TablesOfFunctionPointers) {
  const Analysed a(R"(
struct ops { int (*open)(int *); void (*close)(int *); }
struct ops table[2]
  table[0].open = &open_a
  table[0].close = &close_a
  table[1].open = &open_b
open_a: int open_a(int *a)
  L0 -> exit  return *a
open_b: int open_b(int *b)
  L0 -> L1  *b = 3
  L1 -> exit  return 1
close_a: void close_a(int *c)
  L0 -> exit  return
unrelated: int unrelated(int *d)
  L0 -> exit  return 1
main: int main(int i)
  var int x
  var int r
  var struct ops *o
  var int (*f)(int *)
  L0 -> L1  o = &table[i]
  L1 -> L2  r = o->open(&x)
  L2 -> L3  f = &unrelated
  L3 -> L4  r = (*f)(&r)
  L4 -> exit  return r
)");
  EXPECT_EQ(a.callees(0), (Names{"open_a", "open_b"}));
  EXPECT_EQ(a.callees(1), Names{"unrelated"});
  EXPECT_EQ(a.region("*b", "open_b"), a.region("x"));
  EXPECT_EQ(a.region("*a", "open_a"), a.region("x"));
  EXPECT_FALSE(a.aliases.may_call_external(a.pointer_call(0)));
}

TEST(AliasCalls, RecordsArePassedAndReturnedByValue) {
  const Analysed a(R"(
struct pair { int *p; int n; }
make: struct pair make(int *q)
  var struct pair r
  L0 -> L1  r.p = q
  L1 -> exit  return r
use: void use(struct pair a)
  L0 -> L1  *a.p = 1
  L1 -> exit  return
main: int main(void)
  var int x
  var int y
  var struct pair s
  L0 -> L1  s = make(&x)
  L1 -> L2  use(s)
  L2 -> exit  return s.n + y
)");
  EXPECT_EQ(a.region("*a.p", "use"), a.region("x"));
  EXPECT_NE(a.region("a.p", "use"), a.region("s.p")) << "copies are other memory";
}

TEST(AliasCalls, VariableArguments) {
  const Analysed a(R"(
void __builtin_va_start(__builtin_va_list list)
void __builtin_va_arg(__builtin_va_list list)
log: void log(char *format, ...)
  var __builtin_va_list list
  var int *p
  L0 -> La  __builtin_va_start(list)
  La -> L1  p = __builtin_va_arg(list)
  L1 -> L2  *p = 1
  L2 -> exit  return
main: int main(void)
  var int x
  var int y
  var char f[4]
  L0 -> L1  log(&f[0], 1, &x)
  L1 -> exit  return x + y
)");
  EXPECT_EQ(a.region("*p", "log"), a.region("x"));
  EXPECT_NE(a.region("x"), a.region("f[0]"));
}

constexpr std::string_view gives_away = R"(
struct s { int a; int *b; }
void unknown(struct s *s)
int *find(void)
main: int main(void)
  var struct s s
  var int x
  var int y
  var int *q
  L0 -> L1  s.b = &x
  L1 -> L2  unknown(&s)
  L2 -> L3  q = find()
  L3 -> L4  *q = 1
  L4 -> exit  return x + y + s.a
)";

TEST(AliasCalls, UnknownFunctionsKeepWhatTheyAreGiven) {
  const Analysed a(gives_away);
  EXPECT_TRUE(a.together("*q", "x")) << "reached through s.b and returned later";
  EXPECT_TRUE(a.together("*q", "s.a"));
  EXPECT_TRUE(a.region("x")->is_external);
  EXPECT_FALSE(a.together("*q", "y"));
  EXPECT_FALSE(a.region("y")->is_external);
}

TEST(AliasCalls, InTheCompetitionUnknownFunctionsTouchNothing) {
  const Analysed a(gives_away, UndefinedFunctions::HaveNoEffect);
  EXPECT_FALSE(a.together("*q", "x"));
  EXPECT_FALSE(a.together("s.a", "x"));
  EXPECT_FALSE(a.region("x")->is_external);
  EXPECT_TRUE(a.region("*q")->is_external);
}

TEST(AliasCalls, PointersInEnvironmentMemoryMayBeExternal) {
  for (const auto undefined : {UndefinedFunctions::HaveNoEffect, UndefinedFunctions::ChangeWhatTheyReach}) {
    const Analysed a(R"(
struct ops { int (*open)(int); int (*close)(int); }
struct ops *get(void)
struct ops table
own: int own(int a)
  L0 -> exit  return a
private: int private(int a)
  L0 -> exit  return a
main: int main(void)
  var struct ops *o
  var struct ops *t
  var int r
  L0 -> L1  o = get()
  L1 -> L2  o->close = &own
  L2 -> L3  r = o->open(1)
  L3 -> L4  r = o->close(1)
  L4 -> L5  t = &table
  L5 -> L6  t->open = &private
  L6 -> L7  r = t->open(1)
  L7 -> exit  return r
)",
                     undefined);
    EXPECT_EQ(a.callees(1), Names{"own"});
    EXPECT_EQ(a.callees(2), Names{"private"});
    EXPECT_TRUE(a.aliases.may_call_external(a.pointer_call(0)));
    EXPECT_TRUE(a.aliases.may_call_external(a.pointer_call(1)));
    if (undefined == UndefinedFunctions::HaveNoEffect) {
      EXPECT_EQ(a.callees(0), Names{});
      EXPECT_FALSE(a.aliases.may_call_external(a.pointer_call(2)));
    }
  }
}

TEST(AliasCalls, UnknownFunctionsCallBack) {
  const Analysed a(R"(
void register_handler(void (*f)(int *), int *data)
handler: void handler(int *p)
  L0 -> L1  *p = 1
  L1 -> exit  return
main: int main(void)
  var int x
  var int y
  L0 -> L1  register_handler(&handler, &x)
  L1 -> exit  return x + y
)");
  EXPECT_EQ(a.region("*p", "handler"), a.region("x"));
  EXPECT_NE(a.region("*p", "handler"), a.region("y"));
  EXPECT_TRUE(a.aliases.externally_callable()[a.program.find_function("handler")->id()]);
  ASSERT_EQ(a.aliases.callbacks().size(), 1u);
  EXPECT_EQ(a.aliases.callbacks()[0].caller->name(), "register_handler");
}

TEST(AliasCalls, LibraryFunctionsDoWhatTheyAreKnownToDo) {
  const Analysed a(R"(
int printf(char *format, ...)
char *strchr(char *s, int c)
void qsort(void *base, unsigned long count, unsigned long size, int (*compare)(void *, void *))
void *malloc(unsigned long size)
void *realloc(void *old, unsigned long size)
struct s { int key; int value; }
struct s table[5]
compare: int compare(void *a, void *b)
  L0 -> exit  return ((struct s *)a)->key - ((struct s *)b)->key
main: int main(void)
  var char text[10]
  var char *found
  var int x
  var void *m
  var void *r
  L0 -> L1  found = strchr(&text[0], 5)
  L1 -> L2  *found = 1
  L2 -> L3  printf(&text[0], &x)
  L3 -> L4  qsort(&table[0], 5, 8, &compare)
  L4 -> L5  m = malloc(8)
  L5 -> L6  r = realloc(m, 16)
  L6 -> L7  *(int *)r = 5
  L7 -> L8  *(int *)m = 5
  L8 -> L9  table[1].value = 3
  L9 -> exit  return x + text[1] + table[1].key
)");
  EXPECT_TRUE(a.together("*found", "text[1]"));
  EXPECT_FALSE(a.region("x")->is_external);
  EXPECT_EQ(a.region("((struct s *)a)->key", "compare"), a.region("table[1].key"));
  EXPECT_FALSE(a.together("table[1].key", "table[1].value"));
  EXPECT_TRUE(a.together("*(int *)r", "*(int *)m"));
  EXPECT_EQ(a.region("*(int *)r")->members.size(), 2u);
}

TEST(AliasCalls, PointersToLibraryFunctions) {
  const Analysed a(R"(
void *malloc(unsigned long size)
void outside(int *p)
main: int main(void)
  var void *(*allocate)(unsigned long)
  var void (*f)(int *)
  var void *m
  var int x
  L0 -> L1  allocate = &malloc
  L1 -> L2  m = allocate(4)
  L2 -> L3  *(int *)m = 1
  L3 -> L4  f = &outside
  L4 -> L5  f(&x)
  L5 -> exit  return x
)");
  ASSERT_EQ(a.region("*(int *)m")->members.size(), 1u);
  const MemoryObject& heap = a.aliases.objects()[a.region("*(int *)m")->members[0].object];
  EXPECT_EQ(heap.kind, ObjectKind::Heap);
  EXPECT_EQ(heap.allocator->name(), "malloc");
  EXPECT_TRUE(a.region("x")->is_external);
  EXPECT_EQ(a.callees(1), Names{"outside"});
}

TEST(AliasCalls, EachCallOfAnAllocationWrapperIsAnAllocation) {
  const Analysed a(R"(
void *malloc(unsigned long size)
void abort(void)
check: void check(void *p)
  L0 -> L1  [p == 0]
  L0 -> exit  [!(p == 0)]
  L1 -> L2  abort()
xmalloc: void *xmalloc(unsigned long size)
  var void *p
  L0 -> L1  p = malloc(size)
  L1 -> L2  check(p)
  L2 -> exit  return p
make: int *make(void)
  var void *m
  L0 -> L1  m = xmalloc(4)
  L1 -> exit  return (int *)m
leaky: int *leaky(void)
  var void *m
  L0 -> L1  m = malloc(4)
  L1 -> L2  *(int *)m = 1
  L2 -> exit  return (int *)m
main: int main(void)
  var int *p
  var int *q
  var int *r
  var int *s
  L0 -> L1  p = make()
  L1 -> L2  q = make()
  L2 -> L3  *p = 1
  L3 -> L4  *q = 2
  L4 -> L5  r = leaky()
  L5 -> L6  s = leaky()
  L6 -> exit  return *r + *s
)");
  EXPECT_FALSE(a.together("*p", "*q"));
  EXPECT_TRUE(a.together("*r", "*s")) << "leaky touches the memory";
  ASSERT_EQ(a.region("*p")->members.size(), 1u);
  const MemoryObject& heap = a.aliases.objects()[a.region("*p")->members[0].object];
  EXPECT_EQ(heap.kind, ObjectKind::Heap);
  EXPECT_EQ(heap.allocation->op.callee->name(), "make");
  const Edge* inner = a.program.find_function("xmalloc")->entry().out[0];
  const auto possible = a.aliases.allocated_by(*inner);
  EXPECT_NE(std::find(possible.begin(), possible.end(), heap.id), possible.end());
}

TEST(AliasCalls, ParametersThatAreOnlyComparedUniteNothing) {
  const Analysed a(R"(
void free(void *p)
release: void release(void *p)
  L0 -> L1  free(p)
  L1 -> exit  return
quiet: void quiet(char *format, ...)
  L0 -> exit  return
keep: void keep(void *p)
  L0 -> L1  kept = p
  L1 -> exit  return
void *kept
main: int main(void)
  var int x
  var int y
  var int z
  var char c
  L0 -> L1  release(&x)
  L1 -> L2  release(&y)
  L2 -> L3  quiet(&c, &x, &y)
  L3 -> L4  keep(&z)
  L4 -> exit  return x + y + z + *(int *)kept
)");
  EXPECT_FALSE(a.together("x", "y"));
  EXPECT_TRUE(a.together("z", "*(int *)kept"));
}

} // namespace
} // namespace tandem::pointers

// Property-based test of the alias partition: whatever a program does, an access touches only bytes that are members
// of its region. Checked on random programs full of casts, unions, container_of, byte copies and integers that are
// pointers.

#include "program/cexpr/c_expr.h"
#include "program/pointers/alias_for_test.h"
#include "program/text/alias_text.h"
#include "program/text/tiny_machine_for_test.h"

#include <algorithm>
#include <random>
#include <span>

namespace tandem::pointers {
namespace {

constexpr std::string_view declarations = R"(
struct halves { short low; short high; }
union mixed { int i; struct halves h; int *p; long n; char bytes[8]; }
struct link { struct link *next; }
struct node
struct inner { long l; short s[4]; char *c; struct node *up; }
struct node { int x; int y; int *p; struct node *next; int arr[3]; struct inner in; struct link link; union mixed u; }
struct shape { int a; int b; char *name; void *data; }
void *malloc(unsigned long size)
void *memcpy(void *to, void *from, unsigned long size)
int __VERIFIER_nondet_int(void)
struct node table[3]
struct node first
struct inner lonely
union mixed mix
char buffer[160]
int numbers[4]
int *global = &numbers[1]
)";

constexpr std::string_view locals = R"(
  var int i
  var int k
  var int *p
  var int *q
  var int *r
  var int **pp
  var char *c
  var char *d
  var void *v
  var long n
  var long m
  var struct node *a
  var struct node *b
  var struct node node
  var struct inner *in
  var struct link *l
  var struct shape *s
  var union mixed *u
  var short *h
)";

// Operations that respect the assumptions of the partition: an array member is left only by what does not fit.
constexpr std::string_view operations[] = {
    "i = __VERIFIER_nondet_int()",
    "k = __VERIFIER_nondet_int()",
    "p = &first.x",
    "p = &table[i].y",
    "p = &a->x",
    "p = &numbers[i]",
    "r = &a->arr[k]",
    "*r = 6",
    "k = *r & 1",
    "r = &numbers[k]",
    "memcpy(r, &a->arr[i], 4)",
    "p = a->p",
    "p = *pp",
    "p = global",
    "p = mix.p",
    "p = (int *)c",
    "p = (int *)n",
    "q = p",
    "q = &b->y",
    "q = &node.x",
    "q = (int *)v",
    "q = (int *)(m - 4)",
    "pp = &p",
    "pp = &a->p",
    "pp = &global",
    "pp = &u->p",
    "*pp = q",
    "*p = i",
    "*q = k",
    "i = *p & 1",

    "c = (char *)a",
    "c = (char *)a + 4",
    "c = (char *)a + 8",
    "c = (char *)p",
    "c = (char *)p - 4",
    "c = (char *)l - 80",
    "c = (char *)in - 40",
    "c = in->c",
    "c = &buffer[i]",
    "c = buffer",
    "d = c",
    "*c = (char)i",
    "i = *d & 1",
    "in->c = d",
    "v = a",
    "v = p",
    "v = in",
    "v = s->data",
    "s->data = v",
    "s->a = 3",
    "s->b = i",
    "s->name = c",
    "c = s->name",
    "n = (long)p",
    "n = (long)a",
    "n = mix.n",
    "n = n + 4",
    "m = n",
    "m = m ^ 0",
    "mix.n = n",
    "mix.p = q",
    "mix.i = 7",
    "mix.h.high = 5",
    "mix.bytes[i] = 1",
    "a = &first",
    "a = &table[k]",
    "a = &node",
    "a = b",
    "a = a->next",
    "a = in->up",
    "a = (struct node *)v",
    "a = (struct node *)c",
    "a = (struct node *)n",
    "a = (struct node *)((char *)l - 80)",
    "a = (struct node *)((char *)p - 4)",
    "b = a",
    "b->next = a",
    "b = &table[1]",
    "a->p = p",
    "a->y = 2",
    "a->arr[i] = 4",
    "a->arr[2] = 5",
    "a->in.l = n",
    "a->in.s[k] = 3",
    "a->in.up = b",
    "a->link.next = l",
    "a->u.i = 4",
    "a->u.p = q",
    "q = a->u.p",
    "in = &a->in",
    "in = &lonely",
    "in = (struct inner *)v",
    "in->l = 9",
    "in->s[k] = 2",
    "in->up = a",
    "l = &a->link",
    "l = l->next",
    "l->next = &b->link",
    "s = (struct shape *)v",
    "s = (struct shape *)a",
    "s = (struct shape *)buffer",
    "u = &mix",
    "u = &a->u",
    "u->n = m",
    "u->h.low = 1",
    "h = &u->h.high",
    "*h = 4",
    "h = &in->s[k]",
    "h = (short *)p",
    "h[1] = 2",
    "node = *a",
    "first = node",
    "table[i] = first",
    "*b = node",
    "lonely = *in",
    "a->in = lonely",
    "mix = *u",
    "memcpy(buffer, a, 120)",
    "memcpy(a, buffer, 120)",
    "memcpy(&p, &q, 8)",
    "memcpy(buffer, &mix, 8)",
    "memcpy(v, buffer, 16)",
    "memcpy(in, &a->in, 32)",
    "memcpy(&n, &a, 8)",
    "v = malloc(120)",
    "v = malloc(40)",
    "p = pick(p, q)",
    "a = step(a)",
    "set(a, in)",
    "f = &set",
    "f = &other",
    "f(b, in)",
    "b = i ? a : &first",
    "c[i] = d[i]",
    "table[k].u.n = (long)q",
    "n = *(long *)pp",
    "*(long *)pp = m",
};

constexpr std::string_view functions = R"(
pick: int *pick(int *x, int *y)
  var int j
  L0 -> L1  j = __VERIFIER_nondet_int()
  L1 -> exit  return j ? x : y
step: struct node *step(struct node *w)
  L0 -> L1  w->y = 1
  L1 -> exit  return w->next
set: void set(struct node *w, struct inner *z)
  L0 -> L1  w->in.up = w
  L1 -> L2  z->l = 3
  L2 -> exit  return
other: void other(struct node *w, struct inner *z)
  L0 -> L1  w->in = *z
  L1 -> L2  z->c = (char *)w
  L2 -> exit  return
)";

// A loop over operations that are chosen at random.
std::string random_loop(std::mt19937& random, std::size_t size, std::span<const std::string_view> operations) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t next = i + 1 == size ? 0 : i + 1;
    const std::string_view operation = operations[random() % operations.size()];
    text += "  L" + std::to_string(i) + " -> L" + std::to_string(next) + "  " + std::string(operation) + "\n";
  }
  return text;
}

std::string random_program(std::mt19937& random, std::size_t size) {
  return std::string(declarations) + std::string(functions) + "main: int main(void)\n" + std::string(locals) +
         "  var void (*f)(struct node *, struct inner *)\n" + random_loop(random, size, operations);
}

// Programs in which most addresses are integers, or parts of integers.
constexpr std::string_view carriers = R"(
struct halves { unsigned int low; unsigned int high; }
struct packet { int tag; unsigned long cookie; struct halves parts; unsigned char raw[8]; }
union word { int *p; unsigned long n; struct halves h; unsigned char bytes[8]; }
void *malloc(unsigned long size)
void *memcpy(void *to, void *from, unsigned long size)
int __VERIFIER_nondet_int(void)
int x
int y
int numbers[4]
unsigned long words[3]
unsigned long handle
struct packet sent
union word mix
main: int main(void)
  var int i
  var int k
  var int *p
  var unsigned long n
  var unsigned long m
  var unsigned long link
  var unsigned int low
  var unsigned int high
  var unsigned char byte
  var struct packet got
  var struct packet *packet
  var union word *u
)";

constexpr std::string_view carrying[] = {
    "i = __VERIFIER_nondet_int()",
    "k = __VERIFIER_nondet_int()",
    "p = &x",
    "p = &y",
    "p = &numbers[i]",
    "p = (int *)n",
    "p = mix.p",
    "p = u->p",
    "n = (unsigned long)p",
    "n = (unsigned long)&x",
    "n = (unsigned long)&numbers[1]",
    "m = (unsigned long)&y",
    "m = n",
    "n = m",
    "n = n + 4",
    "n = n | 1",
    "n = n & -4",
    "n = ~n",
    "m = m * 4",
    "m = m / 4",
    "link = n ^ m",
    "n = link ^ m",
    "link = n - m",
    "n = m + link",
    "low = (unsigned int)n",
    "high = (unsigned int)(n >> 32)",
    "n = (unsigned long)high << 32 | (unsigned long)low",
    "words[i] = n",
    "words[2] = m",
    "n = words[k]",
    "handle = n",
    "m = handle",
    "sent.cookie = n",
    "sent.parts.low = low",
    "sent.parts.high = high",
    "got = sent",
    "got = *packet",
    "*packet = got",
    "packet = &sent",
    "packet = &got",
    "n = got.cookie",
    "n = packet->cookie",
    "low = got.parts.low",
    "high = got.parts.high",
    "mix.p = p",
    "mix.n = n",
    "mix.h.low = low",
    "mix.h.high = high",
    "n = mix.n",
    "low = mix.h.low",
    "u = &mix",
    "u->n = m",
    "byte = mix.bytes[i]",
    "sent.raw[i] = byte",
    "sent.raw[i] = mix.bytes[i]",
    "mix.bytes[k] = got.raw[k]",
    "memcpy(&n, &p, 8)",
    "memcpy(&words[i], &n, 8)",
    "memcpy(&got.raw, &m, 8)",
    "memcpy(&p, &got.raw, 8)",
    "memcpy(packet, &sent, 32)",
    "p = malloc(16)",
    "*(int *)n = 3",
    "*(int *)m = i",
    "*(int *)(n & -4) = 5",
    "*(int *)handle = 1",
    "*(int *)words[i] = 2",
    "*(int *)got.cookie = 7",
    "*(int *)packet->cookie = 8",
    "*(int *)mix.n = 9",
    "*(int *)((unsigned long)high << 32 | (unsigned long)low) = 4",
    "*(int *)(link ^ m) = 6",
    "*p = k",
    "i = *(int *)n & 1",
    "k = *p & 1",
};

std::string random_carriers(std::mt19937& random, std::size_t size) {
  return std::string(carriers) + random_loop(random, size, carrying);
}

// Whether the byte is one of the member's, in some element of the arrays around it.
bool contains(const RegionMember& member, std::uint64_t byte) {
  std::int64_t rest = static_cast<std::int64_t>(byte) - member.offset;
  for (const Repetition& repetition : member.repetitions) {
    if (rest < 0) return false;
    const auto stride = static_cast<std::int64_t>(repetition.stride);
    const std::int64_t element = rest / stride;
    rest -= element * stride;
    if (repetition.count != 0 && static_cast<std::uint64_t>(element) >= repetition.count) return false;
  }
  return rest >= 0 && rest < static_cast<std::int64_t>(member.size);
}

class AliasProperty : public testing::Test {
protected:
  void check(const Analysed& analysed, const Expr& lvalue, const text::TinyMachine::Object& object,
             std::uint64_t offset, std::uint64_t size) {
    const Region* region = analysed.aliases.region(lvalue);
    ASSERT_NE(region, nullptr) << cexpr::c_text(lvalue);
    if (region->element != nullptr)
      ASSERT_EQ(region->element->size(), size) << cexpr::c_text(lvalue) << " in a region of another size";
    if (object.variable != nullptr && root_variable(lvalue) == nullptr)
      ASSERT_FALSE(region->is_plain) << cexpr::c_text(lvalue) << " is reached by a pointer";
    for (std::uint64_t byte = offset; byte < offset + size; ++byte) {
      bool found = false;
      for (const RegionMember& member : region->members) {
        const MemoryObject& known = analysed.aliases.objects()[member.object];
        const bool is_object =
            object.variable != nullptr ? known.variable == object.variable : known.allocation == object.allocation;
        found |= is_object && known.kind != ObjectKind::External && contains(member, byte);
      }
      ASSERT_TRUE(found) << text::region_text(analysed.aliases, *region) << cexpr::c_text(lvalue) << " touches byte "
                         << byte << " of "
                         << (object.variable != nullptr ? object.variable->name : object.allocation->name);
    }
    ++accesses;
  }

  // What an integer is used to access lies behind the integer, and behind each integer that it is computed from.
  void check_behind(const Analysed& analysed, const Expr& lvalue) {
    if (lvalue.kind() != ExprKind::Deref || lvalue.operand(0).kind() != ExprKind::Cast) return;
    const Region* region = analysed.aliases.region(lvalue);
    ASSERT_NE(region, nullptr) << cexpr::c_text(lvalue);
    const auto leads_there = [&](const Expr& value) {
      const auto parts = analysed.aliases.parts_behind(value);
      return std::any_of(parts.begin(), parts.end(), [&](const LvaluePart& part) { return part.region == region->id; });
    };
    const Expr& value = lvalue.operand(0).operand(0);
    ASSERT_TRUE(leads_there(value)) << text::region_text(analysed.aliases, *region) << " behind "
                                    << cexpr::c_text(value);
    ++uses_of_integers;
    if (value.is_lvalue()) return;
    for (const Expr* operand : value.operands())
      if (operand->is_lvalue() && operand->type().is_integer())
        ASSERT_TRUE(leads_there(*operand)) << cexpr::c_text(*operand) << " in " << cexpr::c_text(lvalue);
  }

  std::size_t accesses = 0, uses_of_integers = 0;
};

TEST_F(AliasProperty, IntegersLeadToWhatTheyAreUsedToAccess) {
  std::size_t divided = 0;
  constexpr std::uint32_t programs = 800;
  for (std::uint32_t seed = 1; seed <= programs; ++seed) {
    std::mt19937 random(seed);
    const std::string text = random_carriers(random, 4 + random() % 60);
    const Analysed analysed(text);
    for (int run = 0; run < 3; ++run) {
      text::TinyMachine machine(
          analysed.program, seed + 7919u * static_cast<std::uint32_t>(run),
          [&](const Expr& lvalue, const text::TinyMachine::Object& object, std::uint64_t offset, std::uint64_t size) {
            check(analysed, lvalue, object, offset, size);
            check_behind(analysed, lvalue);
          });
      machine.run(400);
      ASSERT_FALSE(HasFatalFailure()) << "seed " << seed << "\n"
                                      << text.substr(text.find("  L0 -> L1", text.find("main:")));
    }
    divided += analysed.region("x") != analysed.region("handle") ? 1 : 0;
  }
  EXPECT_GT(uses_of_integers, 2000u) << "integers should be used as pointers";
  EXPECT_GT(divided, programs / 2) << "one region for everything would obey the law, too";
}

TEST_F(AliasProperty, EveryAccessLiesInItsRegion) {
  std::size_t divided = 0;
  constexpr std::uint32_t programs = 800;
  for (std::uint32_t seed = 1; seed <= programs; ++seed) {
    std::mt19937 random(seed);
    const std::string text = random_program(random, 4 + random() % 60);
    const Analysed analysed(text);
    for (int run = 0; run < 3; ++run) {
      text::TinyMachine machine(analysed.program, seed + 7919u * static_cast<std::uint32_t>(run),
                                [&](const Expr& lvalue, const text::TinyMachine::Object& object, std::uint64_t offset,
                                    std::uint64_t size) { check(analysed, lvalue, object, offset, size); });
      machine.run(400);
      ASSERT_FALSE(HasFatalFailure()) << "seed " << seed << "\n"
                                      << text.substr(text.find("  L0 -> L1", text.find("main:")));
    }
    const auto is_shared = [](const Region& region) { return !region.is_plain && region.members.size() != 0; };
    const auto& regions = analysed.aliases.regions();
    divided += static_cast<std::size_t>(std::count_if(regions.begin(), regions.end(), is_shared));
  }
  EXPECT_GT(accesses, 100000u) << "the programs should do something";
  EXPECT_GT(divided, 3 * programs) << "one region for everything would obey the law, too";
}

} // namespace
} // namespace tandem::pointers

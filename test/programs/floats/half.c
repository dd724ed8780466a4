// what: _Float16 is rounded once where it is stored, passed and returned, from every type, and moves as its 16 bits
// run:
// expect: output "3c01 0 ae66 2e66 12\n42cd 42ab\n3c01 3c00 3c01 7bff\n7c00 6800 c700 0 1\nfc00 0 7c00\n200 -200 200.75 200.75 1\n3c00 4000 c000 4000 b955 c100\n-17 101 2 0\n4200 2\nbc00\n8000 1 0 0 1 0 0 0\n"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct pair {
  char tag;
  _Float16 first;
  unsigned bits : 3;
  _Float16 rest[2];
};

_Float16 zero, tenth = -0.1f16, table[2][2] = {{1}, {[1] = 2.5f16}};
static struct pair global = {.first = 3, .rest = {(_Float16)0.1}};
static int calls;

static unsigned bits(_Float16 number) {
  union {
    _Float16 number;
    unsigned short bits;
  } both = {number};
  return both.bits;
}

static _Float16 next(void) { return ++calls; }

static _Float16 sum(int count, ...) {
  va_list list;
  _Float16 result = 0;
  va_start(list, count);
  while (count--) result += va_arg(list, _Float16);
  va_end(list);
  return result;
}

static _Float16 third(number) _Float16 number;
{ return number / 3; }

static void from_all_types(void) {
  double above_tie = 1.00048828125 + 1e-9; // the nearest float is the tie
  long double just_above_tie = 1.00048828125L + 1e-18L;
  int large = 65519, too_large = 65520;
  unsigned long long tie = 2049;
  signed char small = -7;
  float tiny = 2.9e-8f, tinier = 3.0e-8f;
  printf("%x %x %x %x\n", bits(above_tie), bits((float)above_tie), bits(just_above_tie), bits(large));
  printf("%x %x %x %x %x\n", bits(too_large), bits(tie), bits(small), bits(tiny), bits(tinier));
  printf("%x %x %x\n", bits(-1e9), bits(1e-9), bits(__builtin_inf()));
}

static void to_all_types(_Float16 number) {
  unsigned char byte = number;
  long long wide = -number;
  long double wider = number;
  _Bool truth = number;
  printf("%d %lld %Lg %g %d\n", byte, wide, wider, (double)number, truth);
}

static void compute(void) {
  _Float16 number = 1, old;
  int integer = 7;
  char letter = 100;
  struct pair own = {0}, copy;
  number++;
  old = number--;
  printf("%x %x ", bits(number), bits(old));
  old = ++number;
  number = -number;
  printf("%x %x ", bits(number), bits(old));
  number /= 3;
  printf("%x ", bits(number));
  number -= 1;
  number *= 1.5;
  printf("%x\n", bits(number));
  integer *= number;
  letter += (_Float16)1.5;
  own.rest[1] = 1e-7;
  copy = own;
  printf("%d %d %x %x\n", integer, letter, bits(copy.rest[1]), bits(copy.first));
  number = 0 && next() ? next() : next() + next();
  printf("%x %d\n", bits(number), calls);
  for (number = 0; number < 3; number += 0.5f16)
    if (number == 2) break;
  while (number--) continue;
  printf("%x\n", bits(number));
}

static void conditions(void) {
  _Float16 number = 0.0f16, nan;
  number = -number;
  printf("%x %d %d %d ", bits(number), !number, number ? 1 : 0, number || 0);
  nan = number / number;
  printf("%d %d %d %d\n", nan != nan, nan == nan, nan < 1, global.rest[0] > global.first);
}

int main(void) {
  unsigned short raw = 0x3c01;
  _Float16 copied;
  memcpy(&copied, &raw, sizeof copied);
  printf("%x %x %x %x %d\n", bits(copied), bits(zero), bits(tenth), bits(global.rest[0]), (int)sizeof(struct pair));
  printf("%x %x\n", bits(sum(3, 1.0f16, tenth, table[1][1])), bits(third(10.0f16)));
  from_all_types();
  to_all_types(200.75);
  compute();
  conditions();
  return 0;
}

// what: what users assert about the C library
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int holds) {
  if (!holds) reach_error();
}

static void characters(void) {
  char c = (char)__VERIFIER_nondet_int();
  if (c >= '0' && c <= '9') check(isdigit(c) && c - '0' < 10);
  check(toupper('a') == 'A' && !isdigit('x'));
  int x = __VERIFIER_nondet_int();
  if (x > -1000) check(abs(x) >= 0);
}

static void bits(void) {
  unsigned x = __VERIFIER_nondet_uint();
  check(__builtin_popcount(x) <= 32 && __builtin_popcount(7) == 3);
  if (x != 0) check(__builtin_clz(x) < 32 && __builtin_ctz(x) < 32);
  check(__builtin_clz(1) == 31 && __builtin_ctz(8) == 3 && __builtin_ffs(0) == 0);
  check(__builtin_bswap32(__builtin_bswap32(x)) == x && __builtin_bswap16(0x1234) == 0x3412);
  int sum, y = __VERIFIER_nondet_int();
  if (!__builtin_add_overflow(y, 1, &sum)) check(sum > y);
  check(__builtin_add_overflow(2147483647, 1, &sum) && sum == -2147483647 - 1);
}

static void strings(void) {
  char text[16], first[4];
  strcpy(text, "ab");
  strcat(text, "cd");
  check(strcmp(text, "abcd") == 0 && strchr(text, 'c') == text + 2 && strstr(text, "cd") == text + 2);
  strncpy(first, "xyz", 4);
  check(first[2] == 'z' && first[3] == 0 && memchr(text, 'b', 4) == text + 1);
  char* copy = strdup(text);
  if (copy != 0) check(strlen(copy) == 4 && copy[3] == 'd');
  check(atoi("12") == 12 && strtol("ff", 0, 16) == 255);
}

static void memory(void) {
  int* numbers = malloc(2 * sizeof *numbers);
  if (numbers == 0) return;
  numbers[0] = 3;
  numbers[1] = 4;
  numbers = realloc(numbers, 4 * sizeof *numbers);
  if (numbers == 0) return;
  check(numbers[0] == 3 && numbers[1] == 4);
  free(numbers);
}

static void floats(void) {
  int exponent;
  check(isinf(1.0 / 0.0) && !isinf(1.0) && isnan(0.0 / 0.0));
  check(fmod(5.5, 2.0) == 1.5 && fma(2.0, 3.0, 1.0) == 7.0 && pow(2.0, 3.0) == 8.0);
  check(frexp(8.0, &exponent) == 0.5 && exponent == 4);
}

int main(void) {
  characters();
  bits();
  strings();
  memory();
  floats();
  check(rand() >= 0);
  return 0;
}

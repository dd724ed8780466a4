// What the drivers share (see clib_test.h), and the intrinsics of model.h unless a driver defines them.
#include "clib_test.h"

#include <malloc.h>
#include <math.h>
#include <stdarg.h>

enum { MOST_PRINTED = 20 };

long test_comparisons;
static long failures;
static uint64_t state;

long long next_int;
double next_double;
long double next_ldouble;

void test_failed(const char* file, int line, const char* what, const char* format, ...) {
  if (++failures > MOST_PRINTED) return;
  va_list values;
  va_start(values, format);
  printf("%s:%d: not %s: ", file, line, what);
  vprintf(format, values);
  printf("\n");
  va_end(values);
}

void test_begin(void) {
  const char* chosen = getenv("CLIB_SEED");
  uint64_t seed = chosen ? strtoull(chosen, NULL, 10) : 1;
  state = seed;
  printf("seed %llu\n", (unsigned long long)seed);
}

int test_end(void) {
  printf("%ld comparisons, %ld failed\n", test_comparisons, failures);
  return failures == 0 && test_comparisons > 0 ? 0 : 1;
}

// splitmix64
uint64_t random_bits(void) {
  uint64_t bits = state += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

unsigned random_below(unsigned bound) { return (unsigned)(random_bits() % bound); }

bool random_bool(void) { return random_below(2) == 1; }

long long random_integer(void) {
  switch (random_below(4)) {
  case 0: return (long long)random_below(5) - 2;
  case 1: return (long long)((1ull << random_below(64)) + random_below(3) - 1);
  case 2: return (long long)(0ull - ((1ull << random_below(64)) + random_below(3) - 1));
  default: return (long long)(random_bits() >> random_below(64));
  }
}

double random_double(void) {
  static const double corners[] = {
      0.0,       -0.0,    1.0,       -1.0,       0.5,       -0.5,      1.5,    2.5,     INFINITY,
      -INFINITY, NAN,     0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1p-1023, 0x1p52, 0x1p53,  0x1p31,
      0x1p63,    -0x1p63, 0x1p64,    1e308,      -1e308,    1e-308,    0.1,    3.14159, 0x1.fffffffffffffp1023};
  uint64_t bits = random_bits();
  double value;
  switch (random_below(4)) {
  case 0: return corners[random_below(sizeof corners / sizeof *corners)];
  case 1: return (double)((int)random_below(2001) - 1000) / (double)(1 << random_below(4));
  case 2: return ((double)(bits >> 11) * 0x1p-53 - 0.5) * ldexp(1, (int)random_below(80) - 10);
  default: memcpy(&value, &bits, sizeof value); return value;
  }
}

float random_float(void) {
  uint32_t bits = (uint32_t)random_bits();
  float value;
  if (random_bool()) return (float)random_double();
  memcpy(&value, &bits, sizeof value);
  return value;
}

void random_bytes(void* to, size_t size) {
  for (size_t i = 0; i < size; i++) ((unsigned char*)to)[i] = (unsigned char)random_bits();
}

void random_string(char* to, size_t size, const char* letters) {
  size_t length = size == 0 ? 0 : random_below((unsigned)size);
  for (size_t i = 0; i < length; i++)
    to[i] = letters && *letters ? letters[random_below((unsigned)strlen(letters))] : (char)(1 + random_below(255));
  if (size > 0) to[length] = 0;
}

void* copy_of(const void* from, size_t size) {
  void* copy = malloc(size);
  if (size > 0) memcpy(copy, from, size);
  return copy;
}

void twins_fill(struct twins* twins) {
  random_bytes(twins->real, sizeof twins->real);
  memcpy(twins->model, twins->real, sizeof twins->real);
}

bool twins_equal(const struct twins* twins) { return memcmp(twins->real, twins->model, sizeof twins->real) == 0; }

int sign_of(long long value) { return (value > 0) - (value < 0); }

bool same_double(double left, double right) {
  if (isnan(left) || isnan(right)) return isnan(left) && isnan(right);
  return left == right && signbit(left) == signbit(right);
}

#define WEAK __attribute__((weak))
int tandem_unspecified_int(void);
long tandem_unspecified_long(void);
long long tandem_unspecified_llong(void);
float tandem_unspecified_float(void);
double tandem_unspecified_double(void);
long double tandem_unspecified_ldouble(void);
int tandem_environment_int(void);
unsigned char tandem_environment_byte(void);
long tandem_environment_long(void);
long long tandem_environment_llong(void);
size_t tandem_environment_size(void);
void tandem_assume(int condition);
size_t tandem_object_size(const void* object);

WEAK int tandem_unspecified_int(void) { return (int)next_int; }
WEAK long tandem_unspecified_long(void) { return (long)next_int; }
WEAK long long tandem_unspecified_llong(void) { return next_int; }
WEAK float tandem_unspecified_float(void) { return (float)next_double; }
WEAK double tandem_unspecified_double(void) { return next_double; }
WEAK long double tandem_unspecified_ldouble(void) { return next_ldouble; }
WEAK int tandem_environment_int(void) { return (int)next_int; }
WEAK unsigned char tandem_environment_byte(void) { return (unsigned char)next_int; }
WEAK long tandem_environment_long(void) { return (long)next_int; }
WEAK long long tandem_environment_llong(void) { return next_int; }
WEAK size_t tandem_environment_size(void) { return (size_t)next_int; }
WEAK void tandem_assume(int condition) { check(condition, "a model's assumption excludes what the library does"); }
WEAK size_t tandem_object_size(const void* object) { return malloc_usable_size((void*)object); }

// A model that asks what the library of the machine computes is given what the driver feeds.
#define HOST(name, parameters)                                                                                         \
  float tandem_host_##name##f parameters(float);                                                                       \
  double tandem_host_##name parameters(double);                                                                        \
  long double tandem_host_##name##l parameters(long double);                                                           \
  WEAK float tandem_host_##name##f parameters(float) { return tandem_unspecified_float(); }                            \
  WEAK double tandem_host_##name parameters(double) { return tandem_unspecified_double(); }                            \
  WEAK long double tandem_host_##name##l parameters(long double) { return tandem_unspecified_ldouble(); }
#define ONE(type) (type x __attribute__((unused)))
#define TWO(type) (type x __attribute__((unused)), type y __attribute__((unused)))
#define THREE(type) (type x __attribute__((unused)), type y __attribute__((unused)), type z __attribute__((unused)))
HOST(acos, ONE)
HOST(acosh, ONE)
HOST(asin, ONE)
HOST(asinh, ONE)
HOST(atan, ONE)
HOST(atanh, ONE)
HOST(cbrt, ONE)
HOST(cos, ONE)
HOST(cosh, ONE)
HOST(erf, ONE)
HOST(erfc, ONE)
HOST(exp, ONE)
HOST(exp10, ONE)
HOST(exp2, ONE)
HOST(expm1, ONE)
HOST(log, ONE)
HOST(log10, ONE)
HOST(log1p, ONE)
HOST(log2, ONE)
HOST(sin, ONE)
HOST(sinh, ONE)
HOST(tan, ONE)
HOST(tanh, ONE)
HOST(tgamma, ONE)
HOST(atan2, TWO)
HOST(fmod, TWO)
HOST(hypot, TWO)
HOST(pow, TWO)
HOST(remainder, TWO)
HOST(fma, THREE)

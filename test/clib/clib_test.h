// What the drivers share: models under the name model_<name>, random arguments, guarded memory, comparisons.
#ifndef TANDEM_CLIB_TEST_H
#define TANDEM_CLIB_TEST_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Declares model_<name> with the prototype that the system's header gives <name>.
#define MODEL(name) extern __typeof__(name) model_##name

// How often each function is called with random arguments.
enum { CALLS = 2000 };

// Counts a comparison; a failed one is printed with the format and its arguments. Use: check(a == b, "strlen(%s)", s).
#define check(good, ...)                                                                                               \
  do {                                                                                                                 \
    test_comparisons++;                                                                                                \
    if (!(good)) test_failed(__FILE__, __LINE__, #good, __VA_ARGS__);                                                  \
  } while (0)

extern long test_comparisons;
void test_failed(const char* file, int line, const char* what, const char* format, ...)
    __attribute__((format(printf, 4, 5)));

// Call first and last in main; the latter's result is the program's.
void test_begin(void);
int test_end(void);

uint64_t random_bits(void);
// 0 ... bound - 1
unsigned random_below(unsigned bound);
bool random_bool(void);
// Often a corner case: 0, 1, -1, powers of two and their neighbours, smallest and largest values; else few or many
// bits.
long long random_integer(void);
// The same for floating point: zeros, infinities, NaN, subnormals, halves, integers, any bits.
double random_double(void);
float random_float(void);
// Writes a string of fewer than size characters, each taken from letters ("" and NULL: any character but 0).
void random_string(char* to, size_t size, const char* letters);
void random_bytes(void* to, size_t size);

// A copy on the heap, so that the address sanitizer sees a read behind its end; to be freed.
void* copy_of(const void* from, size_t size);

// The same memory for the library and for a model: fill it, let both write into it, then compare it as a whole.
struct twins {
  char real[128];
  char model[128];
};
void twins_fill(struct twins* twins);
bool twins_equal(const struct twins* twins);

int sign_of(long long value);
// Equal, or both NaN; zeros by their sign.
bool same_double(double left, double right);

// What the intrinsics give next; the default is 0 (and a failed check by tandem_assume). Drivers may also define the
// intrinsics themselves.
extern long long next_int;
extern double next_double;
extern long double next_ldouble;

#endif

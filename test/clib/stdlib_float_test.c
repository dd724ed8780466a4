#include "clib_test.h"

#include <math.h>

float __strtof_internal(const char* text, char** end, int group);
double __strtod_internal(const char* text, char** end, int group);
long double __strtold_internal(const char* text, char** end, int group);

MODEL(strtof);
MODEL(strtod);
MODEL(strtold);
MODEL(atof);
MODEL(__strtof_internal);
MODEL(__strtod_internal);
MODEL(__strtold_internal);

static int open_results[3];
static int open_errors[3];
static int kind;

int tandem_unspecified_int(void);
float tandem_unspecified_float(void);
double tandem_unspecified_double(void);
long double tandem_unspecified_ldouble(void);

int tandem_unspecified_int(void) { return open_errors[kind]++, (int)next_int; }
float tandem_unspecified_float(void) { return open_results[kind]++, (float)next_ldouble; }
double tandem_unspecified_double(void) { return open_results[kind]++, (double)next_ldouble; }
long double tandem_unspecified_ldouble(void) { return open_results[kind]++, next_ldouble; }

static bool same(long double left, long double right) {
  if (isnan(left) || isnan(right)) return isnan(left) && isnan(right) && signbit(left) == signbit(right);
  return left == right && signbit(left) == signbit(right);
}

#define COMPARE(type, name, which, ...)                                                                                \
  do {                                                                                                                 \
    char *real_end, *end;                                                                                              \
    errno = 0;                                                                                                         \
    type real = name(text, &real_end __VA_ARGS__);                                                                     \
    int real_errno = errno;                                                                                            \
    kind = which;                                                                                                      \
    next_int = real_errno;                                                                                             \
    next_ldouble = fabsl((long double)real);                                                                           \
    errno = 0;                                                                                                         \
    type got = model_##name(text, &end __VA_ARGS__);                                                                   \
    check(same(got, real) && end == real_end && errno == real_errno, #name "(\"%s\"): %La, not %La; errno %d, not %d", \
          text, (long double)got, (long double)real, errno, real_errno);                                               \
  } while (0)

static void compare(const char* text) {
  COMPARE(float, strtof, 0);
  COMPARE(double, strtod, 1);
  COMPARE(long double, strtold, 2);
}

static void compare_names(const char* text) {
  COMPARE(float, __strtof_internal, 0, , 0);
  COMPARE(double, __strtod_internal, 1, , 0);
  COMPARE(long double, __strtold_internal, 2, , 0);
  kind = 1;
  next_ldouble = fabs(atof(text));
  check(same(model_atof(text), atof(text)), "atof(\"%s\")", text);
}

// These must not be left open.
static void exact(void) {
  static const char* const texts[] = {"0",
                                      "-0",
                                      "1",
                                      "0.5",
                                      "3.14159",
                                      "0.1",
                                      "-2.75",
                                      "1e10",
                                      "1e22",
                                      "1e23",
                                      "1e-5",
                                      "1e308",
                                      "1e309",
                                      "1e-400",
                                      "123456789",
                                      "16777217",
                                      "1e-323",
                                      "2.5e-324",
                                      "1e38",
                                      "4e38",
                                      "3.1415926535897931",
                                      "0x1.8p3",
                                      "0x.1p-4",
                                      "0x1p-1074",
                                      "0x1p-1075",
                                      "0x1p-149",
                                      "0x1p128",
                                      "1e-45",
                                      "1e-46",
                                      "0x1p-1076",
                                      "inf",
                                      "nan",
                                      "9007199254740993",
                                      "18446744073709551615",
                                      "0.000001",
                                      "2.2250738585072014e-308",
                                      "1.7976931348623157e308"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    compare(texts[i]);
    check(open_results[0] + open_results[1] + open_errors[0] + open_errors[1] == 0, "\"%s\" is left open", texts[i]);
    check(open_results[2] == 0 || strchr(texts[i], 'e'), "\"%s\" is left open for long double", texts[i]);
    memset(open_results, 0, sizeof open_results);
    memset(open_errors, 0, sizeof open_errors);
  }
}

static void corners(void) {
  static const char* const texts[] = {"",
                                      " ",
                                      "+",
                                      "-",
                                      ".",
                                      "-.",
                                      "+.e1",
                                      "e5",
                                      "1e",
                                      "1e+",
                                      "1e-x",
                                      "1.",
                                      ".5",
                                      "-.5e1",
                                      "0x",
                                      "0x.",
                                      "0xg",
                                      "0x.p1",
                                      "0x1p",
                                      "0x1p+",
                                      "0x1.p-1z",
                                      "0x.8",
                                      "infi",
                                      "-INFINITY",
                                      "inFinit",
                                      "nan(",
                                      "nan()",
                                      "NaN(12a_)",
                                      "nan(1-)",
                                      "-nan",
                                      "nan(0x7f) x",
                                      "n",
                                      "1e99999999999999999999",
                                      "1e-99999999999999999999",
                                      "0e99999999999999999999",
                                      "-0x0p99999999999",
                                      "\t\n\v\f\r 1.5x",
                                      "0x1.fffffep127",
                                      "0x1.ffffffp127",
                                      "0x1.fffffffffffff8p1023",
                                      "0x1.fffffffffffff7p1023",
                                      "3.4028235677973366e38",
                                      "3.4028235677973365e38",
                                      "1.7976931348623159e308",
                                      "0x0.fffffffffffff8p-1022",
                                      "0x0.fffffffffffffcp-1022",
                                      "0x0.fffffffffffffbp-1022",
                                      "0x0.fffffffffffffap-1022",
                                      "0x.ffffffp-126",
                                      "0x.fffffefp-126",
                                      "0x.ffffff8p-126",
                                      "0x1.000000000000000100000p0",
                                      "0x1.00000000000008000000000001p0",
                                      "0x123456789abcdef0123456789p-100",
                                      "0x0000000000000000000000000001.8p1",
                                      "1e4932",
                                      "1.2e4932",
                                      "1e4933",
                                      "1e-4950",
                                      "1e-4951",
                                      "1e-4952",
                                      "0x1p-16445",
                                      "0x1p-16446",
                                      "0x1.8p-16445",
                                      "0x1p-16382",
                                      "0x1p16384",
                                      "100000000000000000000000000000000000000",
                                      "0.00000000000000000000000000000000000000000000001",
                                      "9007199254740993.0000000000000000000000001",
                                      "9007199254740992.9999999999999999999999",
                                      "16777217.0000000000000000001",
                                      "1.00000005960464477539062500000001",
                                      "1.000000059604644775390625"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    compare(texts[i]);
    compare_names(texts[i]);
  }
}

static void number_text(char* to) {
  static const char* const formats[] = {"%.17g", "%.6g", "%f", "%e", "%a", "%.20e", "%.3f", "%.9g", "%.40f"};
  double value = random_double();
  switch (random_below(4)) {
  case 0:
    sprintf(to, "%s%llu.%lluE%d", random_bool() ? " -" : "+", (unsigned long long)random_bits() >> random_below(64),
            (unsigned long long)random_bits() >> random_below(64), (int)random_below(700) - 350);
    break;
  case 1:
    sprintf(to, "0x%llx.%llxp%d", (unsigned long long)random_bits() >> random_below(64),
            (unsigned long long)random_bits() >> random_below(64), (int)random_below(2300) - 1200);
    break;
  case 2: sprintf(to, "%d.%0*d", (int)random_integer(), (int)random_below(6), (int)random_below(1000)); break;
  default: sprintf(to, formats[random_below(9)], random_bool() ? value : (double)(float)value); break;
  }
}

int main(void) {
  char text[800];
  test_begin();
  exact();
  corners();
  for (int call = 0; call < CALLS; call++) {
    number_text(text);
    compare(text);
    random_string(text, 14, "0159..eExXpP-+afinf");
    compare(text);
    sprintf(text, "%.*La", (int)random_below(20),
            (long double)random_double() * powl(2, (int)random_below(30000) - 15000));
    compare(text);
    sprintf(text, "%.*Le", (int)random_below(25),
            (long double)random_double() * powl(2, (int)random_below(30000) - 15000));
    compare(text);
    if (call % 2 == 0) compare_names(text);
  }
  for (kind = 0; kind < 3; kind++) printf("left open: %d results, %d errors\n", open_results[kind], open_errors[kind]);
  check(open_results[0] + open_results[1] < CALLS / 20, "few float and double results are left open");
  return test_end();
}

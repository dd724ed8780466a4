// Locales: C17 7.11. Whether there is another locale than "C" is up to the environment; what it would change the models
// in other files do not know.
#include "model.h"

struct lconv {
  char* decimal_point;
  char* thousands_sep;
  char* grouping;
  char* int_curr_symbol;
  char* currency_symbol;
  char* mon_decimal_point;
  char* mon_thousands_sep;
  char* mon_grouping;
  char* positive_sign;
  char* negative_sign;
  char int_frac_digits;
  char frac_digits;
  char p_cs_precedes;
  char p_sep_by_space;
  char n_cs_precedes;
  char n_sep_by_space;
  char p_sign_posn;
  char n_sign_posn;
  char int_p_cs_precedes;
  char int_p_sep_by_space;
  char int_n_cs_precedes;
  char int_n_sep_by_space;
  char int_p_sign_posn;
  char int_n_sign_posn;
};

enum { TANDEM_ENOENT = 2, TANDEM_EINVAL = 22, TANDEM_COLLATE = 3, TANDEM_ALL = 6, TANDEM_CATEGORIES = 13, TANDEM_NAME_SIZE = 64 };

// Empty: "C".
static char tandem_names[TANDEM_CATEGORIES][TANDEM_NAME_SIZE];
static char tandem_all[TANDEM_NAME_SIZE];

static int tandem_is_name(const char* left, const char* right) {
  for (; *left && *left == *right; left++) right++;
  return *left == *right;
}

// The names of several locales in one string, or the user's choice.
static void tandem_choose_name(char name[TANDEM_NAME_SIZE]) {
  size_t length = tandem_environment_size();
  tandem_assume(length > 0 && length < TANDEM_NAME_SIZE);
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = tandem_environment_byte();
    tandem_assume(byte != 0);
    name[i] = (char)byte;
  }
  name[length] = 0;
}

static char* tandem_current(int category) {
  if (category == TANDEM_ALL)
    for (int i = 1; i < TANDEM_CATEGORIES; i++)
      if (i != TANDEM_ALL && !tandem_is_name(tandem_names[i], tandem_names[0])) {
        tandem_choose_name(tandem_all);
        return tandem_all;
      }
  int known = category == TANDEM_ALL ? 0 : category;
  return tandem_names[known][0] == 0 ? "C" : tandem_names[known];
}

static void tandem_set(int category, const char* name) {
  for (int i = 0; i < TANDEM_CATEGORIES; i++)
    if (category == TANDEM_ALL || i == category) {
      size_t length = 0;
      for (; length + 1 < TANDEM_NAME_SIZE && name[length] != 0; length++) tandem_names[i][length] = name[length];
      tandem_names[i][length] = 0;
    }
}

// "": what the user wants.
char* setlocale(int category, const char* name) {
  char wanted[TANDEM_NAME_SIZE];
  if (category < 0 || category >= TANDEM_CATEGORIES) {
    *__errno_location() = TANDEM_EINVAL;
    return NULL;
  }
  if (!name) return tandem_current(category);
  if (tandem_is_name(name, "C") || tandem_is_name(name, "POSIX")) {
    tandem_set(category, "");
    return tandem_current(category);
  }
  if (tandem_environment_int() == 0) {
    // Not where glibc remembers that there is none.
    if (tandem_unspecified_int() != 0) *__errno_location() = TANDEM_ENOENT;
    return NULL;
  }
  if (name[0] == 0) {
    tandem_choose_name(wanted);
    tandem_set(category, tandem_is_name(wanted, "C") ? "" : wanted);
  } else {
    tandem_set(category, name);
  }
  return tandem_current(category);
}

int strcmp(const char* left, const char* right);
size_t strlen(const char* string);

// What another locale says, a run decides.
int strcoll(const char* left, const char* right) {
  return tandem_names[TANDEM_COLLATE][0] == 0 ? strcmp(left, right) : tandem_unspecified_int();
}

// What is in to is indeterminate if the result is size or more.
size_t strxfrm(char* to, const char* from, size_t size) {
  size_t length = strlen(from);
  if (tandem_names[TANDEM_COLLATE][0] == 0) {
    for (size_t i = 0; i < size && i <= length; i++) to[i] = from[i];
    return length;
  }
  for (size_t i = 0; i < size; i++) to[i] = (char)tandem_unspecified_int();
  long open_length = tandem_unspecified_long();
  tandem_assume(open_length >= 0);
  if ((size_t)open_length < size) to[open_length] = 0;
  return (size_t)open_length;
}

// CHAR_MAX: not available.
struct lconv* localeconv(void) {
  static struct lconv conventions;
  conventions.decimal_point = ".";
  conventions.thousands_sep = conventions.grouping = "";
  conventions.int_curr_symbol = conventions.currency_symbol = "";
  conventions.mon_decimal_point = conventions.mon_thousands_sep = conventions.mon_grouping = "";
  conventions.positive_sign = conventions.negative_sign = "";
  conventions.int_frac_digits = conventions.frac_digits = __SCHAR_MAX__;
  conventions.p_cs_precedes = conventions.p_sep_by_space = __SCHAR_MAX__;
  conventions.n_cs_precedes = conventions.n_sep_by_space = __SCHAR_MAX__;
  conventions.p_sign_posn = conventions.n_sign_posn = __SCHAR_MAX__;
  conventions.int_p_cs_precedes = conventions.int_p_sep_by_space = __SCHAR_MAX__;
  conventions.int_n_cs_precedes = conventions.int_n_sep_by_space = __SCHAR_MAX__;
  conventions.int_p_sign_posn = conventions.int_n_sign_posn = __SCHAR_MAX__;
  return &conventions;
}

// <wctype.h> (C17 7.30) in glibc's "C" locale: ASCII only. True is the bit of the class (see ctype_table.c), except for
// iswdigit and iswctype.
#include "model.h"

typedef __WINT_TYPE__ wint_t;
typedef unsigned long wctype_t;
typedef const int* wctrans_t;

int iswupper(wint_t c) { return c >= L'A' && c <= L'Z' ? 0x100 : 0; }

int iswlower(wint_t c) { return c >= L'a' && c <= L'z' ? 0x200 : 0; }

int iswalpha(wint_t c) { return iswupper(c) || iswlower(c) ? 0x400 : 0; }

int iswdigit(wint_t c) { return c >= L'0' && c <= L'9'; }

int iswxdigit(wint_t c) { return iswdigit(c) || (c >= L'A' && c <= L'F') || (c >= L'a' && c <= L'f') ? 0x1000 : 0; }

int iswspace(wint_t c) { return c == L' ' || (c >= L'\t' && c <= L'\r') ? 0x2000 : 0; }

int iswprint(wint_t c) { return c >= L' ' && c <= L'~' ? 0x4000 : 0; }

int iswgraph(wint_t c) { return c > L' ' && c <= L'~' ? 0x8000 : 0; }

int iswblank(wint_t c) { return c == L' ' || c == L'\t' ? 0x1 : 0; }

int iswcntrl(wint_t c) { return c < L' ' || c == 0x7f ? 0x2 : 0; }

int iswalnum(wint_t c) { return iswalpha(c) || iswdigit(c) ? 0x8 : 0; }

int iswpunct(wint_t c) { return iswgraph(c) && !iswalnum(c) ? 0x4 : 0; }

wint_t towlower(wint_t c) { return c >= L'A' && c <= L'Z' ? c - L'A' + L'a' : c; }

wint_t towupper(wint_t c) { return c >= L'a' && c <= L'z' ? c - L'a' + L'A' : c; }

static int tandem_same(const char* left, const char* right) {
  while (*left != 0 && *left == *right) {
    left++;
    right++;
  }
  return *left == *right;
}

static const char* const tandem_classes[] = {"upper", "lower", "alpha", "digit", "xdigit", "space",
                                             "print", "graph", "blank", "cntrl", "alnum",  "punct"};

// The standard promises only that it is not 0 for a class that exists.
wctype_t wctype(const char* name) {
  for (unsigned i = 0; i < 12; i++)
    if (tandem_same(name, tandem_classes[i])) return i + 1;
  return 0;
}

int iswctype(wint_t c, wctype_t class) {
  switch (class) {
  case 1: return iswupper(c) != 0;
  case 2: return iswlower(c) != 0;
  case 3: return iswalpha(c) != 0;
  case 4: return iswdigit(c) != 0;
  case 5: return iswxdigit(c) != 0;
  case 6: return iswspace(c) != 0;
  case 7: return iswprint(c) != 0;
  case 8: return iswgraph(c) != 0;
  case 9: return iswblank(c) != 0;
  case 10: return iswcntrl(c) != 0;
  case 11: return iswalnum(c) != 0;
  case 12: return iswpunct(c) != 0;
  default: return 0;
  }
}

static const int tandem_mappings[2] = {0, 1};

wctrans_t wctrans(const char* name) {
  if (tandem_same(name, "tolower")) return &tandem_mappings[0];
  return tandem_same(name, "toupper") ? &tandem_mappings[1] : NULL;
}

wint_t towctrans(wint_t c, wctrans_t mapping) {
  if (mapping == NULL) return c;
  return *mapping == 0 ? towlower(c) : towupper(c);
}

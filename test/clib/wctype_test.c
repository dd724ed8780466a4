#define _GNU_SOURCE
#include "clib_test.h"
#include <wchar.h>
#include <wctype.h>

#define EACH_CLASS(of)                                                                                                 \
  of(upper) of(lower) of(alpha) of(digit) of(xdigit) of(space) of(print) of(graph) of(blank) of(cntrl) of(alnum)       \
      of(punct)
#define DECLARE(name) int model_isw##name(wint_t);
#define ENTRY(name) {#name, (isw##name), model_isw##name},
EACH_CLASS(DECLARE)
MODEL(towlower);
MODEL(towupper);
MODEL(wctype);
MODEL(iswctype);
MODEL(wctrans);
MODEL(towctrans);

static const struct {
  const char* name;
  int (*real)(wint_t);
  int (*model)(wint_t);
} classes[] = {EACH_CLASS(ENTRY)};
enum { CLASSES = sizeof classes / sizeof *classes };

static void compare(wint_t c) {
  for (int i = 0; i < CLASSES; i++) {
    check(classes[i].real(c) == classes[i].model(c), "%s %x", classes[i].name, c);
    int real = iswctype(c, wctype(classes[i].name));
    check(real == model_iswctype(c, model_wctype(classes[i].name)), "%s %x", classes[i].name, c);
  }
  check(towlower(c) == model_towlower(c) && towupper(c) == model_towupper(c), "%x", c);
  check(towctrans(c, wctrans("tolower")) == model_towctrans(c, model_wctrans("tolower")), "%x", c);
  check(towctrans(c, wctrans("toupper")) == model_towctrans(c, model_wctrans("toupper")), "%x", c);
}

int main(void) {
  test_begin();
  for (wint_t c = 0; c < 400; c++) compare(c);
  compare(WEOF);
  for (int call = 0; call < CALLS; call++) compare((wint_t)random_integer());
  check(!wctype("alphanum") && !model_wctype("alphanum") && !model_wctype("") && !model_wctype("alp"), "no class");
  check(!wctrans("totitle") && !model_wctrans("totitle") && !model_wctrans(""), "no mapping");
  check(iswctype('a', 0) == model_iswctype('a', 0), "no class");
  return test_end();
}

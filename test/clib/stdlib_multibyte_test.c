#include "clib_test.h"

size_t __mbstowcs_chk(wchar_t* wide, const char* bytes, size_t size, size_t room);
size_t __wcstombs_chk(char* bytes, const wchar_t* wide, size_t size, size_t room);
int __wctomb_chk(char* bytes, wchar_t wide, size_t room);

MODEL(__mbstowcs_chk);
MODEL(__wcstombs_chk);
MODEL(__wctomb_chk);
MODEL(mblen);
MODEL(mbtowc);
MODEL(wctomb);
MODEL(mbstowcs);
MODEL(wcstombs);
MODEL(__ctype_get_mb_cur_max);

static void characters(void) {
  for (int value = -3; value < 300; value++) {
    char byte = (char)value;
    for (size_t size = 0; size < 3; size++) {
      wchar_t wide = 77, real_wide = 77;
      errno = 0;
      int real = mbtowc(&real_wide, &byte, size);
      int real_errno = errno;
      errno = 0;
      next_int = real;
      check(model_mbtowc(&wide, &byte, size) == real && errno == real_errno && wide == real_wide, "mbtowc %d", value);
      check(model_mblen(&byte, size) == mblen(&byte, size), "mblen %d", value);
    }
    char bytes[4] = "abc", real_bytes[4] = "abc";
    errno = 0;
    int real = wctomb(real_bytes, value);
    int real_errno = errno;
    errno = 0;
    check(model_wctomb(bytes, value) == real && errno == real_errno && memcmp(bytes, real_bytes, 4) == 0, "wctomb %d",
          value);
  }
  check(model_mbtowc(NULL, "a", 1) == mbtowc(NULL, "a", 1), "no place");
  check(model_mbtowc(NULL, NULL, 0) == mbtowc(NULL, NULL, 0), "mbtowc of nothing");
  check(model_mblen(NULL, 0) == mblen(NULL, 0), "mblen of nothing");
  check(model_wctomb(NULL, 5) == wctomb(NULL, 5), "wctomb of nothing");
  check(model___ctype_get_mb_cur_max() == MB_CUR_MAX, "MB_CUR_MAX");
}

static void strings(void) {
  char text[16], to[16], real_to[16];
  wchar_t wide[16], real_wide[16], from[16];
  random_string(text, 12, random_bool() ? "ab \x7f" : "abcdefghijklmnop\x80");
  for (int i = 0; i < 16; i++) wide[i] = real_wide[i] = 77;
  size_t size = random_below(14);
  errno = 0;
  size_t real = mbstowcs(real_wide, text, size);
  int real_errno = errno;
  errno = 0;
  check(model_mbstowcs(wide, text, size) == real && errno == real_errno, "mbstowcs \"%s\"", text);
  check(memcmp(wide, real_wide, sizeof wide) == 0, "mbstowcs \"%s\"", text);
  real = __mbstowcs_chk(real_wide, text, size, 16);
  check(model___mbstowcs_chk(wide, text, size, 16) == real, "__mbstowcs_chk \"%s\"", text);
  check(model_mbstowcs(NULL, text, 0) == mbstowcs(NULL, text, 0), "mbstowcs \"%s\"", text);
  for (int i = 0; i < 16; i++) {
    from[i] = (unsigned char)text[i] > 127 && random_bool() ? (wchar_t)random_bits() | 128 : (unsigned char)text[i];
    if (text[i] == 0) break;
  }
  memset(to, 77, sizeof to);
  memset(real_to, 77, sizeof real_to);
  errno = 0;
  real = wcstombs(real_to, from, size);
  real_errno = errno;
  errno = 0;
  check(model_wcstombs(to, from, size) == real && errno == real_errno, "wcstombs \"%s\" %d", text, (int)size);
  // What was converted before a character that is none is not always stored.
  if (real != (size_t)-1) check(memcmp(to, real_to, sizeof to) == 0, "wcstombs \"%s\"", text);
  check(model___wcstombs_chk(to, from, size, 16) == real, "__wcstombs_chk \"%s\"", text);
  check(model___wctomb_chk(to, from[0], 16) == __wctomb_chk(real_to, from[0], 16), "__wctomb_chk");
  check(model_wcstombs(NULL, from, 0) == wcstombs(NULL, from, 0), "wcstombs \"%s\"", text);
}

int main(void) {
  test_begin();
  characters();
  for (int call = 0; call < CALLS; call++) strings();
  return test_end();
}

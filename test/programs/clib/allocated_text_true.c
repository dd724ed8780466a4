// what: what asprintf and vasprintf return is the length of the text, also where a call comes without a declaration
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <stdarg.h>
int vasprintf(char **text, const char *format, va_list list);
unsigned __VERIFIER_nondet_uint(void);

static int print(const char *format, ...) {
  char *text;
  va_list list;
  va_start(list, format);
  int length = vasprintf(&text, format, list);
  va_end(list);
  return length;
}

int main(void) {
  char *text;
  int length = print("number %u", __VERIFIER_nondet_uint());
  assert(length >= 8 && length <= 17);
  assert(asprintf(&text, "%d!", 12) == 3 && text[2] == '!');
  return 0;
}

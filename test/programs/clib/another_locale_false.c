// what: in another locale than "C", strings may be ordered otherwise than their characters
// models: LP64
// truth: unreach-call false
// expect: bmc unknown
// expect: default unknown
#include <assert.h>
#include <locale.h>
#include <string.h>

int main(void) {
  assert(strcoll("chrt", "hrnec") < 0);
  setlocale(LC_COLLATE, "cs_CZ.iso88592");
  char text[8];
  assert(strcoll("chrt", "hrnec") < 0 || strxfrm(text, "a", 8) != 1);
  return 0;
}

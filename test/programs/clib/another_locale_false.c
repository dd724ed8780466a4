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
  assert(strcoll("chrt", "hrnec") < 0);
  return 0;
}

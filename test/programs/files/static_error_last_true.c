// what: as static_error_true.c, with the file of the external reach_error before that of the static one
// also: parts/error_static_true.c
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: value unknown
// expect: value-cegar unknown
// expect: interval true
// expect: predicate true
// expect: gamble true
// expect: random unknown
void reach_error(void) {}

int limited(int x) {
  if (x < 0)
    return 0;
  int y = x > 5 ? 5 : x;
  if (y > 5)
    reach_error();
  return y;
}

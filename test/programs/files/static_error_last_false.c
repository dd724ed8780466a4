// what: as static_error_false.c, with the file of the external reach_error before that of the static one
// also: parts/error_static_false.c
// truth: unreach-call false
// expect: bmc false line 9
// expect: kinduction false line 9
// expect: value false line 9
// expect: value-cegar false line 9
// expect: interval unknown line 9
// expect: predicate false line 9
// expect: gamble false line 9
// expect: random false line 9
void reach_error(void) {}

int limited(int x) {
  if (x < 0)
    return 0;
  int y = x > 5 ? 5 : x;
  if (y > 5)
    reach_error();
  return y;
}

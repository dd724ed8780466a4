// what: _BitInt(N) has N bits: unsigned ones wrap at 2^N, and a conversion keeps the lowest N bits
// truth: unreach-call false
// expect: bmc false line 11
// expect: value false line 11
extern void reach_error(void);
int main(void) {
  unsigned _BitInt(5) small = 31;
  small += 1;
  _BitInt(5) negative = (_BitInt(5))17;
  _BitInt(70) wide = (_BitInt(70))1 << 68;
  if (small == 0 && negative == -15 && wide > 0 && ~(unsigned _BitInt(3))0 == 7) reach_error();
}

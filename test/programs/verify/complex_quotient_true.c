// what: how a quotient of complex numbers is rounded is not known: no verdict rests on it
// truth: unreach-call true
// expect: bmc unknown
// expect: value unknown
extern void reach_error(void);
int main(void) {
  volatile _Complex double z = 4.0 + 2.0i, w = 1.0 + 1.0i;
  _Complex double q = z / w;
  if (__real__ q != 3.0 || __imag__ q != -1.0) reach_error();
}

// what: a function that no file defines returns a struct: the compiled run has to go on behind the call
// truth: unreach-call false
// expect: bmc false line 20
// expect: kinduction false line 20
extern void reach_error(void);

struct Large {
  long parts[5];
};
union Small {
  int whole;
};
struct Large elsewhere(int which);
union Small other(union Small given);

int main(void) {
  union Small number = {2};
  elsewhere(1);
  other(number);
  if (number.whole != 1) reach_error();
  return 0;
}

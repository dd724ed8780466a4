// what: case labels inside a loop inside the switch (Duff's device)
// run: inputs=11
// expect: exit 11
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int count = __VERIFIER_nondet_int(), copied = 0, rounds = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { copied++;
  case 3:      copied++;
  case 2:      copied++;
  case 1:      copied++;
          } while (--rounds > 0);
  }
  return copied;
}

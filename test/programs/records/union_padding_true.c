// what: padding between bit-fields of an initialised union: compilers clear it, C does not say so
// truth: unreach-call true
// expect: bmc unknown
// expect: value unknown
extern void reach_error(void);

int main(void) {
  union {
    struct {
      unsigned a : 5;
      unsigned short b : 7;
      unsigned char : 2;
      unsigned c : 3;
    };
    unsigned all;
  } u = {.c = 5, .a = 17, .b = 65};
  if (u.a != 17 || u.b != 65 || u.c != 5) return 1;
  if (u.all != 84017) reach_error();
  return 0;
}

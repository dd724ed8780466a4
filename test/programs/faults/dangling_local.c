// what: a pointer to a local of a function that has returned must not be used
// run:
// expect: runtime-error line 11
static int* escape(void) {
  int local = 5;
  int* p = &local;
  return p;
}
int main(void) {
  int* p = escape();
  return *p;
}

// what: a pointer to a pointer changes the pointer; writing through an alias is seen by the variable
// run:
// expect: exit 42
static void redirect(int** pp, int* target) { *pp = target; }

int main(void) {
  int a = 1, b = 2;
  int* p = &a;
  int** pp = &p;
  **pp = 10;           // a
  redirect(&p, &b);
  *p += 20;            // b
  int* alias = *pp;
  *alias += 10;        // b
  return a + b;        // 10 + 32
}

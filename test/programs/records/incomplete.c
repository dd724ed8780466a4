// what: a variable of a type that is never completed is refused where it is declared
// refuse: line 5 "incomplete type"
struct never;
void use(struct never*);
extern struct never thing;
int main(void) {
  use(&thing);
  return 0;
}

// what: a pointer in memory from outside may lead back, to a function that was put there under another name
// truth: unreach-call false
// expect: interval unknown
// expect: value unknown
// expect: value-cegar unknown
// expect: kinduction unknown
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct operations {
  void (*start)(void);
};
extern struct operations *find_operations(int number);

static int is_started;

static void start(void) { is_started = 1; }

int main(void) {
  struct operations *one = find_operations(1), *other = find_operations(__VERIFIER_nondet_int());
  if (!one || one != other) return 0;
  one->start = start;
  other->start();
  if (is_started) reach_error();
  return 0;
}

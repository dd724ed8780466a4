// what: memory from outside holds what was stored there last
// truth: unreach-call true
// expect: bmc unknown
// expect: kinduction unknown
extern void reach_error(void);
extern int *find_counter(void);

int main(void) {
  int *counter = find_counter();
  if (!counter) return 0;
  *counter = 5;
  if (*counter != 5) reach_error();
  return 0;
}

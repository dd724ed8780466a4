// what: a pointer from outside may lead into the middle of something, and be freed
// truth: unreach-call false
// expect: bmc false
extern void reach_error(void);
extern void free(void *);
struct link {
  struct link *next;
};
struct item {
  long value;
  struct link link;
};
extern struct link *first_link(void);

int main(void) {
  struct link *link = first_link();
  if (!link) return 0;
  struct item *item = (struct item *)((char *)link - __builtin_offsetof(struct item, link));
  long value = item->value;
  free(item);
  if (value == 77) reach_error();
  return 0;
}

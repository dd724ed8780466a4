// A ring buffer under any sequence of operations: the count must equal the number of elements between the two ends.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { SIZE = 4 };

struct Queue {
  int items[SIZE];
  unsigned first, count;
};

static int push(struct Queue* q, int item) {
  if (q->count == SIZE)
    return 0;
  q->items[(q->first + q->count) % SIZE] = item;
  q->count++;
  return 1;
}

static int pop(struct Queue* q, int* item) {
  if (q->count == 0)
    return 0;
  *item = q->items[q->first];
  q->first = (q->first + 1) % SIZE;
  q->count--;
  return 1;
}

int main(void) {
  struct Queue queue = {{0}, 0, 0};
  int pushed = 0, popped = 0;
  while (__VERIFIER_nondet_int()) {
    int item;
    if (__VERIFIER_nondet_int())
      pushed += push(&queue, pushed);
    else
      popped += pop(&queue, &item);
    if (queue.count > SIZE || queue.first >= SIZE)
      reach_error();
  }
  return 0;
}

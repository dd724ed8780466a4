// Runs a program under test many thousand times a second: in a loop inside one process, with its global variables and
// its heap put back before each run. Should the process die, or should a run take too long, a new one is forked that
// goes on with the next run. What is learnt is in memory that all of them share.
//
// Batches of inputs come from standard input, answers go to standard output, both binary and as in
// src/testing/compiled/fuzzed_program.cpp. Comparisons are reported with their operands: for a branch that was never
// taken, the distance is how far the operands are from taking it.
#include "system.h"

#include <setjmp.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

typedef unsigned long long u64;
typedef unsigned u32;
typedef unsigned char u8;

extern char __data_start[], _end[];

enum { exhausted = 108, out_of_fuel = 200, lack_of_memory = 201, time_over = 202, signalled = 256 };
enum { requests = 201, answers = 200 };
enum { most_inputs = 4096, answer_room = 1 << 25, heap_size = 1 << 26, most_reported = 4096 };
enum { runs_of_a_process = 100000, tick_milliseconds = 20 };
enum { new_edge = 1, new_pair = 2, closer = 4 };
enum { tail_end, tail_zero, tail_small, tail_words, tail_any };

struct setup { u32 edges, words, limit, fuel; };
struct batch { u32 count, watched, bytes, limit; };
struct candidate { u64 seed; u32 count, tail, most, unused; };
struct answer { u64 distance, left, right; u32 end, used, flags, edges, closer, unused; };
struct answers { u64 nanoseconds; u32 bytes, count; };

// Shared by all processes.
static struct shared {
  struct setup setup;
  struct batch batch;
  u32 at, ran;             // the candidate under way, and whether one is
  u8 *request, *next;      // the batch, and the next candidate of it
  u8 *answer;              // what is to be written
  u64 filled, spent;       // bytes of it; nanoseconds of processes that have ended
  struct candidate candidate;
  struct tandem_input *listed;
  struct answer now;
  struct tandem_input given[most_inputs];
  u8 kinds[most_inputs];
  u32 edges[most_reported], closer[most_reported];
  u32 fuel, previous, touched;
  u32 map_mask;
  u8 *covered;             // by edge
  u64 *best;               // by edge: the smallest distance
  u32 *best_run;           // by edge: the run that was closer last
  u8 *hits, *known;        // by pair of edges: how often in this run; ranges of counts that were seen
  u32 *touched_pairs;
  u64 *words;
  u32 run, kind, ticks_run, ticks, batch_ticks;
  jmp_buf back;
} *s;

static u8 *heap, *snapshot; // of the process
static u64 heap_used;

static void end(int code) { longjmp(s->back, code + 1); }

// ---- What the program calls.

static void hit(u32 taken) {
  if (taken >= s->setup.edges) return; // an assumption that does not hold
  u32 pair = (s->previous ^ taken) & s->map_mask;
  s->previous = taken * 0x9e3779b1u >> 7;
  if (s->hits[pair] == 0) s->touched_pairs[s->touched++] = pair;
  if (s->hits[pair] < 255) s->hits[pair]++;
  if (!s->covered[taken]) {
    s->covered[taken] = 1;
    if (s->now.edges < most_reported) s->edges[s->now.edges++] = taken;
  }
  if (taken == s->batch.watched) s->now.distance = 0;
  if (s->fuel-- == 0) end(out_of_fuel);
}

static void miss(u32 other, u64 distance, u64 left, u64 right) {
  if (other == s->batch.watched && distance < s->now.distance)
    s->now.distance = distance, s->now.left = left, s->now.right = right;
  // Steps that are too small to matter would make every run interesting.
  if (s->covered[other] || distance >= s->best[other] || s->best[other] - distance <= s->best[other] >> 4) return;
  s->best[other] = distance;
  if (s->best_run[other] == s->run || s->now.closer >= most_reported) return;
  s->best_run[other] = s->run;
  s->closer[s->now.closer++] = other;
}

void tandem_pass(int edge) { hit((u32)edge); }

int tandem_branch(int condition, int if_true, int if_false) {
  u32 other = (u32)(condition ? if_false : if_true);
  hit((u32)(condition ? if_true : if_false));
  if (other < s->setup.edges && !s->covered[other]) miss(other, 1, 0, 0);
  return condition;
}

// The comparisons are numbered ==, !=, <, <=, >, >=.
#define COMPARE(name, type, bits) \
  int name(type a, type b, int operation, int if_true, int if_false) { \
    int holds = operation == 0 ? a == b : operation == 1 ? a != b : operation == 2 ? a < b \
              : operation == 3 ? a <= b : operation == 4 ? a > b : a >= b; \
    u32 other = (u32)(holds ? if_false : if_true); \
    hit((u32)(holds ? if_true : if_false)); \
    if (other < s->setup.edges && (!s->covered[other] || other == s->batch.watched)) { \
      u64 left = bits(a), right = bits(b), between = a < b ? right - left : left - right; \
      int strict = operation == 2 || operation == 4; /* what is missing is beyond equality */ \
      u64 distance = operation < 2 ? ((operation == 0) == holds ? 1 : between) : between + (u64)(strict != holds); \
      if (distance == 0) distance = 1; \
      miss(other, distance, left, right); \
    } \
    return holds; \
  }
#define SAME(value) ((u64)(value))
// The order of the bit patterns is that of the values.
static u64 ordered(double value) {
  u64 bits;
  memcpy(&bits, &value, sizeof bits);
  return bits >> 63 ? (u64)0 - (bits & ~(u64)0 >> 1) : bits;
}
COMPARE(tandem_compare_signed, long long, SAME)
COMPARE(tandem_compare_unsigned, unsigned long long, SAME)
COMPARE(tandem_compare_float, double, ordered)

void tandem_ended(int code) { end(code); }
void tandem_kind(int kind) { s->kind = (u32)kind; }

static u64 random_number(void) {
  s->candidate.seed ^= s->candidate.seed << 13;
  s->candidate.seed ^= s->candidate.seed >> 7;
  s->candidate.seed ^= s->candidate.seed << 17;
  return s->candidate.seed;
}

static struct tandem_input tail_value(void) {
  struct tandem_input value = {0, 0};
  u64 chance = random_number();
  switch (s->candidate.tail) {
  case tail_small: value.low = chance % 16; break;
  case tail_words:
    if (s->setup.words > 0) value.low = s->words[(chance >> 8) % s->setup.words];
    break;
  case tail_any: value.low = random_number() >> chance % 64, value.high = chance % 4 == 0 ? random_number() : 0; break;
  default: break;
  }
  return value;
}

struct tandem_input tandem_served(void) {
  u32 used = s->now.used;
  if (used >= s->candidate.most || used >= most_inputs) end(exhausted);
  if (used >= s->candidate.count && s->candidate.tail == tail_end) end(exhausted);
  s->given[used] = used < s->candidate.count ? s->listed[used] : tail_value();
  s->kinds[used] = (u8)s->kind;
  s->kind = 0;
  s->now.used = used + 1;
  return s->given[used];
}

// ---- Functions of the C library that would end the loop, or leave something behind.

void __wrap_exit(int code) { end(code & 255); }
void __wrap__exit(int code) { end(code & 255); }
void __wrap__Exit(int code) { end(code & 255); }
void __wrap_quick_exit(int code) { end(code & 255); }
void __wrap_abort(void) { end(signalled + SIGABRT); }
void __wrap___assert_fail(void) { end(signalled + SIGABRT); }
int __wrap_fork(void) { return -1; }
int __wrap_vfork(void) { return -1; }

#ifdef TANDEM_HEAP
typedef __SIZE_TYPE__ size;
extern void *__real_realloc(void *block, size bytes);
static int is_ours(const void *block) { return (u8 *)block >= heap && (u8 *)block < heap + heap_size; }

void *__wrap_malloc(size bytes) {
  if (bytes > heap_size - 64 || heap_used + bytes + 64 > heap_size) end(lack_of_memory);
  u8 *block = heap + heap_used + 16;
  *(size *)(block - 16) = bytes;
  heap_used += (bytes + 31) & ~(u64)15;
  return block;
}
void *__wrap_calloc(size count, size each) {
  size bytes;
  if (__builtin_mul_overflow(count, each, &bytes)) return 0;
  return __wrap_malloc(bytes); // fresh memory is zero
}
void *__wrap_realloc(void *block, size bytes) {
  if (block == 0) return __wrap_malloc(bytes);
  if (!is_ours(block)) return __real_realloc(block, bytes);
  size before = *(size *)((u8 *)block - 16);
  void *moved = __wrap_malloc(bytes);
  memcpy(moved, block, before < bytes ? before : bytes);
  return moved;
}
void __wrap_free(void *block) { (void)block; }
#endif

// ---- The loop.

static void fail(int signal) { end(signalled + signal); }

// Ends the process if one run is under way for long: what it holds, such as locks of the library, cannot be put back.
static void tick(int signal) {
  (void)signal;
  s->batch_ticks++;
  if (!s->ran || s->ticks_run != s->run) {
    s->ticks_run = s->run, s->ticks = 0;
    return;
  }
  if (++s->ticks * tick_milliseconds > s->setup.limit) syscall(SYS_exit_group, time_over);
}

static void read_exactly(void *to, u64 size) {
  for (u8 *at = to; size > 0;) {
    long count = syscall(SYS_read, requests, at, (unsigned long)size);
    if (count == -1 && s->ran == 0) continue; // a tick
    if (count <= 0) syscall(SYS_exit_group, 0);
    at += count, size -= (u64)count;
  }
}

static void write_exactly(const void *from, u64 size) {
  for (const u8 *at = from; size > 0;) {
    long count = syscall(SYS_write, answers, at, (unsigned long)size);
    if (count == -1) continue;
    if (count == 0) syscall(SYS_exit_group, 0);
    at += count, size -= (u64)count;
  }
}

static void append(const void *from, u64 size) {
  memcpy(s->answer + s->filled, from, size);
  s->filled += (size + 7) & ~(u64)7;
}

// Counts as fuzzers see them: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more.
static u8 range_of(u8 count) {
  return count < 4 ? (u8)(1 << (count - 1)) : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

static void finish_run(u32 code) {
  s->ran = 0;
  s->now.end = code;
  if (s->now.edges > 0) s->now.flags |= new_edge;
  if (s->now.closer > 0) s->now.flags |= closer;
  for (u32 i = 0; i < s->touched; i++) {
    u32 pair = s->touched_pairs[i];
    u8 range = range_of(s->hits[pair]);
    if (!(s->known[pair] & range)) s->known[pair] |= range, s->now.flags |= new_pair;
    s->hits[pair] = 0;
  }
  if (s->filled + sizeof s->now + 32 * most_inputs + 8 * most_reported > answer_room) s->now.flags = 0;
  append(&s->now, sizeof s->now);
  if (s->now.flags) {
    append(s->given, s->now.used * sizeof *s->given);
    append(s->kinds, s->now.used);
    append(s->edges, s->now.edges * sizeof *s->edges);
    append(s->closer, s->now.closer * sizeof *s->closer);
  }
  s->at++;
}

static void next_candidate(void) {
  memcpy(&s->candidate, s->next, sizeof s->candidate);
  s->listed = (struct tandem_input *)(s->next + sizeof s->candidate);
  s->next += sizeof s->candidate + s->candidate.count * sizeof *s->listed;
  memset(&s->now, 0, sizeof s->now);
  s->now.distance = ~(u64)0;
  s->fuel = s->setup.fuel, s->previous = 0, s->touched = 0, s->kind = 0, s->run++;
}

static void run_candidate(void) {
  static char *arguments[] = {"program", 0};
  next_candidate();
  memset(heap, 0, heap_used);
  memcpy(__data_start, snapshot, (unsigned long)(_end - __data_start)); // heap_used, too
  int code = setjmp(s->back);
  if (code == 0) {
    s->ran = 1;
    tandem_start(1, arguments);
    code = 1;
  }
  finish_run((u32)code - 1);
}

static u64 nanoseconds(void) {
  struct timespec time;
  syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &time);
  return (u64)time.tv_sec * 1000000000u + (u64)time.tv_nsec;
}

static void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  action.sa_flags = SA_NODEFER | flags;
  __sigaction(signal, &action, 0);
}

static void serve(void) {
  static const int failures[] = {SIGSEGV, SIGFPE, SIGABRT, SIGBUS, SIGILL};
  stack_t stack = {.ss_sp = pages(1 << 16, MAP_PRIVATE), .ss_size = 1 << 16};
  struct itimerval timer = {{0, tick_milliseconds * 1000}, {0, tick_milliseconds * 1000}};
  leave_streams();
  syscall(SYS_sigaltstack, &stack, 0);
  for (u32 i = 0; i < sizeof failures / sizeof *failures; i++) handle(failures[i], fail, SA_ONSTACK);
  handle(SIGALRM, tick, SA_ONSTACK | SA_RESTART);
  syscall(SYS_setitimer, ITIMER_REAL, &timer, 0);
  heap = pages(heap_size, MAP_PRIVATE);
  snapshot = pages((unsigned long)(_end - __data_start), MAP_PRIVATE);
  memcpy(snapshot, __data_start, (unsigned long)(_end - __data_start));
  for (u32 runs = 0;;) {
    if (s->request == 0) {
      if (runs > runs_of_a_process) syscall(SYS_exit_group, 1);
      read_exactly(&s->batch, sizeof s->batch);
      s->request = pages(s->batch.bytes, MAP_SHARED);
      read_exactly(s->request, s->batch.bytes);
      s->next = s->request, s->at = 0, s->batch_ticks = 0, s->filled = sizeof(struct answers);
    }
    for (; s->at < s->batch.count && s->batch_ticks * tick_milliseconds < s->batch.limit; runs++) run_candidate();
    struct answers head = {s->spent + nanoseconds(), (u32)s->filled, s->at};
    memcpy(s->answer, &head, sizeof head);
    write_exactly(s->answer, s->filled);
    syscall(SYS_munmap, s->request, s->batch.bytes + 4096);
    s->request = 0;
  }
}

int __wrap_main(void) {
  syscall(SYS_dup2, 0, requests);
  syscall(SYS_dup2, 1, answers);
  s = pages(sizeof *s, MAP_SHARED);
  read_exactly(&s->setup, sizeof s->setup);
  u32 edges = s->setup.edges;
  s->words = pages(s->setup.words * sizeof *s->words, MAP_SHARED);
  read_exactly(s->words, s->setup.words * sizeof *s->words);
  for (s->map_mask = 4095; s->map_mask < edges && s->map_mask < 65535;) s->map_mask = 2 * s->map_mask + 1;
  s->covered = pages(edges, MAP_SHARED);
  s->best = pages(edges * sizeof *s->best, MAP_SHARED);
  s->best_run = pages(edges * sizeof *s->best_run, MAP_SHARED);
  for (u32 i = 0; i < edges; i++) s->best[i] = ~(u64)0;
  s->hits = pages(s->map_mask, MAP_SHARED);
  s->known = pages(s->map_mask, MAP_SHARED);
  s->touched_pairs = pages((s->map_mask + 1ul) * sizeof *s->touched_pairs, MAP_SHARED);
  s->answer = pages(answer_room, MAP_SHARED);
  for (;;) {
    int status = 0;
    struct rusage used;
    long child = fork_soon();
    if (child == 0) serve();
    if (child < 0) syscall(SYS_exit_group, 2);
    while (syscall(SYS_wait4, child, &status, 0, 0) < 0) {}
    syscall(SYS_getrusage, RUSAGE_CHILDREN, &used);
    s->spent = 1000 * (1000000 * ((u64)used.ru_utime.tv_sec + (u64)used.ru_stime.tv_sec) + (u64)used.ru_utime.tv_usec +
                       (u64)used.ru_stime.tv_usec);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) syscall(SYS_exit_group, 0);
    if (s->ran) finish_run(WIFSIGNALED(status) ? signalled + (u32)WTERMSIG(status) : (u32)WEXITSTATUS(status));
  }
}

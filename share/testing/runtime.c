// Serves inputs to a program under test: each test is a process of its own, forked before the program has started, so
// that no test sees what another one left behind. Reads the tests from standard input, reports on standard output:
//
//   limit MILLISECONDS edges COUNT counters COUNT    what follows
//   t N LOW:HIGH LOW:HIGH ...                         a test with N values, in hexadecimal
//
//   T KIND CODE EDGE EDGE ...                         how it ended (x: exit, s: signal), edges that no test before took
//   G NUMBER HEXADECIMAL                              at the end: the file of counters that gcov wants
#include "system.h"

extern void exit(int code);
extern int setenv(const char *name, const char *value, int overwrite);
extern void __gcov_dump(void) __attribute__((weak));

enum { exhausted = 108, report = 200 };

static unsigned char *passed, *seen; // by edge
static unsigned long edges, counters, limit;
static struct tandem_input *values;
static unsigned long value_count, used;

// Called by the program under test.
void tandem_pass(int edge) { passed[edge] = 1; }
int tandem_branch(int condition, int if_true, int if_false) {
  passed[condition ? if_true : if_false] = 1;
  return condition;
}
void tandem_ended(int code) {
  if (__gcov_dump) __gcov_dump();
  syscall(SYS_exit_group, code);
}
void tandem_kind(int kind) { (void)kind; }
struct tandem_input tandem_served(void) {
  if (used == value_count) tandem_ended(exhausted);
  return values[used++];
}

// Output.
static char buffer[1 << 16];
static unsigned long filled;
static void flush(void) {
  unsigned long done = 0;
  while (done < filled) {
    long count = syscall(SYS_write, report, buffer + done, filled - done);
    if (count <= 0) syscall(SYS_exit_group, 1);
    done += (unsigned long)count;
  }
  filled = 0;
}
static void put(char c) {
  if (filled == sizeof buffer) flush();
  buffer[filled++] = c;
}
static void put_number(unsigned long number) {
  char digits[24];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  put(' ');
  while (count) put(digits[--count]);
}

// Input.
static char *text, *end_of_text;
static void read_all(void) {
  unsigned long room = 1 << 20, size = 0;
  text = pages(room, MAP_PRIVATE);
  for (;;) {
    if (size == room) {
      char *larger = pages(4 * room, MAP_PRIVATE);
      for (unsigned long i = 0; i < size; i++) larger[i] = text[i];
      syscall(SYS_munmap, text, room);
      text = larger, room *= 4;
    }
    long count = syscall(SYS_read, 0, text + size, room - size);
    if (count <= 0) break;
    size += (unsigned long)count;
  }
  end_of_text = text + size;
}
static void skip_blanks(void) {
  while (text < end_of_text && (*text == ' ' || *text == '\n')) text++;
}
static void skip_word(void) {
  skip_blanks();
  while (text < end_of_text && *text != ' ' && *text != '\n') text++;
}
static unsigned long long number(unsigned base) {
  unsigned long long result = 0;
  for (; text < end_of_text; text++) {
    unsigned digit = *text >= '0' && *text <= '9' ? (unsigned)(*text - '0') : (unsigned)(*text - 'a') + 10;
    if (digit >= base) break;
    result = result * base + digit;
  }
  return result;
}
static unsigned long decimal(void) {
  skip_blanks();
  return (unsigned long)number(10);
}

static void dump_and_die(int signal) {
  if (__gcov_dump) __gcov_dump();
  syscall(SYS_exit_group, 128 + signal);
}

static void run_program(void) {
  struct itimerval timer = {{0, 0}, {(long)(limit / 1000), (long)(limit % 1000) * 1000}};
  leave_streams();
  syscall(SYS_close, report);
  syscall(SYS_setpgid, 0, 0);
  if (__gcov_dump) {
    static const int signals[] = {SIGSEGV, SIGFPE, SIGABRT, SIGBUS, SIGILL, SIGALRM, SIGTERM, SIGXCPU};
    struct sigaction action = {0};
    action.sa_handler = dump_and_die;
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) __sigaction(signals[i], &action, 0);
  }
  syscall(SYS_setitimer, ITIMER_REAL, &timer, 0);
  static char *arguments[] = {"program", 0};
  exit(tandem_start(1, arguments));
}

static void run_test(void) {
  int status = 0;
  long child = fork_soon();
  if (child == 0) run_program();
  if (child < 0) syscall(SYS_exit_group, 2);
  while (syscall(SYS_wait4, child, &status, 0, 0) < 0) {}
  syscall(SYS_kill, -child, SIGKILL);
  put('T');
  put(' ');
  put(WIFSIGNALED(status) ? 's' : 'x');
  put_number(WIFSIGNALED(status) ? (unsigned long)WTERMSIG(status) : (unsigned long)WEXITSTATUS(status));
  for (unsigned long i = 0; i < edges; i++) {
    if (passed[i] && !seen[i]) put_number(i), seen[i] = 1;
    passed[i] = 0;
  }
  put('\n');
  flush();
}

static void put_counters(unsigned long file) {
  char name[] = "/tmp/counters-000.gcda";
  name[14] = (char)('0' + file / 100), name[15] = (char)('0' + file / 10 % 10), name[16] = (char)('0' + file % 10);
  int from = (int)syscall(SYS_open, name, O_RDONLY, 0);
  if (from < 0) return;
  put('G');
  put_number(file);
  put(' ');
  static unsigned char block[4096];
  for (long count; (count = syscall(SYS_read, from, block, sizeof block)) > 0;)
    for (long i = 0; i < count; i++) put("0123456789abcdef"[block[i] >> 4]), put("0123456789abcdef"[block[i] & 15]);
  put('\n');
  flush();
  syscall(SYS_close, from);
}

int __wrap_main(void) {
  syscall(SYS_dup2, 1, report);
  setenv("GCOV_PREFIX", "/tmp", 1);
  setenv("GCOV_PREFIX_STRIP", "99", 1);
  read_all();
  skip_word();
  limit = decimal();
  skip_word();
  edges = decimal();
  skip_word();
  counters = decimal();
  passed = pages(edges, MAP_SHARED);
  seen = pages(edges, MAP_PRIVATE);
  for (;;) {
    skip_word();
    if (text >= end_of_text) break;
    value_count = decimal();
    values = pages(value_count * sizeof *values, MAP_PRIVATE);
    for (unsigned long i = 0; i < value_count; i++) {
      skip_blanks();
      values[i].low = number(16);
      text++;
      values[i].high = number(16);
    }
    run_test();
    syscall(SYS_munmap, values, value_count * sizeof *values + 4096);
  }
  for (unsigned long i = 0; i < counters; i++) put_counters(i);
  syscall(SYS_exit_group, 0);
  return 0;
}

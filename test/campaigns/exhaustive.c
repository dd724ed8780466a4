// Linked to a program of a campaign: runs it with every sequence of inputs from small domains, in one tree of
// processes. Each process that asks for an input forks once for each value, so runs share what they have in common. The
// report, on standard output, is one line for each fact; see oracle.py, which reads it.
//
// The domains are wider than what the programs accept, so that their own restrictions are executed, too.
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_INPUTS = 24, MAX_FAILURES = 4096, MAX_PROBES = 64, MAX_VALUES = 64 };
// Exit codes by which a run tells its parent how it ended; programs of a campaign return smaller ones.
enum { ERROR_CALL = 201, ASSERTION = 202, ASSUMPTION = 203, SANITIZER = 204, COUNTED = 205 };

struct Values {
  int count, overflow;
  long long value[MAX_VALUES];
  long long times[MAX_VALUES];
};

struct Report {
  long returned, aborted, failed, assumed, undefined, crashed, too_long;
  int failures, too_many;
  char failure[MAX_FAILURES][64];
  struct Values probe[MAX_PROBES];
};

static struct Report* report;
static int report_to;
static long long given[MAX_INPUTS];
static int given_count;
static long most_runs = 20000;

static long runs(void) {
  return report->returned + report->aborted + report->failed + report->assumed + report->undefined + report->crashed +
         report->too_long;
}

static void note_failure(void) {
  if (report->failures == MAX_FAILURES) return;
  char* text = report->failure[report->failures++];
  size_t at = 0;
  for (int i = 0; i < given_count && at < 48; ++i)
    at += (size_t)snprintf(text + at, 64 - at, "%s%lld", i ? "," : "", given[i]);
}

static void count(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    ++*(signal == SIGABRT ? &report->aborted : signal == SIGPROF ? &report->too_long : &report->crashed);
    return;
  }
  switch (WEXITSTATUS(status)) {
  case ERROR_CALL:
  case ASSERTION:
    ++report->failed;
    note_failure();
    return;
  case ASSUMPTION: ++report->assumed; return;
  case SANITIZER: ++report->undefined; return;
  case COUNTED: return;
  default: ++report->returned;
  }
}

// Only time of the process itself counts, not that of those it waits for.
static void limit_time(void) {
  const struct itimerval limit = {{0, 0}, {2, 0}};
  setitimer(ITIMER_PROF, &limit, NULL);
}

// Returns in the child alone.
static int fork_run(void) {
  const pid_t child = fork();
  if (child < 0) _exit(COUNTED);
  if (child == 0) {
    limit_time();
    return 1;
  }
  int status = 0;
  waitpid(child, &status, 0);
  count(status);
  return 0;
}

static long long choose(const long long* domain, int size) {
  if (given_count == MAX_INPUTS) {
    report->too_many = 1;
    _exit(COUNTED);
  }
  for (int i = 0; i < size && !report->too_many; ++i) {
    given[given_count++] = domain[i];
    if (fork_run()) return domain[i];
    --given_count;
    if (runs() > most_runs) report->too_many = 1;
  }
  _exit(COUNTED);
}

#define INPUT(type, name, ...)                                                                                         \
  type __VERIFIER_nondet_##name(void) {                                                                                \
    static const long long domain[] = {__VA_ARGS__};                                                                   \
    return (type)choose(domain, sizeof domain / sizeof *domain);                                                       \
  }
#define NATURAL 0, 1, 2, 3, 4, 5, 6
#define INTEGER -3, -2, -1, NATURAL
INPUT(_Bool, bool, 0, 1)
INPUT(char, char, INTEGER, CHAR_MIN, CHAR_MAX)
INPUT(signed char, schar, INTEGER, SCHAR_MIN, SCHAR_MAX)
INPUT(unsigned char, uchar, NATURAL, UCHAR_MAX)
INPUT(short, short, INTEGER, SHRT_MIN, SHRT_MAX)
INPUT(unsigned short, ushort, NATURAL, USHRT_MAX)
INPUT(int, int, INTEGER, INT_MIN, INT_MAX)
INPUT(unsigned, uint, NATURAL, UINT_MAX)
INPUT(long, long, INTEGER, LONG_MIN, LONG_MAX)
INPUT(unsigned long, ulong, NATURAL, LONG_MAX)
INPUT(long long, longlong, INTEGER, LLONG_MIN, LLONG_MAX)

void reach_error(void) { _exit(ERROR_CALL); }
void __assert_fail(const char* what, const char* file, unsigned line, const char* function) {
  (void)what, (void)file, (void)line, (void)function;
  _exit(ASSERTION);
}
void __VERIFIER_assume(int condition) {
  if (!condition) _exit(ASSUMPTION);
}

// The value of a check; see CHECK in tempting.py.
void campaign_probe(int number, long long value) {
  struct Values* values = &report->probe[number];
  for (int i = 0; i < values->count; ++i)
    if (values->value[i] == value) {
      ++values->times[i];
      return;
    }
  if (values->count == MAX_VALUES) {
    values->overflow = 1;
    return;
  }
  values->value[values->count] = value;
  values->times[values->count++] = 1;
}

static void print_report(void) {
  FILE* out = fdopen(report_to, "w");
  if (!out) _exit(1);
  fprintf(out, "returned %ld\naborted %ld\nfailed %ld\nassumed %ld\nundefined %ld\ncrashed %ld\ntoo-long %ld\n",
          report->returned, report->aborted, report->failed, report->assumed, report->undefined, report->crashed,
          report->too_long);
  if (report->too_many) fprintf(out, "too-many\n");
  for (int i = 0; i < report->failures; ++i) fprintf(out, "failure %s\n", report->failure[i]);
  for (int n = 0; n < MAX_PROBES; ++n) {
    const struct Values* values = &report->probe[n];
    if (values->overflow) fprintf(out, "overflow %d\n", n);
    for (int i = 0; i < values->count; ++i) fprintf(out, "value %d %lld %lld\n", n, values->value[i], values->times[i]);
  }
  fclose(out);
}

// Before constructors of the program, which belong to its runs.
__attribute__((constructor(101))) static void run_all(void) {
  report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (report == MAP_FAILED) _exit(1);
  report_to = dup(1);
  const int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, 0);
  dup2(nowhere, 1);
  if (fork_run()) return;
  print_report();
  _exit(0);
}

// Signals (C17 7.14; POSIX sigaction, kill and the like). A handler that raise calls runs before raise returns. What a
// handler does that interrupts the program is not understood, and the path ends. The front end lets a path also end
// where a handler is set, since a signal may arrive from outside at any moment; so errors on paths without that are
// found, and a proof has to show that no handler is set.
#include "model.h"

typedef void (*tandem_handler)(int);

enum { TANDEM_SIGNALS = 65, TANDEM_EINVAL = 22, TANDEM_SA_RESTART = 0x10000000 };
enum { TANDEM_ILL = 4, TANDEM_TRAP = 5, TANDEM_ABRT = 6, TANDEM_BUS = 7, TANDEM_FPE = 8, TANDEM_KILL = 9 };
enum { TANDEM_SEGV = 11, TANDEM_CHLD = 17, TANDEM_CONT = 18, TANDEM_STOP = 19, TANDEM_TTOU = 22, TANDEM_URG = 23 };
enum { TANDEM_WINCH = 28, TANDEM_SYS = 31 };

struct sigaction {
  tandem_handler handler;
  unsigned long mask[1024 / (8 * sizeof(long))];
  int flags;
  void (*restorer)(void);
};

_Noreturn void abort(void);
void __tandem_signal_interrupts(void); // not understood

static tandem_handler tandem_handlers[TANDEM_SIGNALS];
static int tandem_runs[TANDEM_SIGNALS]; // whether the handler is running, and the signal blocked
static int tandem_handles, tandem_blocks;

static int tandem_is_function(tandem_handler handler) {
  return handler != (tandem_handler)0 && handler != (tandem_handler)1;
}

// What the processor, or abort, raises: the handler runs somewhere inside the program.
static int tandem_is_raised_inside(int number) {
  return (number >= TANDEM_ILL && number <= TANDEM_FPE) || number == TANDEM_SEGV || number == TANDEM_SYS;
}

static tandem_handler tandem_set(int number, tandem_handler handler) {
  tandem_handler before = tandem_handlers[number];
  tandem_handlers[number] = handler;
  if (!tandem_is_function(handler)) return before;
  tandem_handles = 1;
  if (tandem_is_raised_inside(number)) __tandem_signal_interrupts();
  return before;
}

static int tandem_may_be_set(int number) {
  if (number > 0 && number < TANDEM_SIGNALS && number != TANDEM_KILL && number != TANDEM_STOP) return 1;
  *__errno_location() = TANDEM_EINVAL;
  return 0;
}

tandem_handler signal(int number, tandem_handler handler) {
  if (!tandem_may_be_set(number) || handler == (tandem_handler)-1) {
    *__errno_location() = TANDEM_EINVAL;
    return (tandem_handler)-1;
  }
  return tandem_set(number, handler);
}

tandem_handler bsd_signal(int number, tandem_handler handler) { return signal(number, handler); }
tandem_handler ssignal(int number, tandem_handler handler) { return signal(number, handler); }

// Handlers with three parameters, and other ways to call them, are not understood.
int sigaction(int number, const struct sigaction* action, struct sigaction* before) {
  tandem_handler handler;
  if (!tandem_may_be_set(number)) return -1;
  handler = tandem_handlers[number];
  if (action) {
    if (tandem_is_function(action->handler) && (action->flags & ~TANDEM_SA_RESTART) != 0) __tandem_signal_interrupts();
    handler = tandem_set(number, action->handler);
  }
  if (before) {
    before->handler = handler;
    before->flags = tandem_is_function(handler) ? TANDEM_SA_RESTART : 0;
    for (unsigned i = 0; i < sizeof before->mask / sizeof *before->mask; i++)
      before->mask[i] = (unsigned long)tandem_unspecified_long();
  }
  return 0;
}

static int tandem_is_ignored_by_default(int number) {
  return number == TANDEM_CHLD || number == TANDEM_CONT || number == TANDEM_URG || number == TANDEM_WINCH;
}

int raise(int number) {
  if (number <= 0 || number >= TANDEM_SIGNALS) {
    *__errno_location() = TANDEM_EINVAL;
    return -1;
  }
  if (tandem_blocks || tandem_runs[number]) __tandem_signal_interrupts(); // later
  if (number >= TANDEM_STOP && number <= TANDEM_TTOU && !tandem_is_function(tandem_handlers[number]))
    __tandem_signal_interrupts(); // the program stops
  if (tandem_is_function(tandem_handlers[number])) {
    tandem_runs[number] = 1;
    tandem_handlers[number](number);
    tandem_runs[number] = 0;
    return 0;
  }
  if (tandem_handlers[number] == (tandem_handler)0 && !tandem_is_ignored_by_default(number)) abort();
  return 0;
}

int gsignal(int number) { return raise(number); }

// Signals to this process, or to others; with a handler they may interrupt.
static int tandem_sends(void) {
  if (tandem_handles) __tandem_signal_interrupts();
  return tandem_unspecified_int() != 0 ? -1 : 0;
}

int kill(int process, int number) {
  (void)process, (void)number;
  return tandem_sends();
}

unsigned alarm(unsigned seconds) {
  (void)seconds;
  tandem_sends();
  return (unsigned)tandem_unspecified_int();
}

int pause(void) {
  tandem_sends();
  return -1;
}

// What is blocked may run later.
static int tandem_block(unsigned long* before) {
  if (tandem_handles) __tandem_signal_interrupts();
  tandem_blocks = 1;
  if (before)
    for (unsigned i = 0; i < 1024 / (8 * sizeof(long)); i++) before[i] = (unsigned long)tandem_unspecified_long();
  return 0;
}

int sigprocmask(int how, const unsigned long* set, unsigned long* before) {
  (void)how, (void)set;
  return tandem_block(before);
}

int pthread_sigmask(int how, const unsigned long* set, unsigned long* before) { return sigprocmask(how, set, before); }

int sigsuspend(const unsigned long* set) {
  (void)set;
  tandem_block(NULL);
  return -1;
}

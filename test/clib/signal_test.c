// untested: alarm kill pause pthread_sigmask sigprocmask sigsuspend
#define _GNU_SOURCE
#include "clib_test.h"

#include <signal.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

MODEL(signal);
MODEL(raise);
MODEL(sigaction);
MODEL(ssignal);
int model_gsignal(int);
sighandler_t model_bsd_signal(int, sighandler_t);

void __tandem_signal_interrupts(void);
static int ended; // paths on which a handler would interrupt
void __tandem_signal_interrupts(void) { ended++; }

static int calls[2], last[2];
static void first(int number) { calls[0]++, last[0] = number; }
static void second(int number) { calls[1]++, last[1] = number; }

static const int numbers[] = {SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGPIPE, SIGALRM, SIGCHLD, SIGURG};

static sighandler_t handler(void) {
  switch (random_below(4)) {
  case 0: return SIG_IGN;
  case 1: return first;
  default: return second;
  }
}

static void set(int number) {
  sighandler_t wanted = handler(), ours = SIG_ERR;
  struct sigaction action, before, our_before;
  switch (random_below(4)) {
  case 0: ours = model_signal(number, wanted); break;
  case 1: ours = model_bsd_signal(number, wanted); break;
  case 2: ours = model_ssignal(number, wanted); break;
  default:
    memset(&action, 0, sizeof action);
    memset(&before, 0, sizeof before);
    memset(&our_before, 0, sizeof our_before);
    action.sa_handler = wanted;
    action.sa_flags = random_bool() ? SA_RESTART : 0;
    check(sigaction(number, &action, &before) == model_sigaction(number, &action, &our_before), "sigaction");
    check(before.sa_handler == our_before.sa_handler, "the handler before of %d", number);
    return;
  }
  check(signal(number, wanted) == ours, "signal(%d)", number);
}

static void raise_both(int number) {
  int real[4], which = random_bool();
  calls[0] = calls[1] = last[0] = last[1] = 0;
  int result = raise(number);
  memcpy(real, calls, sizeof calls);
  memcpy(real + 2, last, sizeof last);
  calls[0] = calls[1] = last[0] = last[1] = 0;
  check(result == (which ? model_raise(number) : model_gsignal(number)), "raise(%d)", number);
  check(memcmp(real, calls, sizeof calls) == 0 && memcmp(real + 2, last, sizeof last) == 0, "raise(%d): %d, %d calls",
        number, calls[0], calls[1]);
}

int main(void) {
  test_begin();
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    signal(numbers[i], first);
    model_signal(numbers[i], first);
  }
  for (int i = 0; i < CALLS; i++) {
    int number = numbers[random_below(sizeof numbers / sizeof *numbers)];
    set(number);
    raise_both(number);
  }
  errno = 0;
  check(model_signal(SIGKILL, first) == SIG_ERR && errno == EINVAL, "SIGKILL has no handler");
  check(model_signal(0, first) == SIG_ERR && model_signal(65, first) == SIG_ERR, "no such signal");
  check(model_raise(0) == -1 && model_raise(65) == -1 && raise(65) == -1, "no such signal");
  check(ended == 0, "nothing interrupts");
  model_signal(SIGFPE, first);
  check(ended == 1, "a division may");
  return test_end();
}

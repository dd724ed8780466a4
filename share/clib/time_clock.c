// Clocks and waiting: C17 7.27.2.1, 7.27.2.4, 7.27.2.5; POSIX clock_gettime, gettimeofday, nanosleep, usleep, sleep.
// The environment decides.
#include "model.h"

typedef long time_t;

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

struct timeval {
  time_t tv_sec;
  long tv_usec;
};

struct timezone {
  int tz_minuteswest;
  int tz_dsttime;
};

enum { TANDEM_EINTR = 4, TANDEM_EINVAL = 22, TANDEM_MONOTONIC = 1, TANDEM_BILLION = 1000000000 };

static time_t tandem_choose_seconds(void) {
  time_t seconds = tandem_environment_long();
  tandem_assume(seconds >= 0);
  return seconds;
}

static long tandem_choose_fraction(long below) {
  long fraction = tandem_environment_long();
  tandem_assume(fraction >= 0 && fraction < below);
  return fraction;
}

// The clock of the day may be set back.
time_t time(time_t* place) {
  time_t now = tandem_choose_seconds();
  if (place) *place = now;
  return now;
}

// Never goes back, but may be too large for 32 bit, and unknown (-1).
long clock(void) {
  static long last;
  long now = tandem_environment_long();
  if (sizeof(long) == 8 && now != -1) {
    tandem_assume(now >= last);
    last = now;
  }
  return now;
}

// Others need not exist: those that wake the machine, that of atomic time, those of processes (negative numbers).
static int tandem_refuses_clock(int clock) {
  if ((clock >= 0 && clock <= 7) || tandem_environment_int() == 0) return 0;
  *__errno_location() = TANDEM_EINVAL;
  return 1;
}

int clock_gettime(int clock, struct timespec* place) {
  static struct timespec last;
  if (tandem_refuses_clock(clock)) return -1;
  place->tv_sec = tandem_choose_seconds();
  place->tv_nsec = tandem_choose_fraction(TANDEM_BILLION);
  if (clock == TANDEM_MONOTONIC) {
    tandem_assume(place->tv_sec > last.tv_sec || (place->tv_sec == last.tv_sec && place->tv_nsec >= last.tv_nsec));
    last = *place;
  }
  return 0;
}

int clock_getres(int clock, struct timespec* place) {
  if (tandem_refuses_clock(clock)) return -1;
  if (!place) return 0;
  place->tv_sec = 0;
  place->tv_nsec = tandem_choose_fraction(TANDEM_BILLION);
  return 0;
}

int timespec_get(struct timespec* place, int base) {
  if (base != 1) return 0;
  place->tv_sec = tandem_choose_seconds();
  place->tv_nsec = tandem_choose_fraction(TANDEM_BILLION);
  return base;
}

// glibc knows no time zone here.
int gettimeofday(struct timeval* place, void* zone) {
  if (zone) {
    ((struct timezone*)zone)->tz_minuteswest = 0;
    ((struct timezone*)zone)->tz_dsttime = 0;
  }
  place->tv_sec = tandem_choose_seconds();
  place->tv_usec = tandem_choose_fraction(1000000);
  return 0;
}

// A signal may end it early.
int nanosleep(const struct timespec* span, struct timespec* rest) {
  if (span->tv_sec < 0 || span->tv_nsec < 0 || span->tv_nsec >= TANDEM_BILLION) {
    *__errno_location() = TANDEM_EINVAL;
    return -1;
  }
  if (tandem_environment_int() == 0) return 0;
  if (rest) {
    struct timespec whole = *span;
    rest->tv_sec = tandem_choose_seconds();
    rest->tv_nsec = tandem_choose_fraction(TANDEM_BILLION);
    tandem_assume(rest->tv_sec < whole.tv_sec || (rest->tv_sec == whole.tv_sec && rest->tv_nsec <= whole.tv_nsec));
  }
  *__errno_location() = TANDEM_EINTR;
  return -1;
}

int usleep(unsigned microseconds) {
  (void)microseconds;
  if (tandem_environment_int() == 0) return 0;
  *__errno_location() = TANDEM_EINTR;
  return -1;
}

unsigned sleep(unsigned seconds) {
  unsigned rest = (unsigned)tandem_environment_int();
  tandem_assume(rest <= seconds);
  return rest;
}

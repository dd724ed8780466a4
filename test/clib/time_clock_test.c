#define _GNU_SOURCE
#include "clib_test.h"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

MODEL(time);
MODEL(clock);
MODEL(clock_gettime);
MODEL(clock_getres);
MODEL(timespec_get);
MODEL(gettimeofday);
MODEL(nanosleep);
MODEL(usleep);
MODEL(sleep);

static long parts[2];
static int next_part;
long tandem_environment_long(void);
long tandem_environment_long(void) { return parts[next_part++ % 2]; }

static void choose(long first, long second) {
  parts[0] = first;
  parts[1] = second;
  next_part = 0;
}

static void clocks(void) {
  struct timespec got, real;
  time_t place = 5, now = time(NULL);
  choose(now, 0);
  check(model_time(&place) == now && place == now, "time");
  choose(clock(), 0);
  check(model_clock() == parts[0], "clock");
  int number = random_below(10) == 0 ? (int)random_integer() : (int)random_below(14) - 1;
  errno = 0;
  int result = clock_gettime(number, &real);
  int real_errno = errno;
  next_int = result;
  choose(real.tv_sec, real.tv_nsec);
  errno = 0;
  check(model_clock_gettime(number, &got) == result && errno == real_errno, "clock_gettime(%d)", number);
  if (result == 0) check(got.tv_sec == real.tv_sec && got.tv_nsec == real.tv_nsec, "clock_gettime(%d)", number);
  result = clock_getres(number, &real);
  next_int = result;
  choose(real.tv_nsec, 0);
  check(model_clock_getres(number, &got) == result, "clock_getres(%d)", number);
  if (result == 0) check(got.tv_sec == real.tv_sec && got.tv_nsec == real.tv_nsec, "clock_getres(%d)", number);
  result = timespec_get(&real, TIME_UTC);
  choose(real.tv_sec, real.tv_nsec);
  check(model_timespec_get(&got, TIME_UTC) == result && got.tv_nsec == real.tv_nsec, "timespec_get");
  check(model_timespec_get(&got, 7) == timespec_get(&real, 7), "timespec_get");
  struct timeval day, real_day;
  struct timezone zone, real_zone;
  result = gettimeofday(&real_day, &real_zone);
  choose(real_day.tv_sec, real_day.tv_usec);
  check(model_gettimeofday(&day, &zone) == result && memcmp(&day, &real_day, sizeof day) == 0, "gettimeofday");
  check(memcmp(&zone, &real_zone, sizeof zone) == 0, "gettimeofday");
}

static void wait_a_little(void) {
  struct timespec span = {random_below(8) == 0 ? -1 : 0, (long[]){0, 1, 1000, -1, 1000000000}[random_below(5)]};
  errno = 0;
  int result = nanosleep(&span, NULL);
  int real_errno = errno;
  next_int = 0;
  errno = 0;
  check(model_nanosleep(&span, NULL) == result && errno == real_errno, "nanosleep");
  check(model_usleep(1) == usleep(1), "usleep");
  check(model_sleep(0) == sleep(0), "sleep");
  struct timespec rest;
  span.tv_sec = 3;
  span.tv_nsec = 5;
  next_int = 1;
  choose(random_below(4), 5);
  check(model_nanosleep(&span, &rest) == -1 && errno == EINTR && rest.tv_sec <= 3, "nanosleep and a signal");
}

int main(void) {
  test_begin();
  for (int call = 0; call < CALLS; call++) clocks();
  for (int call = 0; call < CALLS / 4; call++) wait_a_little();
  return test_end();
}

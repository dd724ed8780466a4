#define _GNU_SOURCE
#include "clib_test.h"

#include <time.h>

MODEL(gmtime);
MODEL(gmtime_r);
MODEL(localtime);
MODEL(localtime_r);
MODEL(mktime);
MODEL(timegm);
MODEL(timelocal);
MODEL(difftime);
MODEL(asctime);
MODEL(asctime_r);
MODEL(ctime);
MODEL(ctime_r);

static long offsets[2];
static int next_offset;
static const char* zone;
static int next_letter;
static int dst;

long tandem_unspecified_long(void);
int tandem_unspecified_int(void);
long tandem_unspecified_long(void) { return offsets[next_offset++ % 2]; }
int tandem_unspecified_int(void) { return next_letter++ == 0 ? dst : zone[next_letter - 2]; }

// What the model is to choose.
static void choose(long first, const struct tm* real) {
  offsets[0] = first;
  offsets[1] = real->tm_gmtoff;
  next_offset = next_letter = 0;
  zone = real->tm_zone;
  dst = real->tm_isdst;
}

static bool same(const struct tm* got, const struct tm* real) {
  return got->tm_sec == real->tm_sec && got->tm_min == real->tm_min && got->tm_hour == real->tm_hour &&
         got->tm_mday == real->tm_mday && got->tm_mon == real->tm_mon && got->tm_year == real->tm_year &&
         got->tm_wday == real->tm_wday && got->tm_yday == real->tm_yday && got->tm_isdst == real->tm_isdst &&
         got->tm_gmtoff == real->tm_gmtoff && strcmp(got->tm_zone, real->tm_zone) == 0;
}

// Around the leap days of full centuries, and of the other years.
static time_t near_leap_day(void) {
  static const int years[] = {1600, 1700, 1900, 1904, 1970, 2000, 2001, 2004, 2100, 2400};
  struct tm day = {.tm_year = years[random_below(10)] - 1900, .tm_mon = 1, .tm_mday = 27 + (int)random_below(4)};
  return timegm(&day);
}

static time_t random_time(void) {
  switch (random_below(4)) {
  case 0: return (time_t)random_integer();
  case 1: return (time_t)((long long)(random_bits() % 8000000000000ull) - 4000000000000ll);
  case 2: return near_leap_day();
  default: return (time_t)(random_bits() % 4000000000u) - 1000000000;
  }
}

static void universal(void) {
  time_t seconds = random_time();
  struct tm got, real;
  errno = 0;
  bool real_good = gmtime_r(&seconds, &real) != NULL;
  int real_errno = errno;
  errno = 0;
  bool good = model_gmtime_r(&seconds, &got) == &got;
  check(good == real_good && errno == real_errno && (!good || same(&got, &real)), "gmtime_r(%lld)", (long long)seconds);
  if (good)
    check(same(model_gmtime(&seconds), &real), "gmtime(%lld)", (long long)seconds);
  else
    check(!model_gmtime(&seconds), "gmtime(%lld)", (long long)seconds);
  time_t begin = random_time();
  check(model_difftime(seconds, begin) == difftime(seconds, begin), "difftime(%lld, %lld)", (long long)seconds,
        (long long)begin);
}

static void local(void) {
  time_t seconds = random_time();
  struct tm got, real;
  char text[40], real_text[40];
  errno = 0;
  memset(&real, 0, sizeof real);
  bool real_good = localtime_r(&seconds, &real) != NULL;
  int real_errno = errno;
  if (real_good)
    choose(real.tm_gmtoff, &real);
  else
    choose(0, &(struct tm){.tm_zone = "GMT"});
  errno = 0;
  bool good = model_localtime_r(&seconds, &got) == &got;
  check(good == real_good && errno == real_errno && (!good || same(&got, &real)), "localtime_r(%lld)",
        (long long)seconds);
  next_offset = next_letter = 0;
  if (good)
    check(same(model_localtime(&seconds), &real), "localtime(%lld)", (long long)seconds);
  else
    check(!model_localtime(&seconds), "localtime(%lld)", (long long)seconds);
  next_offset = next_letter = 0;
  const char* shown = model_ctime(&seconds);
  const char* real_shown = ctime(&seconds);
  check(real_shown ? shown && strcmp(shown, real_shown) == 0 : !shown, "ctime(%lld)", (long long)seconds);
  next_offset = next_letter = 0;
  memset(text, 77, sizeof text);
  memset(real_text, 77, sizeof real_text);
  check((model_ctime_r(&seconds, text) == NULL) == (ctime_r(&seconds, real_text) == NULL), "ctime_r(%lld)",
        (long long)seconds);
  check(memcmp(text, real_text, sizeof text) == 0, "ctime_r(%lld)", (long long)seconds);
}

static struct tm random_fields(void) {
  struct tm time;
  memset(&time, 0, sizeof time);
  bool any = random_below(4) == 0;
  time.tm_sec = any ? (int)random_integer() : (int)random_below(63) - 1;
  time.tm_min = any ? (int)random_integer() : (int)random_below(62) - 1;
  time.tm_hour = any ? (int)random_integer() : (int)random_below(26) - 1;
  time.tm_mday = any ? (int)random_integer() : (int)random_below(34) - 1;
  time.tm_mon = any ? (int)random_integer() : (int)random_below(16) - 2;
  time.tm_year = any ? (int)random_integer() : (int)random_below(250);
  time.tm_wday = any ? (int)random_integer() : (int)random_below(8);
  time.tm_isdst = (int)random_below(3) - 1;
  time.tm_zone = "?";
  return time;
}

static void seconds_of_fields(void) {
  struct tm given = random_fields(), got = given, real = given;
  errno = 0;
  time_t real_seconds = timegm(&real);
  int real_errno = errno;
  errno = 0;
  time_t seconds = model_timegm(&got);
  check(seconds == real_seconds && errno == real_errno && same(&got, &real), "timegm: %lld, not %lld",
        (long long)seconds, (long long)real_seconds);
  real = got = given;
  struct tm universal = given;
  time_t plain = timegm(&universal);
  errno = 0;
  real_seconds = mktime(&real);
  if (real_seconds == -1 || plain == -1) return;
  choose((long)(plain - real_seconds), &real);
  seconds = model_mktime(&got);
  check(seconds == real_seconds && same(&got, &real), "mktime: %lld, not %lld", (long long)seconds,
        (long long)real_seconds);
  next_offset = next_letter = 0;
  got = given;
  check(model_timelocal(&got) == real_seconds && same(&got, &real), "timelocal: %lld", (long long)real_seconds);
}

static void show(void) {
  struct tm given = random_fields();
  char text[40], real_text[40];
  memset(text, 77, sizeof text);
  memset(real_text, 77, sizeof real_text);
  const char* real = asctime(&given);
  const char* got = model_asctime(&given);
  check(real ? got && strcmp(real, got) == 0 : !got, "asctime: %s, not %s", got ? got : "none", real ? real : "none");
  errno = 0;
  real = asctime_r(&given, real_text);
  int real_errno = errno;
  errno = 0;
  got = model_asctime_r(&given, text);
  check((got == NULL) == (real == NULL) && errno == real_errno, "asctime_r: %s", real_text);
  check(memcmp(text, real_text, sizeof text) == 0, "asctime_r: %.26s, not %.26s", text, real_text);
}

int main(void) {
  static const char* const zones[] = {
      "UTC0",        "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "<+1345>-13:45",
      "XYZ24:59:59", "XYZ-24:59:59ZYX-24:59:59"};
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    if (call % 50 == 0) {
      setenv("TZ", zones[random_below(6)], 1);
      tzset();
    }
    universal();
    local();
    seconds_of_fields();
    show();
  }
  return test_end();
}

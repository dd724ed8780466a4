// Calendar time: C17 7.27.2.2, 7.27.2.3, 7.27.3 and POSIX's _r variants. Universal time exactly; the offset of local
// time is left open, for the zone is the machine's and the user's choice.
#include "model.h"

typedef long time_t;

struct tm {
  int tm_sec;
  int tm_min;
  int tm_hour;
  int tm_mday;
  int tm_mon;
  int tm_year;
  int tm_wday;
  int tm_yday;
  int tm_isdst;
  long tm_gmtoff;
  const char* tm_zone;
};

enum { TANDEM_EOVERFLOW = 75, TANDEM_LARGEST_OFFSET = 2 * 90000 };

static struct tm tandem_broken_down;
static char tandem_zone[7];
static char tandem_text[114];

static long long tandem_floor(long long value, long long divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

// Days from 1970-01-01 to the first day of a month (0: January). Years begin in March here, so that the leap day is the
// last: month lengths of 31 30 31 30 31 days, twice, and the rest.
static long long tandem_days(long long year, int month) {
  int shifted = (month + 10) % 12;
  if (month < 2) year--;
  return year * 365 + tandem_floor(year, 4) - tandem_floor(year, 100) + tandem_floor(year, 400) +
         (153 * shifted + 2) / 5 - 719468;
}

// The date of a day counted from 1970-01-01; 0 if the year does not fit.
static int tandem_date(long long days, struct tm* date) {
  long long cycle = tandem_floor(days + 719468, 146097);
  int day = (int)(days + 719468 - cycle * 146097);
  int century = day / 36524 > 3 ? 3 : day / 36524;
  day -= century * 36524;
  int four = day / 1461;
  day -= four * 1461;
  int single = day / 365 > 3 ? 3 : day / 365;
  day -= single * 365;
  int shifted = (5 * day + 2) / 153;
  long long year = cycle * 400 + century * 100 + four * 4 + single + (shifted >= 10 ? 1 : 0);
  if (year - 1900 > __INT_MAX__ || year - 1900 < -__INT_MAX__ - 1) return 0;
  date->tm_year = (int)(year - 1900);
  date->tm_mon = (shifted + 2) % 12;
  date->tm_mday = day - (153 * shifted + 2) / 5 + 1;
  date->tm_wday = (int)(days + 4 - tandem_floor(days + 4, 7) * 7);
  date->tm_yday = (int)(days - tandem_days(year, 0));
  return 1;
}

// What the divisions make of any number, said once more: solvers would look for it long.
static void tandem_know_ranges(const struct tm* time) {
  tandem_assume(time->tm_sec >= 0 && time->tm_sec <= 59 && time->tm_min >= 0 && time->tm_min <= 59);
  tandem_assume(time->tm_hour >= 0 && time->tm_hour <= 23 && time->tm_mday >= 1 && time->tm_mday <= 31);
  tandem_assume(time->tm_mon >= 0 && time->tm_mon <= 11 && time->tm_wday >= 0 && time->tm_wday <= 6);
  tandem_assume(time->tm_yday >= 0 && time->tm_yday <= 365);
}

static int tandem_break_down(long long seconds, struct tm* time) {
  long long days = tandem_floor(seconds, 86400);
  int rest = (int)(seconds % 86400) + (seconds % 86400 < 0 ? 86400 : 0);
  if (!tandem_date(days, time)) {
    *__errno_location() = TANDEM_EOVERFLOW;
    return 0;
  }
  time->tm_hour = rest / 3600;
  time->tm_min = rest / 60 % 60;
  time->tm_sec = rest % 60;
  tandem_know_ranges(time);
  return 1;
}

// The fields may have any values.
static long long tandem_seconds(const struct tm* time) {
  long long years = tandem_floor(time->tm_mon, 12);
  int month = (int)(time->tm_mon - years * 12);
  long long days = tandem_days(1900LL + time->tm_year + years, month) + time->tm_mday - 1;
  return days * 86400 + time->tm_hour * 3600LL + time->tm_min * 60LL + time->tm_sec;
}

static int tandem_is_too_large(long long seconds) {
  if (seconds <= __LONG_MAX__ && seconds >= -__LONG_MAX__ - 1) return 0;
  *__errno_location() = TANDEM_EOVERFLOW;
  return 1;
}

static long tandem_offset(void) {
  long offset = tandem_unspecified_long();
  tandem_assume(offset >= -TANDEM_LARGEST_OFFSET && offset <= TANDEM_LARGEST_OFFSET);
  return offset;
}

// Three to six letters, digits or signs.
static void tandem_choose_zone(struct tm* time, long offset) {
  int dst = tandem_unspecified_int();
  tandem_assume(dst == 0 || dst == 1);
  time->tm_isdst = dst;
  time->tm_gmtoff = offset;
  time->tm_zone = tandem_zone;
  for (int i = 0; i < 6; i++) {
    int letter = tandem_unspecified_int();
    tandem_assume((letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') || letter == '+' ||
                  letter == '-' || (letter >= '0' && letter <= '9') || (letter == 0 && i >= 3));
    tandem_zone[i] = (char)letter;
    if (letter == 0) return;
  }
  tandem_zone[6] = 0;
}

struct tm* gmtime_r(const time_t* seconds, struct tm* time) {
  if (!tandem_break_down(*seconds, time)) return NULL;
  time->tm_isdst = 0;
  time->tm_gmtoff = 0;
  time->tm_zone = "GMT";
  return time;
}

struct tm* localtime_r(const time_t* seconds, struct tm* time) {
  long offset = tandem_offset();
  long long local = *seconds;
  // Further away the year does not fit anyway.
  if (local > -(1LL << 60) && local < 1LL << 60) local += offset;
  if (!tandem_break_down(local, time)) return NULL;
  tandem_choose_zone(time, offset);
  return time;
}

struct tm* gmtime(const time_t* seconds) { return gmtime_r(seconds, &tandem_broken_down); }
struct tm* localtime(const time_t* seconds) { return localtime_r(seconds, &tandem_broken_down); }

time_t timegm(struct tm* time) {
  long long seconds = tandem_seconds(time);
  struct tm result = *time;
  if (!tandem_break_down(seconds, &result)) {
    time->tm_isdst = 0;
    return -1;
  }
  if (tandem_is_too_large(seconds)) return -1;
  result.tm_isdst = 0;
  result.tm_gmtoff = 0;
  result.tm_zone = "GMT";
  *time = result;
  return (time_t)seconds;
}

// Two offsets, for the one that the fields are understood with may differ from that of the result: tm_isdst may be
// wrong, and summer time begins and ends.
time_t mktime(struct tm* time) {
  long long seconds = tandem_seconds(time) - tandem_offset();
  struct tm result = *time;
  if (tandem_is_too_large(seconds)) return -1;
  long offset = tandem_offset();
  if (!tandem_break_down(seconds + offset, &result)) return -1;
  tandem_choose_zone(&result, offset);
  *time = result;
  return (time_t)seconds;
}

time_t timelocal(struct tm* time) { return mktime(time); }

double difftime(time_t end, time_t begin) {
  if (end >= begin) return (double)((unsigned long)end - (unsigned long)begin);
  return -(double)((unsigned long)begin - (unsigned long)end);
}

static size_t tandem_put(char* text, size_t size, size_t at, char letter) {
  if (at + 1 < size) text[at] = letter;
  return at + 1;
}

// The first three letters of the index-th name.
static size_t tandem_put_name(char* text, size_t size, size_t at, const char* names, int count, int index) {
  for (int i = 0; i < 3; i++) at = tandem_put(text, size, at, index >= 0 && index < count ? names[3 * index + i] : '?');
  return at;
}

static size_t tandem_put_number(char* text, size_t size, size_t at, int value, int digits, int width) {
  char reversed[10];
  int count = 0;
  unsigned rest = value < 0 ? 0u - (unsigned)value : (unsigned)value;
  for (; rest != 0 || count < digits; rest /= 10) reversed[count++] = (char)('0' + rest % 10);
  for (int i = count + (value < 0 ? 1 : 0); i < width; i++) at = tandem_put(text, size, at, ' ');
  if (value < 0) at = tandem_put(text, size, at, '-');
  while (count > 0) at = tandem_put(text, size, at, reversed[--count]);
  return at;
}

// Www Mmm dd hh:mm:ss yyyy
static char* tandem_show(const struct tm* time, char* text, size_t size) {
  size_t at = 0;
  if (time->tm_year > __INT_MAX__ - 1900) {
    *__errno_location() = TANDEM_EOVERFLOW;
    return NULL;
  }
  at = tandem_put_name(text, size, at, "SunMonTueWedThuFriSat", 7, time->tm_wday);
  at = tandem_put(text, size, at, ' ');
  at = tandem_put_name(text, size, at, "JanFebMarAprMayJunJulAugSepOctNovDec", 12, time->tm_mon);
  at = tandem_put_number(text, size, at, time->tm_mday, 1, 3);
  at = tandem_put(text, size, at, ' ');
  at = tandem_put_number(text, size, at, time->tm_hour, 2, 0);
  at = tandem_put(text, size, at, ':');
  at = tandem_put_number(text, size, at, time->tm_min, 2, 0);
  at = tandem_put(text, size, at, ':');
  at = tandem_put_number(text, size, at, time->tm_sec, 2, 0);
  at = tandem_put(text, size, at, ' ');
  at = tandem_put_number(text, size, at, 1900 + time->tm_year, 1, 0);
  at = tandem_put(text, size, at, '\n');
  text[at < size ? at : size - 1] = 0;
  if (at < size) return text;
  *__errno_location() = TANDEM_EOVERFLOW;
  return NULL;
}

char* asctime_r(const struct tm* time, char* text) { return tandem_show(time, text, 26); }
char* asctime(const struct tm* time) { return tandem_show(time, tandem_text, sizeof tandem_text); }

char* ctime(const time_t* seconds) {
  struct tm* time = localtime(seconds);
  return time ? asctime(time) : NULL;
}

char* ctime_r(const time_t* seconds, char* text) {
  struct tm time;
  return localtime_r(seconds, &time) ? asctime_r(&time, text) : NULL;
}

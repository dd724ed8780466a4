// strftime in the "C" locale: C17 7.27.3.5 and glibc's %k %l %P. The years 1000 to 9999, and fields in their ranges;
// what else glibc writes (flags, widths, %s, %+) is left open.
#include "model.h"

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

static const char tandem_days[] = "Sunday.Monday.Tuesday.Wednesday.Thursday.Friday.Saturday.";
static const char tandem_months[] =
    "January.February.March.April.May.June.July.August.September.October.November.December.";

struct tandem_output {
  char* text;
  size_t size;
  size_t length;
};

static void tandem_put(struct tandem_output* to, char letter) {
  if (to->length < to->size) to->text[to->length] = letter;
  to->length++;
}

static void tandem_put_text(struct tandem_output* to, const char* text) {
  for (; *text; text++) tandem_put(to, *text);
}

static void tandem_put_number(struct tandem_output* to, int value, int digits, char pad) {
  int power = 1;
  for (int i = 1; i < digits; i++) power *= 10;
  for (; power > value && power > 1; power /= 10) tandem_put(to, pad);
  for (; power > 0; power /= 10) tandem_put(to, (char)('0' + value / power % 10));
}

// The index-th of the names, each followed by a dot; at most so many letters of it.
static void tandem_put_name(struct tandem_output* to, const char* names, int index, int most) {
  for (; index > 0; names++)
    if (*names == '.') index--;
  for (; *names != '.' && most > 0; most--) tandem_put(to, *names++);
}

static int tandem_is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

// Days since the Monday of week 1, which is the week with the year's first Thursday; negative before that.
static int tandem_iso_days(int yday, int wday) {
  int monday = yday - (wday + 6) % 7;
  int first = ((monday % 7) + 7) % 7;
  return yday - (first > 3 ? first - 7 : first);
}

static int tandem_iso(const struct tm* time, int* week) {
  int year = 1900 + time->tm_year;
  int days = tandem_iso_days(time->tm_yday, time->tm_wday);
  if (days < 0) {
    year--;
    days = tandem_iso_days(time->tm_yday + 365 + tandem_is_leap(year), time->tm_wday);
  } else {
    int in_next = tandem_iso_days(time->tm_yday - 365 - tandem_is_leap(year), time->tm_wday);
    if (in_next >= 0) {
      year++;
      days = in_next;
    }
  }
  *week = days / 7 + 1;
  return year;
}

static int tandem_hour(const struct tm* time) { return time->tm_hour % 12 == 0 ? 12 : time->tm_hour % 12; }

static void tandem_put_offset(struct tandem_output* to, const struct tm* time) {
  long offset = time->tm_gmtoff;
  if (time->tm_isdst < 0) return;
  int minutes = (int)((offset < 0 ? -offset : offset) / 60);
  tandem_put(to, offset < 0 ? '-' : '+');
  tandem_put_number(to, minutes / 60 * 100 + minutes % 60, 4, '0');
}

static void tandem_put_colons(struct tandem_output* to, const struct tm* time, int seconds) {
  tandem_put_number(to, time->tm_hour, 2, '0');
  tandem_put(to, ':');
  tandem_put_number(to, time->tm_min, 2, '0');
  if (!seconds) return;
  tandem_put(to, ':');
  tandem_put_number(to, time->tm_sec, 2, '0');
}

static void tandem_put_slashes(struct tandem_output* to, const struct tm* time) {
  tandem_put_number(to, time->tm_mon + 1, 2, '0');
  tandem_put(to, '/');
  tandem_put_number(to, time->tm_mday, 2, '0');
  tandem_put(to, '/');
  tandem_put_number(to, time->tm_year % 100 < 0 ? time->tm_year % 100 + 100 : time->tm_year % 100, 2, '0');
}

// Dates and times of several fields; 0 if it is none.
static int tandem_put_whole(struct tandem_output* to, char letter, const struct tm* time) {
  switch (letter) {
  case 'c':
    tandem_put_name(to, tandem_days, time->tm_wday, 3);
    tandem_put(to, ' ');
    tandem_put_name(to, tandem_months, time->tm_mon, 3);
    tandem_put(to, ' ');
    tandem_put_number(to, time->tm_mday, 2, ' ');
    tandem_put(to, ' ');
    tandem_put_colons(to, time, 1);
    tandem_put(to, ' ');
    tandem_put_number(to, 1900 + time->tm_year, 4, '0');
    return 1;
  case 'D':
  case 'x': tandem_put_slashes(to, time); return 1;
  case 'F':
    tandem_put_number(to, 1900 + time->tm_year, 4, '0');
    tandem_put(to, '-');
    tandem_put_number(to, time->tm_mon + 1, 2, '0');
    tandem_put(to, '-');
    tandem_put_number(to, time->tm_mday, 2, '0');
    return 1;
  case 'r':
    tandem_put_number(to, tandem_hour(time), 2, '0');
    tandem_put(to, ':');
    tandem_put_number(to, time->tm_min, 2, '0');
    tandem_put(to, ':');
    tandem_put_number(to, time->tm_sec, 2, '0');
    tandem_put_text(to, time->tm_hour < 12 ? " AM" : " PM");
    return 1;
  case 'R': tandem_put_colons(to, time, 0); return 1;
  case 'T':
  case 'X': tandem_put_colons(to, time, 1); return 1;
  default: return 0;
  }
}

static int tandem_put_field(struct tandem_output* to, char letter, const struct tm* time) {
  int week = 0;
  int iso_year = tandem_iso(time, &week);
  int year = 1900 + time->tm_year;
  switch (letter) {
  case '%': tandem_put(to, '%'); break;
  case 'n': tandem_put(to, '\n'); break;
  case 't': tandem_put(to, '\t'); break;
  case 'a': tandem_put_name(to, tandem_days, time->tm_wday, 3); break;
  case 'A': tandem_put_name(to, tandem_days, time->tm_wday, 9); break;
  case 'b':
  case 'h': tandem_put_name(to, tandem_months, time->tm_mon, 3); break;
  case 'B': tandem_put_name(to, tandem_months, time->tm_mon, 9); break;
  case 'C': tandem_put_number(to, year / 100, 2, '0'); break;
  case 'd': tandem_put_number(to, time->tm_mday, 2, '0'); break;
  case 'e': tandem_put_number(to, time->tm_mday, 2, ' '); break;
  case 'g': tandem_put_number(to, iso_year % 100, 2, '0'); break;
  case 'G': tandem_put_number(to, iso_year, 4, '0'); break;
  case 'H': tandem_put_number(to, time->tm_hour, 2, '0'); break;
  case 'I': tandem_put_number(to, tandem_hour(time), 2, '0'); break;
  case 'j': tandem_put_number(to, time->tm_yday + 1, 3, '0'); break;
  case 'k': tandem_put_number(to, time->tm_hour, 2, ' '); break;
  case 'l': tandem_put_number(to, tandem_hour(time), 2, ' '); break;
  case 'm': tandem_put_number(to, time->tm_mon + 1, 2, '0'); break;
  case 'M': tandem_put_number(to, time->tm_min, 2, '0'); break;
  case 'p': tandem_put_text(to, time->tm_hour < 12 ? "AM" : "PM"); break;
  case 'P': tandem_put_text(to, time->tm_hour < 12 ? "am" : "pm"); break;
  case 'S': tandem_put_number(to, time->tm_sec, 2, '0'); break;
  case 'u': tandem_put_number(to, time->tm_wday == 0 ? 7 : time->tm_wday, 1, '0'); break;
  case 'U': tandem_put_number(to, (time->tm_yday + 7 - time->tm_wday) / 7, 2, '0'); break;
  case 'V': tandem_put_number(to, week, 2, '0'); break;
  case 'w': tandem_put_number(to, time->tm_wday, 1, '0'); break;
  case 'W': tandem_put_number(to, (time->tm_yday + 7 - (time->tm_wday + 6) % 7) / 7, 2, '0'); break;
  case 'y': tandem_put_number(to, year % 100, 2, '0'); break;
  case 'Y': tandem_put_number(to, year, 4, '0'); break;
  case 'z': tandem_put_offset(to, time); break;
  case 'Z': tandem_put_text(to, time->tm_zone ? time->tm_zone : ""); break;
  default: return tandem_put_whole(to, letter, time);
  }
  return 1;
}

static int tandem_in_range(const struct tm* time) {
  return time->tm_sec >= 0 && time->tm_sec <= 60 && time->tm_min >= 0 && time->tm_min <= 59 && time->tm_hour >= 0 &&
         time->tm_hour <= 23 && time->tm_mday >= 1 && time->tm_mday <= 31 && time->tm_mon >= 0 && time->tm_mon <= 11 &&
         time->tm_year >= -900 && time->tm_year <= 8098 && time->tm_wday >= 0 && time->tm_wday <= 6 &&
         time->tm_yday >= 0 && time->tm_yday <= 365;
}

static size_t tandem_leave_open(char* text, size_t size) {
  size_t length = (size_t)tandem_unspecified_long();
  tandem_assume(length == 0 || length < size);
  for (size_t i = 0; i < length; i++) text[i] = (char)tandem_unspecified_int();
  if (size > 0) text[length] = 0;
  return length;
}

// What does not fit is 0, and the text then open.
size_t strftime(char* text, size_t size, const char* format, const struct tm* time) {
  struct tandem_output to = {text, size, 0};
  int known = tandem_in_range(time);
  for (; known && *format; format++) {
    if (*format != '%') {
      tandem_put(&to, *format);
      continue;
    }
    format++;
    known = tandem_put_field(&to, *format, time);
  }
  if (!known) return tandem_leave_open(text, size);
  if (to.length >= size) return 0;
  text[to.length] = 0;
  return to.length;
}

// Messages on stderr, with or without the end of the program: BSD err.h and GNU error.h. What they print is not
// modelled.
#include "model.h"

typedef void (*tandem_function)(void);

_Noreturn void exit(int status);

unsigned error_message_count;
int error_one_per_line;
tandem_function error_print_progname;

_Noreturn void verr(int status, const char* format, va_list values) {
  (void)format;
  (void)values;
  exit(status);
}

_Noreturn void verrx(int status, const char* format, va_list values) {
  (void)format;
  (void)values;
  exit(status);
}

_Noreturn void err(int status, const char* format, ...) {
  (void)format;
  exit(status);
}

_Noreturn void errx(int status, const char* format, ...) {
  (void)format;
  exit(status);
}

void vwarn(const char* format, va_list values) {
  (void)format;
  (void)values;
}

void vwarnx(const char* format, va_list values) {
  (void)format;
  (void)values;
}

void warn(const char* format, ...) { (void)format; }
void warnx(const char* format, ...) { (void)format; }

static void tandem_report(int status) {
  if (error_print_progname) error_print_progname();
  error_message_count++;
  if (status != 0) exit(status);
}

void error(int status, int number, const char* format, ...) {
  (void)number;
  (void)format;
  tandem_report(status);
}

// With error_one_per_line, a second message for the same line is left out, and so is the end of the program.
void error_at_line(int status, int number, const char* file, unsigned line, const char* format, ...) {
  static const char* last_file;
  static unsigned last_line;
  (void)number;
  (void)format;
  if (error_one_per_line) {
    const char* left = last_file;
    const char* right = file;
    while (left && right && left != right && *left && *left == *right) {
      left++;
      right++;
    }
    if (last_line == line && (left == right || (left && right && *left == *right))) return;
    last_file = file;
    last_line = line;
  }
  tandem_report(status);
}

#define _GNU_SOURCE
#include "clib_test.h"

#include <err.h>
#include <error.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <unistd.h>

MODEL(err);
MODEL(errx);
MODEL(verr);
MODEL(verrx);
MODEL(warn);
MODEL(warnx);
MODEL(vwarn);
MODEL(vwarnx);
MODEL(error);
MODEL(error_at_line);
MODEL(error_message_count);
MODEL(error_one_per_line);
MODEL(error_print_progname);

enum { FUNCTIONS = 10, RETURNED = 99 };

static void with_list(int which, bool model, int status, const char* format, ...) {
  va_list values;
  va_start(values, format);
  switch (which) {
  case 0: (model ? model_verr : verr)(status, format, values); break;
  case 1: (model ? model_verrx : verrx)(status, format, values); break;
  case 2: (model ? model_vwarn : vwarn)(format, values); break;
  default: (model ? model_vwarnx : vwarnx)(format, values); break;
  }
  va_end(values);
}

static void call(int which, bool model, int status) {
  switch (which) {
  case 4: (model ? model_err : err)(status, "%d", 1); break;
  case 5: (model ? model_errx : errx)(status, "%d", 1); break;
  case 6: (model ? model_warn : warn)("%d", 1); break;
  case 7: (model ? model_warnx : warnx)("%d", 1); break;
  case 8: (model ? model_error : error)(status, 2, "%d", 1); break;
  case 9: (model ? model_error_at_line : error_at_line)(status, 2, "file", 3, "%d", 1); break;
  default: with_list(which, model, status, "%d", 1); break;
  }
}

// The exit status, or RETURNED + the number of messages.
static int end_of(int which, bool model, int status, bool twice) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    if (twice) {
      error_one_per_line = model_error_one_per_line = 1;
      (model ? model_error_at_line : error_at_line)(0, 2, "file", 3, "%d", 1);
      (model ? model_error_at_line : error_at_line)(0, 2, status == 1 ? "file" : "other", 3, "%d", 1);
    }
    call(which, model, status);
    _exit(RETURNED + (int)(model ? model_error_message_count : error_message_count));
  }
  int ended = 0;
  waitpid(child, &ended, 0);
  return WEXITSTATUS(ended);
}

int main(void) {
  test_begin();
  check(model_error_print_progname == NULL, "no function at the start");
  for (int which = 0; which < FUNCTIONS; which++)
    for (int status = 0; status < 3; status++)
      for (int twice = 0; twice < 2; twice++)
        check(end_of(which, true, status, twice) == end_of(which, false, status, twice), "%d with %d", which, status);
  return test_end();
}

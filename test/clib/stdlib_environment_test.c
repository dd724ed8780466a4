#define _GNU_SOURCE
#include "clib_test.h"

MODEL(getenv);
MODEL(secure_getenv);
MODEL(setenv);
MODEL(unsetenv);
MODEL(putenv);
MODEL(clearenv);

extern char** environ;
extern char** model_environ;
void model___tandem_list_environment(void);

static const char* asked;
static int is_listed;
static const char* known;
static size_t position;
static int choices;

int tandem_environment_int(void);
size_t tandem_environment_size(void);
unsigned char tandem_environment_byte(void);

int tandem_environment_int(void) {
  choices++;
  if (is_listed) return 0; // the list begins empty
  position = 0;
  known = getenv(asked);
  return known != NULL;
}
size_t tandem_environment_size(void) { return strlen(known); }
unsigned char tandem_environment_byte(void) { return (unsigned char)known[position++]; }

static void same(const char* name) {
  asked = name;
  const char* real = getenv(name);
  const char* got = model_getenv(name);
  check(real ? got && strcmp(real, got) == 0 : !got, "getenv(\"%s\"): %s, not %s", name, got ? got : "(none)",
        real ? real : "(none)");
  got = model_secure_getenv(name);
  check(real ? got && strcmp(real, got) == 0 : !got, "secure_getenv(\"%s\")", name);
}

// Text by text, in order.
static void same_list(void) {
  size_t at = 0;
  while (environ && environ[at] && model_environ && model_environ[at] && !strcmp(environ[at], model_environ[at])) at++;
  check(!(environ && environ[at]) && !(model_environ && model_environ[at]), "environ[%zu]: %s, not %s", at,
        model_environ && model_environ[at] ? model_environ[at] : "(none)",
        environ && environ[at] ? environ[at] : "(none)");
}

static void change(void) {
  static char texts[64][40];
  static const char* const names[] = {
      "ALPHA", "BETA", "GAMMA", "ALPH", "ALPHABET", "", "A=B", "=", "LANGUAGE_OF_THE_USER_OF_THIS_PROGRAM"};
  const char* name = names[random_below(9)];
  char value[40];
  random_string(value, name == names[8] || random_bool() ? 12 : 40, "abc=");
  int overwrite = random_bool();
  char* text = texts[random_below(64)];
  asked = name;
  errno = 0;
  switch (random_below(8)) {
  case 0:
  case 1:
  case 2: {
    int got = model_setenv(name, value, overwrite);
    int got_errno = errno;
    errno = 0;
    check(setenv(name, value, overwrite) == got && errno == got_errno, "setenv(\"%s\", \"%s\", %d)", name, value,
          overwrite);
    break;
  }
  case 3: {
    int got = model_unsetenv(name);
    int got_errno = errno;
    errno = 0;
    check(unsetenv(name) == got && errno == got_errno, "unsetenv(\"%s\")", name);
    break;
  }
  case 4: {
    static const char* const plain[] = {"ALPHA", "BETA", "GAMMA", "ALPHABET"};
    unsetenv(plain[0]), unsetenv(plain[1]), unsetenv(plain[2]), unsetenv(plain[3]);
    for (int i = 0; i < 4; i++) model_unsetenv(plain[i]);
    sprintf(text, "%s%s%.20s", plain[random_below(4)], random_bool() ? "=" : "", random_bool() ? value : "");
    if (!strchr(text, '=')) text[strcspn(text, "abc")] = 0;
    check(model_putenv(text) == putenv(text), "putenv(\"%s\")", text);
    break;
  }
  case 5:
    if (random_below(20) == 0) check(model_clearenv() == clearenv(), "clearenv");
    break;
  default: break;
  }
  for (int i = 0; i < 9; i++) same(names[i]);
  if (is_listed) same_list();
}

int main(void) {
  test_begin();
  clearenv();
  setenv("ALPHA", "of the outside", 1);
  setenv("GAMMA", "", 1);
  for (int call = 0; call < CALLS; call++) change();
  check(choices > 3, "the environment chose %d times", choices);
  clearenv();
  is_listed = 1;
  model___tandem_list_environment();
  same_list();
  for (int call = 0; call < CALLS; call++) change();
  return test_end();
}

// The list of environment variables: C17 7.22.4.6 and POSIX setenv, unsetenv, putenv.
//
// What is not known yet the environment decides, when a name is first asked for: no such variable, or a value, whose
// characters a replay chooses if there are fewer than TANDEM_VALUE_SIZE. Of a longer one nothing is known but that it
// ends. Then it stays, until the program changes it. Names that are too long or too many to be remembered get another
// value every time.
#include "model.h"

enum { TANDEM_EINVAL = 22, TANDEM_NAMES = 8, TANDEM_NAME_SIZE = 32, TANDEM_VALUE_SIZE = 16 };
enum { TANDEM_LONGEST = 131072 }; // Linux passes no longer text

struct tandem_variable {
  char name[TANDEM_NAME_SIZE];
  char text[TANDEM_VALUE_SIZE];
  char* value;
  int known;
};

static struct tandem_variable tandem_variables[TANDEM_NAMES];
static struct tandem_variable tandem_forgotten;
static int tandem_variable_count;
static int tandem_cleared;

// The name's length, or TANDEM_NAME_SIZE if it is not shorter than that.
static size_t tandem_name_length(const char* name) {
  size_t length = 0;
  while (length < TANDEM_NAME_SIZE && name[length] != 0 && name[length] != '=') length++;
  return length;
}

static int tandem_is_named(const struct tandem_variable* variable, const char* name, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (variable->name[i] != name[i]) return 0;
  return variable->name[length] == 0;
}

// The place for what is known of a variable; where there is none, the place that is always forgotten.
static struct tandem_variable* tandem_variable(const char* name) {
  size_t length = tandem_name_length(name);
  for (int i = 0; i < tandem_variable_count; i++)
    if (length < TANDEM_NAME_SIZE && tandem_is_named(&tandem_variables[i], name, length)) return &tandem_variables[i];
  if (length == TANDEM_NAME_SIZE || tandem_variable_count == TANDEM_NAMES) {
    tandem_forgotten.known = 0;
    return &tandem_forgotten;
  }
  struct tandem_variable* variable = &tandem_variables[tandem_variable_count++];
  for (size_t i = 0; i < length; i++) variable->name[i] = name[i];
  variable->name[length] = 0;
  variable->known = tandem_cleared;
  variable->value = NULL;
  return variable;
}

static int tandem_is_no_name(const char* name) {
  if (name && *name) {
    for (; *name; name++)
      if (*name == '=') break;
    if (!*name) return 0;
  }
  *__errno_location() = TANDEM_EINVAL;
  return 1;
}

static void tandem_choose(struct tandem_variable* variable) {
  variable->known = 1;
  variable->value = NULL;
  if (tandem_environment_int() == 0) return;
  for (size_t i = 0; i < TANDEM_VALUE_SIZE; i++) {
    variable->text[i] = (char)tandem_environment_byte();
    if (variable->text[i] == 0) {
      variable->value = variable->text;
      return;
    }
  }
  variable->value = malloc(TANDEM_LONGEST);
  if (variable->value) variable->value[TANDEM_LONGEST - 1] = 0;
}

char* getenv(const char* name) {
  for (size_t i = 0; name[i] != 0; i++)
    if (name[i] == '=') return NULL;
  if (name[0] == 0) return NULL;
  struct tandem_variable* variable = tandem_variable(name);
  if (!variable->known) tandem_choose(variable);
  return variable->value;
}

// The program is not started with the rights of another user.
char* secure_getenv(const char* name) { return getenv(name); }

int setenv(const char* name, const char* value, int overwrite) {
  if (tandem_is_no_name(name)) return -1;
  if (!overwrite && getenv(name)) return 0;
  struct tandem_variable* variable = tandem_variable(name);
  size_t length = 0;
  while (value[length] != 0) length++;
  char* text = length < TANDEM_VALUE_SIZE ? variable->text : malloc(length + 1);
  if (!text) return -1;
  for (size_t i = 0; i < length; i++) text[i] = value[i];
  text[length] = 0;
  variable->known = 1;
  variable->value = text;
  return 0;
}

int unsetenv(const char* name) {
  if (tandem_is_no_name(name)) return -1;
  struct tandem_variable* variable = tandem_variable(name);
  variable->known = 1;
  variable->value = NULL;
  return 0;
}

// The string itself becomes part of the environment; without '=' it removes the variable.
int putenv(char* text) {
  size_t length = 0;
  while (text[length] != 0 && text[length] != '=') length++;
  struct tandem_variable* variable = tandem_variable(text);
  variable->known = 1;
  variable->value = text[length] == 0 ? NULL : text + length + 1;
  return 0;
}

int clearenv(void) {
  tandem_cleared = 1;
  for (int i = 0; i < tandem_variable_count; i++) {
    tandem_variables[i].known = 1;
    tandem_variables[i].value = NULL;
  }
  return 0;
}

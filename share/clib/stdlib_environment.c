// The list of environment variables: C17 7.22.4.6 and POSIX setenv, unsetenv, putenv.
//
// What is not known yet the environment decides, when a name is first asked for: no such variable, or a value, whose
// characters a replay chooses if there are fewer than TANDEM_VALUE_SIZE. Of a longer one nothing is known but that it
// ends. Then it stays, until the program changes it. Names that are too long or too many to be remembered get another
// value every time.
//
// A program that looks at environ, or at the third parameter of main, sees all variables: then the list is made when
// the program starts, and the functions search and change that. Of each text it is known that it has a '='.
#include "model.h"

enum { TANDEM_EINVAL = 22, TANDEM_NAMES = 8, TANDEM_NAME_SIZE = 32, TANDEM_VALUE_SIZE = 16 };
enum { TANDEM_LONGEST = 131072 }; // Linux passes no longer text
enum { TANDEM_LISTED = 3, TANDEM_LONGEST_LIST = 65536 };

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

char** environ;
static char* tandem_list[TANDEM_LISTED + 1];
static int tandem_is_listed;

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
  if (!variable->value) return;
  for (size_t i = 0; i < TANDEM_VALUE_SIZE; i++) variable->value[i] = variable->text[i];
  variable->value[TANDEM_LONGEST - 1] = 0;
}

// The program starts with this list. Of the rest of a longer one only the end is known.
void __tandem_list_environment(void) {
  tandem_is_listed = 1;
  environ = tandem_list;
  for (int i = 0; i < TANDEM_LISTED; i++) {
    struct tandem_variable* variable = &tandem_variables[i];
    tandem_choose(variable);
    if (!variable->value) return;
    tandem_list[i] = variable->value;
    int has_sign = 0;
    for (size_t at = 0; at < TANDEM_VALUE_SIZE; at++) has_sign |= variable->text[at] == '=';
    tandem_assume(has_sign || variable->value != variable->text);
    if (!has_sign) (void)tandem_unspecified_int(); // it is somewhere behind what is known
  }
  if (tandem_environment_int() == 0) return;
  (void)tandem_unspecified_int(); // where it is
  char** list = malloc(TANDEM_LONGEST_LIST * sizeof(char*));
  if (!list) return;
  for (int i = 0; i < TANDEM_LISTED; i++) list[i] = tandem_list[i];
  list[TANDEM_LONGEST_LIST - 1] = NULL;
  environ = list;
}

// Where the list has the variable whose name begins the text; NULL if it has none.
static char** tandem_listed(const char* text, size_t length) {
  for (char** at = environ; at && *at; at++) {
    size_t same = 0;
    while (same < length && (*at)[same] == text[same]) same++;
    if (same == length && (*at)[length] == '=') return at;
  }
  return NULL;
}

static int tandem_list_text(char* text, size_t length) {
  char** at = tandem_listed(text, length);
  if (at) {
    *at = text;
    return 0;
  }
  size_t count = 0;
  while (environ && environ[count]) count++;
  char** list = malloc((count + 2) * sizeof(char*));
  if (!list) return -1;
  for (size_t i = 0; i < count; i++) list[i] = environ[i];
  list[count] = text;
  list[count + 1] = NULL;
  environ = list;
  return 0;
}

static int tandem_list_value(const char* name, const char* value, int overwrite) {
  size_t length = 0, size = 0;
  while (name[length] != 0) length++;
  while (value[size] != 0) size++;
  if (!overwrite && tandem_listed(name, length)) return 0;
  char* text = malloc(length + size + 2);
  if (!text) return -1;
  for (size_t i = 0; i < length; i++) text[i] = name[i];
  text[length] = '=';
  for (size_t i = 0; i <= size; i++) text[length + 1 + i] = value[i];
  return tandem_list_text(text, length);
}

static void tandem_unlist(const char* name, size_t length) {
  for (char** at = tandem_listed(name, length); at; at = tandem_listed(name, length))
    do at[0] = at[1];
    while (*at++);
}

char* getenv(const char* name) {
  for (size_t i = 0; name[i] != 0; i++)
    if (name[i] == '=') return NULL;
  if (name[0] == 0) return NULL;
  if (tandem_is_listed) {
    size_t length = 0;
    while (name[length] != 0) length++;
    char** at = tandem_listed(name, length);
    return at ? *at + length + 1 : NULL;
  }
  struct tandem_variable* variable = tandem_variable(name);
  if (!variable->known) tandem_choose(variable);
  return variable->value;
}

// The program is not started with the rights of another user.
char* secure_getenv(const char* name) { return getenv(name); }

int setenv(const char* name, const char* value, int overwrite) {
  if (tandem_is_no_name(name)) return -1;
  if (tandem_is_listed) return tandem_list_value(name, value, overwrite);
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
  if (tandem_is_listed) {
    size_t length = 0;
    while (name[length] != 0) length++;
    tandem_unlist(name, length);
    return 0;
  }
  struct tandem_variable* variable = tandem_variable(name);
  variable->known = 1;
  variable->value = NULL;
  return 0;
}

// The string itself becomes part of the environment; without '=' it removes the variable.
int putenv(char* text) {
  size_t length = 0;
  while (text[length] != 0 && text[length] != '=') length++;
  if (tandem_is_listed && text[length] != 0) return tandem_list_text(text, length);
  if (tandem_is_listed) {
    tandem_unlist(text, length);
    return 0;
  }
  struct tandem_variable* variable = tandem_variable(text);
  variable->known = 1;
  variable->value = text[length] == 0 ? NULL : text + length + 1;
  return 0;
}

int clearenv(void) {
  if (tandem_is_listed) environ = NULL;
  tandem_cleared = 1;
  for (int i = 0; i < tandem_variable_count; i++) {
    tandem_variables[i].known = 1;
    tandem_variables[i].value = NULL;
  }
  return 0;
}

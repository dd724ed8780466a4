// Command line options: POSIX getopt with the GNU permutation of arguments, getopt_long, getopt_long_only. Messages are
// not modelled, and POSIXLY_CORRECT is taken to be unset.
#include "model.h"

struct option {
  const char* name;
  int has_arg;
  int* flag;
  int val;
};

char* optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

// The rest of an argument like -abc; the arguments first ... last - 1 that are no options and were skipped.
static char* tandem_rest;
static int tandem_first;
static int tandem_last;
static int tandem_started;

static int tandem_is_option(const char* argument) { return argument[0] == '-' && argument[1] != 0; }

static int tandem_is_end(const char* argument) { return argument[0] == '-' && argument[1] == '-' && argument[2] == 0; }

// The skipped arguments change places with the options that follow them, up to optind.
static void tandem_exchange(char** arguments) {
  int options = optind - tandem_last;
  for (int moved = 0; moved < options; moved++)
    for (int i = tandem_last + moved; i > tandem_first + moved; i--) {
      char* argument = arguments[i];
      arguments[i] = arguments[i - 1];
      arguments[i - 1] = argument;
    }
  tandem_first += options;
  tandem_last = optind;
}

static void tandem_settle(char** arguments) {
  if (tandem_first != tandem_last && tandem_last != optind)
    tandem_exchange(arguments);
  else if (tandem_last != optind)
    tandem_first = optind;
}

// Moves on to the next option: 0 if there is one, 1 for an argument in order (shorts begin with -), -1 at the end.
static int tandem_advance(int count, char** arguments, char order) {
  if (tandem_last > optind) tandem_last = optind;
  if (tandem_first > optind) tandem_first = optind;
  if (order == 0) {
    tandem_settle(arguments);
    while (optind < count && !tandem_is_option(arguments[optind])) optind++;
    tandem_last = optind;
  }
  if (optind < count && tandem_is_end(arguments[optind])) {
    optind++;
    if (tandem_first != tandem_last && tandem_last != optind)
      tandem_exchange(arguments);
    else if (tandem_first == tandem_last)
      tandem_first = optind;
    tandem_last = count;
    optind = count;
  }
  if (optind == count) {
    if (tandem_first != tandem_last) optind = tandem_first;
    return -1;
  }
  if (tandem_is_option(arguments[optind])) return 0;
  if (order == '+') return -1;
  optarg = arguments[optind++];
  return 1;
}

static size_t tandem_name_length(const char* text) {
  size_t length = 0;
  while (text[length] != 0 && text[length] != '=') length++;
  return length;
}

// 1 if the given name abbreviates an option's name, -1 if it is that name.
static int tandem_matches(const char* name, const char* given, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (name[i] != given[i]) return 0;
  return name[length] == 0 ? -1 : 1;
}

// The index of the long option, -1 if there is none and -2 if an abbreviation fits several.
static int tandem_find_long(const char* given, const struct option* longs, int only) {
  size_t length = tandem_name_length(given);
  int found = -1;
  for (int i = 0; longs[i].name; i++) {
    int matches = tandem_matches(longs[i].name, given, length);
    if (matches < 0) return i;
    if (matches == 0) continue;
    if (found == -1)
      found = i;
    else if (found == -2 || only || longs[found].has_arg != longs[i].has_arg || longs[found].flag != longs[i].flag ||
             longs[found].val != longs[i].val)
      found = -2;
  }
  return found;
}

static int tandem_missing(const char* shorts) { return shorts[0] == ':' ? ':' : '?'; }

// An option by its long name, which tandem_rest points to; -1 if it is to be read as short ones.
static int tandem_read_long(int count, char** arguments, const char* shorts, const struct option* longs, int* place,
                            int only, int dashes) {
  char* given = tandem_rest;
  int found = tandem_find_long(given, longs, only);
  if (found == -1) {
    if (only && dashes == 1) {
      for (const char* letter = shorts; *letter; letter++)
        if (*letter == *given) return -1;
    }
    tandem_rest = NULL;
    optind++;
    optopt = 0;
    return '?';
  }
  tandem_rest = NULL;
  optind++;
  if (found == -2) {
    optopt = 0;
    return '?';
  }
  const struct option* option = &longs[found];
  char* value = given + tandem_name_length(given);
  if (*value == '=') {
    if (option->has_arg == 0) {
      optopt = option->val;
      return '?';
    }
    optarg = value + 1;
  } else if (option->has_arg == 1) {
    if (optind >= count) {
      optopt = option->val;
      return tandem_missing(shorts);
    }
    optarg = arguments[optind++];
  }
  if (place) *place = found;
  if (!option->flag) return option->val;
  *option->flag = option->val;
  return 0;
}

// With W; among the short options, -W name is --name.
static int tandem_read_short(int count, char** arguments, const char* shorts, const struct option* longs, int* place) {
  char letter = *tandem_rest++;
  const char* at = shorts;
  while (*at && *at != letter) at++;
  if (*tandem_rest == 0) optind++;
  if (*at == 0 || letter == ':' || letter == ';') {
    optopt = letter;
    return '?';
  }
  int is_long = at[0] == 'W' && at[1] == ';' && longs;
  if (at[1] != ':' && !is_long) return letter;
  if (*tandem_rest != 0) {
    optarg = tandem_rest;
    if (!is_long) optind++;
  } else if (!is_long && at[2] == ':') {
    optarg = NULL;
  } else if (optind == count) {
    optopt = letter;
    tandem_rest = NULL;
    return tandem_missing(shorts);
  } else {
    optarg = arguments[optind];
    if (!is_long) optind++;
  }
  tandem_rest = NULL;
  if (!is_long) return letter;
  tandem_rest = optarg;
  optarg = NULL;
  return tandem_read_long(count, arguments, shorts, longs, place, 0, 2);
}

static int tandem_getopt(int count, char** arguments, const char* shorts, const struct option* longs, int* place,
                         int only) {
  if (count < 1) return -1;
  optarg = NULL;
  if (optind == 0 || !tandem_started) {
    if (optind == 0) optind = 1;
    tandem_first = tandem_last = optind;
    tandem_rest = NULL;
    tandem_started = 1;
  }
  char order = shorts[0] == '-' || shorts[0] == '+' ? shorts[0] : 0;
  if (order) shorts++;
  if (!tandem_rest || *tandem_rest == 0) {
    int found = tandem_advance(count, arguments, order);
    if (found != 0) return found;
    int dashes = arguments[optind][1] == '-' ? 2 : 1;
    tandem_rest = arguments[optind] + dashes;
    if (longs && dashes == 2) return tandem_read_long(count, arguments, shorts, longs, place, only, 2);
    if (dashes == 2) tandem_rest = arguments[optind] + 1;
    if (longs && only) {
      // One letter that is a short option is that.
      int is_short = 0;
      for (const char* letter = shorts; *letter; letter++)
        if (*letter == arguments[optind][1]) is_short = 1;
      if (arguments[optind][2] != 0 || !is_short) {
        int result = tandem_read_long(count, arguments, shorts, longs, place, only, 1);
        if (result != -1) return result;
      }
    }
  }
  return tandem_read_short(count, arguments, shorts, longs, place);
}

int getopt(int count, char* const* arguments, const char* shorts) {
  return tandem_getopt(count, (char**)arguments, shorts, NULL, NULL, 0);
}

int getopt_long(int count, char* const* arguments, const char* shorts, const struct option* longs, int* place) {
  return tandem_getopt(count, (char**)arguments, shorts, longs, place, 0);
}

int getopt_long_only(int count, char* const* arguments, const char* shorts, const struct option* longs, int* place) {
  return tandem_getopt(count, (char**)arguments, shorts, longs, place, 1);
}

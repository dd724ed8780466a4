// <libgen.h> (POSIX): parts of paths. basename is the one of GNU's <string.h>, __xpg_basename that of <libgen.h>.
#include "model.h"

// What follows the last slash; empty after a slash at the end.
char* basename(const char* path) {
  const char* name = path;
  for (; *path != 0; path++)
    if (*path == '/') name = path + 1;
  return (char*)name;
}

static char tandem_dot[] = ".";

// Writes a null character over slashes at the end of the path.
char* __xpg_basename(char* path) {
  if (path == NULL || *path == 0) return tandem_dot;
  size_t end = 0;
  while (path[end] != 0) end++;
  if (path[end - 1] == '/') {
    while (end > 0 && path[end - 1] == '/') end--;
    if (end == 0) {
      while (path[end + 1] != 0) end++;
      return path + end;
    }
    path[end] = 0;
  }
  while (end > 0 && path[end - 1] != '/') end--;
  return path + end;
}

// Writes a null character behind the directory's name. Two slashes alone are left as they are.
char* dirname(char* path) {
  if (path == NULL || *path == 0) return tandem_dot;
  size_t end = 0;
  while (path[end] != 0) end++;
  while (end > 0 && path[end - 1] == '/') end--;
  while (end > 0 && path[end - 1] != '/') end--;
  if (end == 0 && *path != '/') return tandem_dot;
  while (end > 0 && path[end - 1] == '/') end--;
  if (end == 0) {
    end = path[1] == '/' && path[2] != '/' ? 2 : 1;
  }
  path[end] = 0;
  return path;
}

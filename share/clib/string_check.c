// What _FORTIFY_SOURCE makes of calls of <string.h>'s functions: room is the size of the target, (size_t)-1 if unknown.
#include "model.h"

_Noreturn void abort(void);
void* memcpy(void* to, const void* from, size_t size);
void* mempcpy(void* to, const void* from, size_t size);
void* memmove(void* to, const void* from, size_t size);
void* memset(void* to, int value, size_t size);
size_t strlen(const char* string);
size_t strnlen(const char* string, size_t most);
char* strcpy(char* to, const char* from);
char* stpcpy(char* to, const char* from);
char* strncpy(char* to, const char* from, size_t size);
char* stpncpy(char* to, const char* from, size_t size);
char* strcat(char* to, const char* from);
char* strncat(char* to, const char* from, size_t size);

// "*** buffer overflow detected ***"
_Noreturn void __chk_fail(void) { abort(); }

void* __memcpy_chk(void* to, const void* from, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return memcpy(to, from, size);
}

void* __mempcpy_chk(void* to, const void* from, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return mempcpy(to, from, size);
}

void* __memmove_chk(void* to, const void* from, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return memmove(to, from, size);
}

void* __memset_chk(void* to, int value, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return memset(to, value, size);
}

void __explicit_bzero_chk(void* to, size_t size, size_t room) {
  if (size > room) __chk_fail();
  memset(to, 0, size);
}

char* __strcpy_chk(char* to, const char* from, size_t room) {
  if (strlen(from) >= room) __chk_fail();
  return strcpy(to, from);
}

char* __stpcpy_chk(char* to, const char* from, size_t room) {
  if (strlen(from) >= room) __chk_fail();
  return stpcpy(to, from);
}

char* __strncpy_chk(char* to, const char* from, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return strncpy(to, from, size);
}

char* __stpncpy_chk(char* to, const char* from, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return stpncpy(to, from, size);
}

char* __strcat_chk(char* to, const char* from, size_t room) {
  size_t used = strnlen(to, room);
  if (strlen(from) >= room - used) __chk_fail();
  return strcat(to, from);
}

char* __strncat_chk(char* to, const char* from, size_t size, size_t room) {
  size_t used = strnlen(to, room);
  if (strnlen(from, size) >= room - used) __chk_fail();
  return strncat(to, from, size);
}

// What _FORTIFY_SOURCE makes of calls of <wchar.h>'s functions: room is the size of the target in wide characters.
#include "model.h"

_Noreturn void __chk_fail(void);
size_t wcslen(const wchar_t* string);
size_t wcsnlen(const wchar_t* string, size_t most);
wchar_t* wmemcpy(wchar_t* to, const wchar_t* from, size_t size);
wchar_t* wmempcpy(wchar_t* to, const wchar_t* from, size_t size);
wchar_t* wmemmove(wchar_t* to, const wchar_t* from, size_t size);
wchar_t* wmemset(wchar_t* to, wchar_t value, size_t size);
wchar_t* wcscpy(wchar_t* to, const wchar_t* from);
wchar_t* wcpcpy(wchar_t* to, const wchar_t* from);
wchar_t* wcsncpy(wchar_t* to, const wchar_t* from, size_t size);
wchar_t* wcpncpy(wchar_t* to, const wchar_t* from, size_t size);
wchar_t* wcscat(wchar_t* to, const wchar_t* from);
wchar_t* wcsncat(wchar_t* to, const wchar_t* from, size_t size);

wchar_t* __wmemcpy_chk(wchar_t* to, const wchar_t* from, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return wmemcpy(to, from, size);
}

wchar_t* __wmempcpy_chk(wchar_t* to, const wchar_t* from, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return wmempcpy(to, from, size);
}

wchar_t* __wmemmove_chk(wchar_t* to, const wchar_t* from, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return wmemmove(to, from, size);
}

wchar_t* __wmemset_chk(wchar_t* to, wchar_t value, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return wmemset(to, value, size);
}

wchar_t* __wcscpy_chk(wchar_t* to, const wchar_t* from, size_t room) {
  if (wcslen(from) >= room) __chk_fail();
  return wcscpy(to, from);
}

wchar_t* __wcpcpy_chk(wchar_t* to, const wchar_t* from, size_t room) {
  if (wcslen(from) >= room) __chk_fail();
  return wcpcpy(to, from);
}

wchar_t* __wcsncpy_chk(wchar_t* to, const wchar_t* from, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return wcsncpy(to, from, size);
}

wchar_t* __wcpncpy_chk(wchar_t* to, const wchar_t* from, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return wcpncpy(to, from, size);
}

wchar_t* __wcscat_chk(wchar_t* to, const wchar_t* from, size_t room) {
  size_t used = wcsnlen(to, room);
  if (wcslen(from) >= room - used) __chk_fail();
  return wcscat(to, from);
}

wchar_t* __wcsncat_chk(wchar_t* to, const wchar_t* from, size_t size, size_t room) {
  size_t used = wcsnlen(to, room);
  if (wcsnlen(from, size) >= room - used) __chk_fail();
  return wcsncat(to, from, size);
}

// The same memory, wide, for the library and for a model (see struct twins), and random wide strings.
#ifndef TANDEM_WIDE_FOR_TEST_H
#define TANDEM_WIDE_FOR_TEST_H

#include "clib_test.h"
#include <wchar.h>

static struct {
  wchar_t real[128];
  wchar_t model[128];
} wide_twins;
static wchar_t* const real = wide_twins.real + 16;
static wchar_t* const model = wide_twins.model + 16;

// Both begin with the string.
static inline void begin_with(const wchar_t* start) {
  random_bytes(wide_twins.real, sizeof wide_twins.real);
  wcscpy(real, start);
  memcpy(wide_twins.model, wide_twins.real, sizeof wide_twins.real);
}

static inline bool same_memory(void) { return memcmp(wide_twins.real, wide_twins.model, sizeof wide_twins.real) == 0; }

// A place in both, or null in both.
static inline bool same_place(const wchar_t* in_real, const wchar_t* in_model) {
  return in_real ? in_model && in_real - real == in_model - model : !in_model;
}

// Fewer than size characters; without letters any character below largest.
static inline void random_wide(wchar_t* to, size_t size, const wchar_t* letters, unsigned largest) {
  size_t length = random_below((unsigned)size);
  for (size_t i = 0; i < length; i++)
    to[i] = letters ? letters[random_below((unsigned)wcslen(letters))] : (wchar_t)(1 + random_below(largest - 1));
  to[length] = 0;
}

static inline wchar_t* wide_copy_of(const wchar_t* from) {
  return (wchar_t*)copy_of(from, (wcslen(from) + 1) * sizeof *from);
}

#endif

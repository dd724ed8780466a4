// Instead of csmith's own header: its arithmetic without undefined behaviour, and a checksum that solvers can follow.
#include <float.h>
#include <limits.h>
#include <stdint.h>

#define LOG_INDEX
#define LOG_EXEC
#define UNDEFINED(value) (value)
#define STATIC static
#define FUNC_NAME(name) safe_##name
extern float fabsf(float);
extern double fabs(double);
#include "safe_math.h"

extern _Bool __VERIFIER_nondet_bool(void);
static uint32_t checksum = 1;
static void transparent_crc(uint64_t value, char* name, int print) {
  checksum = checksum * 31 + (uint32_t)value + (uint32_t)(value >> 32);
}
static void transparent_crc_bytes(char* bytes, int count, char* name, int print) {
  for (int i = 0; i < count; i++) checksum = checksum * 31 + (unsigned char)bytes[i];
}

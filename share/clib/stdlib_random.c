// Random numbers: C17 7.22.2 and POSIX random, left to the environment; rand_r and the 48-bit family of POSIX, which
// are functions of their state, exactly. A seed that is set after numbers were drawn may repeat a sequence, the initial
// one is that of the seed 1: what is drawn from then on is open, but no input.
#include "model.h"

enum { TANDEM_RAND_MAX = 2147483647, TANDEM_EINTR = 4, TANDEM_EIO = 5, TANDEM_EAGAIN = 11, TANDEM_EINVAL = 22 };

static int tandem_has_drawn, tandem_may_repeat;

int rand(void) {
  tandem_has_drawn = 1;
  int number = tandem_may_repeat ? tandem_unspecified_int() : tandem_environment_int();
  tandem_assume(number >= 0);
  return number;
}

void srand(unsigned seed) {
  (void)seed;
  tandem_may_repeat = tandem_has_drawn;
}

long random(void) {
  tandem_has_drawn = 1;
  long number = tandem_may_repeat ? tandem_unspecified_long() : tandem_environment_long();
  tandem_assume(number >= 0 && number <= TANDEM_RAND_MAX);
  return number;
}

void srandom(unsigned seed) { srand(seed); }

// glibc: eleven, ten and ten bits of three numbers of the linear congruential generator that the standard shows.
int rand_r(unsigned* seed) {
  unsigned result = 0;
  for (int part = 0; part < 3; part++) {
    *seed = *seed * 1103515245u + 12345u;
    result = (result << 10) ^ ((*seed >> 16) & (part == 0 ? 2047u : 1023u));
  }
  return (int)result;
}

unsigned arc4random(void) { return (unsigned)tandem_environment_int(); }

unsigned arc4random_uniform(unsigned bound) {
  unsigned number = (unsigned)tandem_environment_int();
  tandem_assume(bound < 2 ? number == 0 : number < bound);
  return number;
}

void arc4random_buf(void* bytes, size_t size) {
  for (size_t i = 0; i < size; i++) ((unsigned char*)bytes)[i] = tandem_environment_byte();
}

int getentropy(void* bytes, size_t size) {
  if (size > 256) {
    *__errno_location() = TANDEM_EIO;
    return -1;
  }
  arc4random_buf(bytes, size);
  return 0;
}

// Linux: a signal may end it early, and the numbers may not be ready yet.
ssize_t getrandom(void* bytes, size_t size, unsigned flags) {
  ssize_t amount = tandem_environment_long();
  tandem_assume(amount == -1 || (amount >= 0 && (size_t)amount <= size));
  if (amount == -1 || flags > 7) {
    int cause = tandem_environment_int();
    tandem_assume(flags > 7 ? cause == TANDEM_EINVAL
                            : cause == TANDEM_EINTR || cause == TANDEM_EAGAIN || cause == TANDEM_EINVAL);
    *__errno_location() = cause;
    return -1;
  }
  arc4random_buf(bytes, (size_t)amount);
  return amount;
}

static unsigned long long tandem_state48;
static unsigned long long tandem_factor48 = 0x5deece66dULL;
static unsigned tandem_summand48 = 11;

static unsigned long long tandem_next48(unsigned long long state) {
  return (state * tandem_factor48 + tandem_summand48) & 0xffffffffffffULL;
}

static unsigned long long tandem_step48(unsigned short state[3]) {
  unsigned long long next =
      tandem_next48(state[0] | (unsigned long long)state[1] << 16 | (unsigned long long)state[2] << 32);
  state[0] = (unsigned short)next;
  state[1] = (unsigned short)(next >> 16);
  state[2] = (unsigned short)(next >> 32);
  return next;
}

static double tandem_fraction(unsigned long long state) { return (double)state * 0x1p-48; }
static long tandem_natural(unsigned long long state) { return (long)(state >> 17); }
static long tandem_signed(unsigned long long state) { return (int)(unsigned)(state >> 16); }

double drand48(void) { return tandem_fraction(tandem_state48 = tandem_next48(tandem_state48)); }
long lrand48(void) { return tandem_natural(tandem_state48 = tandem_next48(tandem_state48)); }
long mrand48(void) { return tandem_signed(tandem_state48 = tandem_next48(tandem_state48)); }
double erand48(unsigned short state[3]) { return tandem_fraction(tandem_step48(state)); }
long nrand48(unsigned short state[3]) { return tandem_natural(tandem_step48(state)); }
long jrand48(unsigned short state[3]) { return tandem_signed(tandem_step48(state)); }

static void tandem_reset48(void) {
  tandem_factor48 = 0x5deece66dULL;
  tandem_summand48 = 11;
}

void srand48(long seed) {
  tandem_reset48();
  tandem_state48 = (unsigned long long)(unsigned)seed << 16 | 0x330e;
}

unsigned short* seed48(unsigned short seed[3]) {
  static unsigned short old[3];
  unsigned long long state = seed[0] | (unsigned long long)seed[1] << 16 | (unsigned long long)seed[2] << 32;
  old[0] = (unsigned short)tandem_state48;
  old[1] = (unsigned short)(tandem_state48 >> 16);
  old[2] = (unsigned short)(tandem_state48 >> 32);
  tandem_reset48();
  tandem_state48 = state;
  return old;
}

// State, factor, summand.
void lcong48(unsigned short numbers[7]) {
  tandem_state48 = numbers[0] | (unsigned long long)numbers[1] << 16 | (unsigned long long)numbers[2] << 32;
  tandem_factor48 = numbers[3] | (unsigned long long)numbers[4] << 16 | (unsigned long long)numbers[5] << 32;
  tandem_summand48 = numbers[6];
}

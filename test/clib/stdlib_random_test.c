#define _GNU_SOURCE
#include "clib_test.h"
#include <sys/random.h>

#include <unistd.h>

MODEL(rand);
MODEL(srand);
MODEL(random);
MODEL(srandom);
MODEL(rand_r);
MODEL(arc4random);
MODEL(arc4random_uniform);
MODEL(arc4random_buf);
MODEL(getentropy);
MODEL(getrandom);
MODEL(drand48);
MODEL(lrand48);
MODEL(mrand48);
MODEL(erand48);
MODEL(nrand48);
MODEL(jrand48);
MODEL(srand48);
MODEL(seed48);
MODEL(lcong48);

static void environment(void) {
  unsigned bound = (unsigned)random_integer();
  unsigned char bytes[300];
  next_int = rand();
  check(model_rand() == (int)next_int, "rand");
  next_int = random();
  check(model_random() == (long)next_int, "random");
  next_int = arc4random();
  check(model_arc4random() == (unsigned)next_int, "arc4random");
  next_int = arc4random_uniform(bound);
  check(model_arc4random_uniform(bound) == (unsigned)next_int, "arc4random_uniform(%u)", bound);
  memset(bytes, 0, sizeof bytes);
  next_int = 200;
  size_t size = random_below(300);
  errno = 0;
  int result = model_getentropy(bytes, size);
  check(result == (size > 256 ? -1 : 0) && errno == (size > 256 ? EIO : 0), "getentropy of %zu", size);
  if (result == 0) check(size == 0 || (bytes[size - 1] == 200 && bytes[size] == 0), "getentropy of %zu", size);
  bytes[0] = bytes[size] = 0;
  next_int = random_below((unsigned)size + 1);
  long amount = model_getrandom(bytes, size, random_below(8));
  check(amount == next_int && (amount == 0 || bytes[amount - 1] == (unsigned char)next_int) && bytes[size] == 0,
        "getrandom of %zu: %ld", size, amount);
  next_int = EINVAL;
  errno = 0;
  check(getrandom(bytes, 30, 8) == -1 && model_getrandom(bytes, 30, 8) == -1 && errno == EINVAL, "getrandom, flags 8");
  next_int = 200;
  model_arc4random_buf(bytes, size);
  check(size == 0 || (bytes[size - 1] == 200 && bytes[size] == 0), "arc4random_buf of %zu", size);
}

static void seed(void) {
  unsigned short numbers[7], same[7];
  random_bytes(numbers, sizeof numbers);
  memcpy(same, numbers, sizeof same);
  long number = (long)random_integer();
  switch (random_below(6)) {
  case 0:
    srand48(number);
    model_srand48(number);
    break;
  case 1: check(memcmp(seed48(numbers), model_seed48(same), 6) == 0, "seed48"); break;
  case 2:
    lcong48(numbers);
    model_lcong48(same);
    break;
  default: break;
  }
}

static void exact(void) {
  unsigned state = (unsigned)random_integer(), same = state;
  unsigned short states[3], sames[3];
  random_bytes(states, sizeof states);
  memcpy(sames, states, sizeof states);
  int number = rand_r(&state);
  check(model_rand_r(&same) == number && same == state, "rand_r");
  seed();
  check(model_drand48() == drand48(), "drand48");
  check(model_lrand48() == lrand48(), "lrand48");
  check(model_mrand48() == mrand48(), "mrand48");
  check(model_erand48(sames) == erand48(states) && memcmp(states, sames, sizeof states) == 0, "erand48");
  check(model_nrand48(sames) == nrand48(states) && memcmp(states, sames, sizeof states) == 0, "nrand48");
  check(model_jrand48(sames) == jrand48(states) && memcmp(states, sames, sizeof states) == 0, "jrand48");
}

int main(void) {
  test_begin();
  model_srand(1);
  model_srandom(1);
  for (int call = 0; call < CALLS; call++) {
    environment();
    exact();
  }
  return test_end();
}

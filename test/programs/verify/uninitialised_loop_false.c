// what: with zero for what is not initialised the loop does not end; the error is found with the values of the path
// truth: unreach-call false
// expect: bmc --cpu=5s false
// expect: kinduction --cpu=5s false
// expect: default --cpu=5s false
#include <assert.h>
int main(void) {
  int count;
  int stop;
  do {
    _Bool fails;
    if (fails) assert(count != 7);
  } while (!(stop % 2));
  return 0;
}

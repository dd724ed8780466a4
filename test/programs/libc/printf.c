// what: printf's flags, widths and lengths
// run:
// expect: output "   42|42   |00042|+42|2a|0X2A|52|   abc|ab|c|%|-1|18446744073709551615|1.50|1e+02|255\n"
#include <stdio.h>

int main(void) {
  printf("%5d|%-5d|%05d|%+d|%x|%#X|%o|", 42, 42, 42, 42, 42, 42, 42);
  printf("%6s|%.2s|%c|%%|", "abc", "abc", 'c');
  printf("%lld|%llu|%.2f|%.0e|%hhu\n", -1LL, ~0ULL, 1.5, 123.0, (unsigned char)-1);
  return 0;
}

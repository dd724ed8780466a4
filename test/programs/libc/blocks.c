// what: alloca dies with its function, realloc moves, strdup copies, memchr and strtok search
// run:
// expect: output "44551 7 <one><two><three> 1569 0101234567 4 3 value\n"
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int use(int n) {
  char* block = alloca(n);
  memset(block, 'x', n);
  block[n - 1] = 0;
  return (int)strlen(block);
}

int main(void) {
  int total = 0;
  for (int i = 1; i < 300; i++) total += use(i);
  char* copy = strdup("one,two;;three");
  char* found = memchr(copy, ';', strlen(copy));
  printf("%d %d ", total, (int)(found - copy));
  for (char* token = strtok(copy, ",;"); token; token = strtok(NULL, ",;")) printf("<%s>", token);
  int* numbers = malloc(2 * sizeof *numbers);
  numbers[0] = 1;
  numbers[1] = 2;
  for (int size = 4; size < 1000; size *= 2) {
    numbers = realloc(numbers, size * sizeof *numbers);
    for (int i = size / 2; i < size; i++) numbers[i] = numbers[i - 1] + numbers[i - 2] % 7;
  }
  char buffer[16] = "0123456789";
  memmove(buffer + 2, buffer, 8);
  printf(" %d %s %d %d %s\n", numbers[511], buffer, (int)strspn("aabbc", "ab"), (int)strcspn("xyz!", "!"),
         strpbrk("key=value", "=") + 1);
  free(numbers);
  free(copy);
  return 0;
}

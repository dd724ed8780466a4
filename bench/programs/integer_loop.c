// An integer loop without memory or calls.
int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 3000000; i++) {
    sum += i;
    sum ^= i << 1;
  }
  return sum == 0;
}

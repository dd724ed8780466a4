int a[1000];
int main(void) {
  int b[1000];
  unsigned sum = 0;
  for (int i = 0; i < 1000; i++) b[i] = i;
  for (int k = 0; k < 500; k++)
    for (int i = 0; i < 1000; i++) {
      a[i] = b[i] + k;
      sum += a[i];
    }
  return sum == 0;
}

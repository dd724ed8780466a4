int main(void) {
  double x = 0, step = 0.5;
  for (int i = 0; i < 1000000; i++) {
    x = x + step * 2.0;
    if (x > 1e6) step = -step;
  }
  return x < -1e9;
}

// Defines the external reach_error; its own call of it is never reached.
void reach_error(void) {}

int limited(int x) {
  if (x < 0)
    return 0;
  int y = x > 5 ? 5 : x;
  if (y > 5)
    reach_error();
  return y;
}

// State machines on globals, like the eca tasks of SV-COMP.
int state, mode = 3;
int main(void) {
  for (int i = 0; i < 1000000; i++) {
    if (state == 5 && mode != 3) state = 7;
    else if (state > 900 || mode < 0) state = 0;
    state++;
  }
  return state < 0;
}

// The shape of Figure 15 in "Exchanging Information in Cooperative Software Validation": full becomes 0 in the first
// round of a long loop and stays so, but it is no invariant of the loop, because it starts with 1.
extern void reach_error(void);

int main(void) {
  unsigned int full = 1;
  unsigned int level = 0;
  while (level < 1000) {
    full = 0;
    level = level + 1;
  }
  if (full != 0) reach_error();
  return 0;
}

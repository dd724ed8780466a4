int table[16] = {1, 2, 3};
int main(void) { return table[0] - 1; }

// errno (C17 7.5): one object per program, for models know no threads.
#include "model.h"

int errno;

int* __errno_location(void) { return &errno; }

// errno (C17 7.5): one object per program, for models know no threads.
#include "model.h"

static int tandem_errno;

int* __errno_location(void) { return &tandem_errno; }

// Handlers of the end of the program: C17 7.22.4.2. The front end calls tandem's own function below where the entry
// function returns and before exit ends the program.
#include "model.h"

enum { TANDEM_HANDLERS = 32 };

struct tandem_handler {
  void (*call)(void);
  struct tandem_handler* earlier;
};

static struct tandem_handler tandem_handlers[TANDEM_HANDLERS];
static int tandem_handler_count;
static struct tandem_handler* tandem_last_handler;

void* malloc(size_t);

// There is always room for 32, and for more while there is memory.
int atexit(void (*handler)(void)) {
  struct tandem_handler* added;
  if (tandem_handler_count < TANDEM_HANDLERS)
    added = &tandem_handlers[tandem_handler_count++];
  else
    added = malloc(sizeof *added);
  if (added == NULL) return 1;
  added->call = handler;
  added->earlier = tandem_last_handler;
  tandem_last_handler = added;
  return 0;
}

// In the reverse order of their registration; a handler may register another one.
void __tandem_run_exit_handlers(void) {
  while (tandem_last_handler != NULL) {
    struct tandem_handler* next = tandem_last_handler;
    tandem_last_handler = next->earlier;
    next->call();
  }
}

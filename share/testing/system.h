// What the runtimes of programs under test have in common. System calls are made through syscall(), since the program
// may define functions with the names of the others.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>

extern long syscall(long number, ...);
extern int __sigaction(int signal, const struct sigaction *action, struct sigaction *old);

struct tandem_input { unsigned long long low, high; };
extern int tandem_start(int argc, char **argv);

#ifdef SYS_mmap2
enum { map_number = SYS_mmap2 };
#else
enum { map_number = SYS_mmap };
#endif

static void *pages(unsigned long size, int sharing) {
  return (void *)syscall(map_number, 0, size + 4096, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                         0);
}

// The program's own streams lead nowhere. Where a sandbox cannot have devices, the stream of errors does already.
static void leave_streams(void) {
  int nothing = (int)syscall(SYS_open, "/dev/null", O_RDWR, 0);
  if (nothing < 0) nothing = 2;
  for (int i = 0; i < 3; i++) syscall(SYS_dup2, nothing, i);
}

// Tries for a while: the limit on processes may count those of other runs.
static long fork_soon(void) {
  long child = -1;
  for (int tries = 0; tries < 1000 && child < 0; tries++) {
    struct timeval pause = {0, 2000};
    child = syscall(SYS_fork);
    if (child < 0) syscall(SYS_nanosleep, &pause, 0);
  }
  return child;
}

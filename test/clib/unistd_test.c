// What the environment decides is what the real function did: its result, then errno, in the order of the model's
// choices.
#define _GNU_SOURCE
#include "clib_test.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

ssize_t __read_chk(int file, void* bytes, size_t size, size_t room);
ssize_t __pread_chk(int file, void* bytes, size_t size, off_t position, size_t room);
ssize_t __readlink_chk(const char* path, char* text, size_t size, size_t room);
char* __getcwd_chk(char* text, size_t size, size_t room);
int __gethostname_chk(char* text, size_t size, size_t room);
int __open_2(const char* path, int flags);
int __open64_2(const char* path, int flags);

MODEL(__read_chk);
MODEL(__pread_chk);
MODEL(__readlink_chk);
MODEL(__getcwd_chk);
MODEL(__gethostname_chk);
MODEL(__open_2);
MODEL(__open64_2);
MODEL(read);
MODEL(write);
MODEL(pread);
MODEL(pwrite);
MODEL(open);
MODEL(open64);
MODEL(openat);
MODEL(fcntl);
MODEL(creat);
MODEL(close);
MODEL(dup);
MODEL(dup2);
MODEL(pipe);
MODEL(lseek);
MODEL(fsync);
MODEL(fdatasync);
MODEL(ftruncate);
MODEL(truncate);
MODEL(sync);
MODEL(access);
MODEL(unlink);
MODEL(rmdir);
MODEL(chdir);
MODEL(mkdir);
MODEL(link);
MODEL(symlink);
MODEL(readlink);
MODEL(getcwd);
MODEL(isatty);
MODEL(getpid);
MODEL(getppid);
MODEL(getuid);
MODEL(geteuid);
MODEL(getgid);
MODEL(getegid);
MODEL(getpagesize);
MODEL(sysconf);
MODEL(gethostname);

static long numbers[4];
static int next_number;
static const unsigned char* bytes;

int tandem_environment_int(void);
long tandem_environment_long(void);
size_t tandem_environment_size(void);
unsigned char tandem_environment_byte(void);
int tandem_environment_int(void) { return (int)numbers[next_number++ % 4]; }
long tandem_environment_long(void) { return numbers[next_number++ % 4]; }
size_t tandem_environment_size(void) { return (size_t)numbers[next_number++ % 4]; }
unsigned char tandem_environment_byte(void) { return *bytes++; }
// What is open once the program may read what it wrote.
long tandem_unspecified_long(void);
int tandem_unspecified_int(void);
long tandem_unspecified_long(void) { return tandem_environment_long(); }
int tandem_unspecified_int(void) { return tandem_environment_byte(); }

static void choose(long first, long second) {
  numbers[0] = first;
  numbers[1] = second;
  next_number = 0;
}

// Success or an error, as the result of a call.
#define COMPARE(name, ...)                                                                                             \
  do {                                                                                                                 \
    errno = 0;                                                                                                         \
    long real = (long)name(__VA_ARGS__);                                                                               \
    int real_errno = errno;                                                                                            \
    choose(real, real_errno);                                                                                          \
    errno = 0;                                                                                                         \
    long got = (long)model_##name(__VA_ARGS__);                                                                        \
    check(got == real && errno == real_errno, #name ": %ld, not %ld; errno %d, not %d", got, real, errno, real_errno); \
  } while (0)

// The same for calls that the model lets fail without a choice.
#define COMPARE_FAILURE(name, certain, ...)                                                                            \
  do {                                                                                                                 \
    errno = 0;                                                                                                         \
    long real = (long)name(__VA_ARGS__);                                                                               \
    int real_errno = errno;                                                                                            \
    choose(certain ? real_errno : real, real_errno);                                                                   \
    errno = 0;                                                                                                         \
    long got = (long)model_##name(__VA_ARGS__);                                                                        \
    check(got == real && errno == real_errno, #name ": %ld, not %ld; errno %d, not %d", got, real, errno, real_errno); \
  } while (0)

static char folder[] = "/tmp/clib_unistd_XXXXXX";

static const char* random_path(void) {
  static const char* const names[] = {"", "a", "b", "a/b", "no/such", "/"};
  return names[random_below(6)];
}

static void transfer(int file) {
  unsigned char got[64], real[64];
  memset(got, 77, sizeof got);
  memset(real, 77, sizeof real);
  size_t size = random_below(60);
  int used = random_below(8) == 0 ? (int[]){-1, INT_MIN, 999}[random_below(3)] : file;
  errno = 0;
  bool placed = random_bool();
  off_t position = (off_t)random_below(100) - 10;
  ssize_t amount = placed ? pread(used, real, size, position) : read(used, real, size);
  int real_errno = errno;
  choose(amount, real_errno);
  bytes = real;
  errno = 0;
  ssize_t result = placed ? model_pread(used, got, size, position) : model_read(used, got, size);
  check(result == amount && errno == real_errno && memcmp(got, real, sizeof got) == 0, "read %zd, not %zd", result,
        amount);
  const unsigned char* text = real;
  COMPARE(write, used, text, size);
  COMPARE(pwrite, used, text, size, position);
  int whence = random_below(20) == 0 ? 77 : (int)random_below(3);
  COMPARE_FAILURE(lseek, used >= 0 && whence == 0 && position < 0, used, position, whence);
  COMPARE(fsync, used);
  COMPARE(fdatasync, used);
  COMPARE(isatty, used);
  COMPARE(ftruncate, used, position);
}

static void descriptors(void) {
  const char* path = random_path();
  int flags = random_bool() ? O_RDONLY : O_RDWR | O_CREAT;
  COMPARE(open, path, flags, 0600);
  if (numbers[0] >= 0) close((int)numbers[0]);
  COMPARE(openat, AT_FDCWD, path, flags, 0600);
  if (numbers[0] >= 0) close((int)numbers[0]);
  COMPARE(open64, path, flags, 0600);
  if (numbers[0] >= 0) close((int)numbers[0]);
  int some = (int)random_below(4) - 2, command = random_bool() ? F_GETFD : F_GETFL;
  COMPARE(fcntl, some, command);
  COMPARE(creat, path, 0600);
  if (numbers[0] >= 0) close((int)numbers[0]);
  int file = (int)random_below(4) - 2;
  COMPARE(dup, file);
  if (numbers[0] >= 0) {
    int copy = (int)numbers[0];
    choose(0, 0);
    check(model_close(copy) == close(copy), "close");
  }
  int closed = random_bool() ? -3 : 998;
  COMPARE(close, closed);
  int other = random_bool() ? 20 : -4;
  errno = 0;
  int real = dup2(file, other), real_errno = errno;
  choose(real < 0, real_errno);
  errno = 0;
  check(model_dup2(file, other) == real && errno == real_errno, "dup2(%d, %d)", file, other);
  if (real >= 0) close(real);
  int got[2], files[2];
  if (pipe(files) == 0) {
    choose(files[0], files[1]);
    check(model_pipe(got) == 0 && got[0] == files[0] && got[1] == files[1], "pipe");
    close(files[0]);
    close(files[1]);
  }
}

static void paths(void) {
  const char *path = random_path(), *other = random_path();
  int mode = (int)random_below(9);
  COMPARE(access, path, mode);
  COMPARE(mkdir, path, 0700);
  COMPARE_FAILURE(link, path[0] == 0 || other[0] == 0, path, other);
  COMPARE_FAILURE(symlink, path[0] == 0 || other[0] == 0, path, other);
  off_t size_of_file = (off_t)random_below(9) - 2;
  COMPARE_FAILURE(truncate, size_of_file < 0, path, size_of_file);
  if (path[0] != '/') COMPARE(unlink, path);
  if (path[0] != '/') COMPARE(rmdir, path);
  char got[20], real[20];
  memset(got, 77, sizeof got);
  memset(real, 77, sizeof real);
  size_t size = random_below(12);
  errno = 0;
  // Through a pointer: the compiler knows that there must be room.
  ssize_t (*volatile real_readlink)(const char*, char*, size_t) = readlink;
  ssize_t amount = real_readlink(random_bool() ? other : "b", real, size);
  int real_errno = errno;
  choose(amount, real_errno);
  bytes = (unsigned char*)real;
  const char* same = real_errno == ENOENT ? "" : "b";
  errno = 0;
  check(model_readlink(same, got, size) == amount && errno == real_errno, "readlink into %zu", size);
  check(memcmp(got, real, sizeof got) == 0, "readlink into %zu", size);
}

static void names(void) {
  char got[PATH_MAX], real[PATH_MAX], whole[PATH_MAX];
  memset(got, 77, sizeof got);
  memset(real, 77, sizeof real);
  if (!getcwd(whole, sizeof whole)) return;
  size_t size = random_below(2 * (unsigned)strlen(whole));
  errno = 0;
  bool good = getcwd(real, size) != NULL;
  int real_errno = errno;
  choose((long)strlen(whole), 0);
  bytes = (const unsigned char*)whole + 1;
  errno = 0;
  check((model_getcwd(got, size) != NULL) == good && errno == real_errno, "getcwd(%zu)", size);
  if (good) check(memcmp(got, real, sizeof got) == 0, "getcwd(%zu)", size);
  choose((long)strlen(whole), 0);
  bytes = (const unsigned char*)whole + 1;
  char* allocated = model_getcwd(NULL, 0);
  check(allocated && strcmp(allocated, whole) == 0, "getcwd(NULL)");
  free(allocated);
  gethostname(whole, sizeof whole);
  size = random_below(2 * (unsigned)strlen(whole) + 2);
  memset(got, 77, sizeof got);
  memset(real, 77, sizeof real);
  errno = 0;
  good = gethostname(real, size) == 0;
  real_errno = errno;
  choose((long)strlen(whole), 0);
  bytes = (const unsigned char*)whole;
  errno = 0;
  check((model_gethostname(got, size) == 0) == good && errno == real_errno, "gethostname(%zu)", size);
  check(memcmp(got, real, sizeof got) == 0, "gethostname(%zu)", size);
  int number = (int)random_below(250) - 10;
  errno = 0;
  long value = sysconf(number);
  real_errno = errno;
  choose(value, real_errno);
  errno = 0;
  check(model_sysconf(number) == value && errno == real_errno, "sysconf(%d)", number);
  COMPARE(getpid);
  COMPARE(getppid);
  COMPARE(getuid);
  COMPARE(geteuid);
  COMPARE(getgid);
  COMPARE(getegid);
  COMPARE(getpagesize);
}

static bool aborts(int which) {
  char text[8];
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    switch (which) {
    case 0: model___read_chk(0, text, 9, 8); break;
    case 1: model___pread_chk(0, text, 9, 0, 8); break;
    case 2: model___readlink_chk("a", text, 9, 8); break;
    case 3: model___getcwd_chk(text, 9, 8); break;
    default: model___gethostname_chk(text, 9, 8); break;
    }
    _exit(0);
  }
  int ended = 0;
  waitpid(child, &ended, 0);
  return WIFSIGNALED(ended) && WTERMSIG(ended) == SIGABRT;
}

static void checked(int file) {
  char got[64] = "", real[64] = "";
  lseek(file, 0, SEEK_SET);
  choose(__pread_chk(file, real, 20, 3, sizeof real), 0);
  bytes = (const unsigned char*)real;
  check(model___pread_chk(file, got, 20, 3, sizeof got) == numbers[0] && strcmp(got, real) == 0, "__pread_chk");
  choose(__read_chk(file, real, 20, sizeof real), 0);
  bytes = (const unsigned char*)real;
  check(model___read_chk(file, got, 20, sizeof got) == numbers[0] && strcmp(got, real) == 0, "__read_chk");
  check(__getcwd_chk(real, 50, sizeof real) != NULL, "__getcwd_chk");
  choose((long)strlen(real), 0);
  bytes = (const unsigned char*)real + 1;
  check(model___getcwd_chk(got, 50, sizeof got) == got && strcmp(got, real) == 0, "__getcwd_chk");
  char* place = got;
  COMPARE(__readlink_chk, "no/such", place, 20, 64);
  COMPARE(__open_2, "no/such", O_RDONLY);
  COMPARE(__open64_2, "no/such", O_RDONLY);
  choose(1, 0);
  bytes = (const unsigned char*)"h";
  check(model___gethostname_chk(got, 2, sizeof got) == 0 && strcmp(got, "h") == 0, "__gethostname_chk");
  for (int which = 0; which < 5; which++) check(aborts(which), "%d does not abort", which);
}

int main(void) {
  test_begin();
  if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
  model_sync();
  int file = open("file", O_RDWR | O_CREAT, 0600);
  for (int call = 0; call < CALLS / 2; call++) {
    transfer(file);
    descriptors();
    paths();
    names();
  }
  checked(file);
  COMPARE(chdir, "no/such");
  COMPARE(chdir, "");
  COMPARE(chdir, "/");
  char command[64];
  sprintf(command, "rm -rf %s", folder);
  return system(command) == 0 ? test_end() : 1;
}

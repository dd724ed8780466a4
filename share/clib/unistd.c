// Files, processes and users as POSIX's unistd.h and fcntl.h show them. The environment decides what is in a file and
// which calls succeed; descriptors below zero never do. Once the program can write to files or has a pipe, what is read
// and where files end is open, for the program may read what it wrote.
#include "model.h"

typedef long off_t;

enum {
  TANDEM_ENOENT = 2,
  TANDEM_EBADF = 9,
  TANDEM_EINVAL = 22,
  TANDEM_ENOTTY = 25,
  TANDEM_ERANGE = 34,
  TANDEM_LAST_ERROR = 133,
  TANDEM_PAGE = 4096
};

static int tandem_writes_files;

enum { TANDEM_O_WRITES = 0103 }; // O_WRONLY, O_RDWR, O_CREAT

static int tandem_fail(int error) {
  *__errno_location() = error;
  return -1;
}

static int tandem_fail_somehow(void) {
  int error = tandem_environment_int();
  tandem_assume(error >= 1 && error <= TANDEM_LAST_ERROR);
  return tandem_fail(error);
}

static int tandem_try(void) { return tandem_environment_int() == 0 ? 0 : tandem_fail_somehow(); }

static int tandem_try_on(int file) { return file < 0 ? tandem_fail(TANDEM_EBADF) : tandem_try(); }

static int tandem_new_file(void) {
  int file = tandem_environment_int();
  tandem_assume(file >= -1);
  return file < 0 ? tandem_fail_somehow() : file;
}

static long tandem_position(void) {
  return tandem_writes_files ? tandem_unspecified_long() : tandem_environment_long();
}

static int tandem_open(int flags) {
  if (flags & TANDEM_O_WRITES) tandem_writes_files = 1;
  return tandem_new_file();
}

// -1, or how much of size was done.
static ssize_t tandem_amount(int file, size_t size) {
  if (file < 0) return tandem_fail(TANDEM_EBADF);
  ssize_t amount = tandem_position();
  tandem_assume(amount >= -1 && (amount == -1 || (size_t)amount <= size));
  return amount < 0 ? tandem_fail_somehow() : amount;
}

static void tandem_choose_bytes(unsigned char* bytes, ssize_t size) {
  for (ssize_t i = 0; i < size; i++)
    bytes[i] = tandem_writes_files ? (unsigned char)tandem_unspecified_int() : tandem_environment_byte();
}

// Reads the first and the last byte that a call is given, which thus must exist.
static void tandem_touch(const volatile unsigned char* bytes, size_t size) {
  if (size == 0) return;
  (void)bytes[0];
  (void)bytes[size - 1];
}

ssize_t read(int file, void* bytes, size_t size) {
  ssize_t amount = tandem_amount(file, size);
  tandem_choose_bytes(bytes, amount);
  return amount;
}

ssize_t write(int file, const void* bytes, size_t size) {
  tandem_touch(bytes, size);
  return tandem_amount(file, size);
}

ssize_t pread(int file, void* bytes, size_t size, off_t position) {
  if (position < 0) return tandem_fail(TANDEM_EINVAL);
  return read(file, bytes, size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t position) {
  if (position < 0) return tandem_fail(TANDEM_EINVAL);
  return write(file, bytes, size);
}

int open(const char* path, int flags, ...) {
  (void)path;
  return tandem_open(flags);
}

int openat(int folder, const char* path, int flags, ...) {
  (void)folder;
  (void)path;
  return tandem_open(flags);
}

int creat(const char* path, unsigned mode) {
  (void)path;
  (void)mode;
  return tandem_open(TANDEM_O_WRITES);
}

int open64(const char* path, int flags, ...) {
  (void)path;
  return tandem_open(flags);
}

// Of the commands that take or give numbers; locks are written through a pointer, which is left out.
int fcntl(int file, int command, ...) {
  (void)command;
  return file < 0 ? tandem_fail(TANDEM_EBADF) : tandem_new_file();
}

int close(int file) { return tandem_try_on(file); }

int dup(int file) { return file < 0 ? tandem_fail(TANDEM_EBADF) : tandem_new_file(); }

int dup2(int file, int other) {
  if (file < 0 || other < 0) return tandem_fail(TANDEM_EBADF);
  return tandem_try() == 0 ? other : -1;
}

int pipe(int files[2]) {
  int from = tandem_environment_int();
  int to = tandem_environment_int();
  tandem_assume(from >= -1 && (from == -1 || (to >= 0 && to != from)));
  if (from < 0) return tandem_fail_somehow();
  tandem_writes_files = 1;
  files[0] = from;
  files[1] = to;
  return 0;
}

// From the start of the file (whence 0) the position is the one asked for.
off_t lseek(int file, off_t offset, int whence) {
  if (file < 0) return tandem_fail(TANDEM_EBADF);
  if (whence == 0 && offset < 0) return tandem_fail_somehow();
  off_t position = tandem_position();
  tandem_assume(position >= -1 && (position == -1 || whence != 0 || position == offset));
  tandem_assume(position == -1 || (whence >= 0 && whence <= 4));
  return position < 0 ? tandem_fail_somehow() : position;
}

int fsync(int file) { return tandem_try_on(file); }
int fdatasync(int file) { return tandem_try_on(file); }
int ftruncate(int file, off_t size) { return size < 0 ? tandem_fail(TANDEM_EINVAL) : tandem_try_on(file); }
void sync(void) {}

int access(const char* path, int mode) {
  (void)path;
  (void)mode;
  return tandem_try();
}

// Which of several errors is reported depends on the system.
int truncate(const char* path, off_t size) {
  (void)path;
  return size < 0 ? tandem_fail_somehow() : tandem_try();
}

static int tandem_try_path(const char* path) { return path[0] == 0 ? tandem_fail(TANDEM_ENOENT) : tandem_try(); }

int unlink(const char* path) { return tandem_try_path(path); }
int rmdir(const char* path) { return tandem_try_path(path); }
int chdir(const char* path) { return tandem_try_path(path); }

int mkdir(const char* path, unsigned mode) {
  (void)mode;
  return tandem_try_path(path);
}

int link(const char* path, const char* other) {
  return path[0] == 0 || other[0] == 0 ? tandem_fail_somehow() : tandem_try();
}

int symlink(const char* path, const char* other) {
  return path[0] == 0 || other[0] == 0 ? tandem_fail_somehow() : tandem_try();
}

// No terminating 0.
ssize_t readlink(const char* path, char* text, size_t size) {
  if (path[0] == 0) return tandem_fail(TANDEM_ENOENT);
  if ((int)size <= 0) return tandem_fail(TANDEM_EINVAL);
  ssize_t amount = tandem_amount(0, size);
  tandem_choose_bytes((unsigned char*)text, amount);
  return amount;
}

// An absolute path, and no memory of the library's: without a buffer one is allocated, of the given size or large
// enough.
char* getcwd(char* text, size_t size) {
  if (text && size == 0) {
    tandem_fail(TANDEM_EINVAL);
    return NULL;
  }
  size_t length = tandem_environment_size();
  tandem_assume(length < TANDEM_PAGE);
  if (length == 0) {
    tandem_fail_somehow();
    return NULL;
  }
  if (size != 0 && length >= size) {
    tandem_fail(TANDEM_ERANGE);
    return NULL;
  }
  if (!text) text = malloc(size == 0 ? length + 1 : size);
  if (!text) return NULL;
  text[0] = '/';
  for (size_t i = 1; i < length; i++) {
    unsigned char byte = tandem_environment_byte();
    tandem_assume(byte != 0);
    text[i] = (char)byte;
  }
  text[length] = 0;
  return text;
}

int isatty(int file) {
  if (file < 0) {
    tandem_fail(TANDEM_EBADF);
    return 0;
  }
  if (tandem_environment_int() != 0) return 1;
  tandem_fail_somehow();
  return 0;
}

// What does not change while the program runs.
static int tandem_constant(int* known, int smallest) {
  if (*known < smallest) {
    *known = tandem_environment_int();
    tandem_assume(*known >= smallest);
  }
  return *known;
}

int getpid(void) {
  static int process;
  return tandem_constant(&process, 1);
}

// A parent that ends is replaced.
int getppid(void) {
  int process = tandem_environment_int();
  tandem_assume(process >= 0);
  return process;
}

static unsigned tandem_owner(unsigned* owner, int* known) {
  if (!*known) *owner = (unsigned)tandem_environment_int();
  *known = 1;
  return *owner;
}

unsigned getuid(void) {
  static unsigned user;
  static int known;
  return tandem_owner(&user, &known);
}

unsigned geteuid(void) {
  static unsigned user;
  static int known;
  return tandem_owner(&user, &known);
}

unsigned getgid(void) {
  static unsigned group;
  static int known;
  return tandem_owner(&group, &known);
}

unsigned getegid(void) {
  static unsigned group;
  static int known;
  return tandem_owner(&group, &known);
}

int getpagesize(void) { return TANDEM_PAGE; }

// The size of a page has number 30; of the others some have no limit or do not exist.
long sysconf(int name) {
  if (name == 30) return TANDEM_PAGE;
  long value = tandem_environment_long();
  if (value == -1 && tandem_environment_int() != 0) tandem_fail(TANDEM_EINVAL);
  return value;
}

int gethostname(char* text, size_t size) {
  size_t length = tandem_environment_size();
  tandem_assume(length <= 64);
  for (size_t i = 0; i < length && i < size; i++) {
    unsigned char byte = tandem_environment_byte();
    tandem_assume(byte != 0);
    text[i] = (char)byte;
  }
  if (length >= size) return tandem_fail(36);
  text[length] = 0;
  return 0;
}

// What _FORTIFY_SOURCE makes of calls: room is the size of the target.
_Noreturn void __chk_fail(void);

ssize_t __read_chk(int file, void* bytes, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return read(file, bytes, size);
}

ssize_t __pread_chk(int file, void* bytes, size_t size, off_t position, size_t room) {
  if (size > room) __chk_fail();
  return pread(file, bytes, size, position);
}

ssize_t __readlink_chk(const char* path, char* text, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return readlink(path, text, size);
}

char* __getcwd_chk(char* text, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return getcwd(text, size);
}

int __gethostname_chk(char* text, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return gethostname(text, size);
}

int __open_2(const char* path, int flags) { return open(path, flags); }
int __open64_2(const char* path, int flags) { return open64(path, flags); }

// The kinds of parameters are the letters of declared.cpp; the lists below are what declarations do not say.

#include "clib/effects.h"

#include "base/core/require.h"
#include "clib/declared.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tandem::clib {

namespace {

using Names = std::unordered_set<std::string_view>;

template <typename Add> void for_each_word(std::string_view words, const Add& add) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    add(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

Names split(std::string_view words) {
  Names result;
  for_each_word(words, [&](std::string_view word) { result.insert(word); });
  return result;
}

// Their further arguments, and a va_list, are read.
const Names& printing() {
  static const Names names = split(
      "printf fprintf dprintf sprintf snprintf asprintf vprintf vfprintf vdprintf vsprintf vsnprintf vasprintf wprintf "
      "fwprintf swprintf vwprintf vfwprintf vswprintf syslog vsyslog err errx warn warnx verr verrx vwarn vwarnx error "
      "error_at_line open open64 openat openat64 execl execle execlp ulimit strfmon __printf_chk __fprintf_chk "
      "__dprintf_chk __sprintf_chk __snprintf_chk __asprintf_chk __vprintf_chk __vfprintf_chk __vdprintf_chk "
      "__vsprintf_chk __vsnprintf_chk __vasprintf_chk");
  return names;
}

// Declared with pointers to memory that they do not write.
const Names& reading() {
  static const Names names = split("free cfree execv execve execvp execvpe fexecve posix_madvise madvise munmap msync "
                                   "mlock munlock malloc_usable_size __printf_chk __vprintf_chk __fprintf_chk "
                                   "__vfprintf_chk __dprintf_chk __vdprintf_chk __memcmpeq __strdup __strndup "
                                   "__rawmemchr __strchrnul __strcasecmp __open_2 __open64_2 wait3 "
                                   "__builtin_constant_p __builtin_object_size __builtin_prefetch "
                                   "__builtin_return_address __builtin_frame_address");
  return names;
}

// They store a pointer through a pointer, and write nothing behind the one that was there.
const Names& storing_pointers() {
  static const Names names = split(
      "strtod strtof strtold strtol strtoll strtoq strtoul strtoull strtouq strtoimax strtoumax strtod_l strtof_l "
      "strtold_l strtol_l strtoll_l strtoul_l strtoull_l wcstod wcstof wcstold wcstol wcstoll wcstoq wcstoul wcstoull "
      "wcstouq wcstoimax wcstoumax wcstod_l wcstof_l wcstold_l wcstol_l wcstoll_l wcstoul_l wcstoull_l posix_memalign "
      "asprintf vasprintf getaddrinfo scandir pthread_getspecific getpwnam_r getpwuid_r getgrnam_r getgrgid_r "
      "mbsrtowcs mbsnrtowcs wcsrtombs wcsnrtombs");
  return names;
}

const Names& hidden() {
  static const Names names = split("getcontext setcontext makecontext swapcontext insque remque initstate setstate "
                                   "initstate_r setstate_r random_r srandom_r strtok wcstok tsearch mtrace "
                                   "pthread_setspecific sigaltstack sigreturn aio_read aio_write lio_listio mremap "
                                   "shmat fmemopen open_memstream open_wmemstream fopencookie lgamma lgammaf "
                                   "lgammal gamma gammaf gammal tzset");
  return names;
}

const Names& environment() {
  static const Names names = split(
      "time clock clock_gettime clock_getres gettimeofday times localtime localtime_r mktime ctime ctime_r "
      "timespec_get getenv secure_getenv rand random rand_r drand48 erand48 lrand48 nrand48 mrand48 jrand48 getrandom "
      "getentropy arc4random system getpid getppid getuid geteuid getgid getegid getchar getchar_unlocked getc "
      "getc_unlocked fgetc fgetc_unlocked _IO_getc fgets fgets_unlocked gets getline getdelim scanf fscanf vscanf "
      "vfscanf __isoc99_scanf __isoc99_fscanf __isoc23_scanf __isoc23_fscanf getw getwc getwchar fgetwc fgetws fread "
      "fread_unlocked ungetc feof ferror fopen fopen64 freopen fclose fseek ftell rewind tmpfile tmpnam remove rename "
      "fflush fputc fputs fwrite putc putchar puts perror printf fprintf vprintf vfprintf dprintf vdprintf "
      "putchar_unlocked _IO_putc "
      "__printf_chk __fprintf_chk read write open close lseek setlocale nl_langinfo tzset isatty ttyname sysconf "
      "qsort bsearch");
  return names;
}

const Names& keeping_errno() {
  static const Names names = split(
      "__errno_location abort alloca calloc cfree exit fabs fabsf fabsl fegetround fesetround floor floorf floorl ceil "
      "ceilf ceill trunc truncf truncl round roundf roundl rint rintf rintl nearbyint nearbyintf nearbyintl fmin fminf "
      "fminl fmax fmaxf fmaxl free malloc malloc_usable_size memchr memcmp memcpy memmove memset realloc strcat strchr "
      "strcmp strcpy strlen strncmp strncpy __assert_fail __isnan __isnanf __isnanl __isinf __isinff __isinfl __finite "
      "__finitef __finitel __signbit __signbitf __signbitl __fpclassify __fpclassifyf __fpclassifyl isnan isinf finite "
      "bsearch qsort _exit _Exit quick_exit");
  return names;
}

constexpr std::string_view host_prefix = "tandem_host_";

// The kinds of declared functions, by name.
const std::unordered_map<std::string_view, std::string_view>& declared() {
  static const std::unordered_map<std::string_view, std::string_view> table = [] {
    std::unordered_map<std::string_view, std::string_view> result;
    for_each_word(declared_functions, [&](std::string_view word) {
      const std::size_t colon = word.find(':');
      result.emplace(word.substr(0, colon), colon == word.npos ? std::string_view() : word.substr(colon + 1));
    });
    return result;
  }();
  return table;
}

Passing passing(char kind) {
  switch (kind) {
  case '0': return Passing::Nothing;
  case 'i': return Passing::Integer;
  case 'f': return Passing::Float;
  case 'r': return Passing::Record;
  case 'v': return Passing::ArgumentList;
  default: return Passing::Pointer;
  }
}

} // namespace

Passing Effect::result() const { return passing(kinds_[0]); }

std::size_t Effect::parameters() const { return kinds_.size() - (is_variadic() ? 2 : 1); }

Passing Effect::parameter(std::size_t i) const { return passing(kinds_[i + 1]); }

ArgumentEffect Effect::argument(std::size_t i) const {
  if (reading().contains(name_)) return ArgumentEffect::Read;
  if (!is_declared()) return ArgumentEffect::Write;
  if (i >= parameters()) return printing().contains(name_) ? ArgumentEffect::Read : ArgumentEffect::Write;
  switch (kinds_[i + 1]) {
  case 'c': return ArgumentEffect::Read;
  case 'w': return ArgumentEffect::Write;
  case 'p': return storing_pointers().contains(name_) ? ArgumentEffect::Write : ArgumentEffect::WriteBehind;
  case 'v': return printing().contains(name_) ? ArgumentEffect::Read : ArgumentEffect::WriteBehind;
  case 'F':
  case 'h': return ArgumentEffect::CallBack;
  default: return ArgumentEffect::Value;
  }
}

bool Effect::has_hidden_effect() const { return hidden().contains(name_); }

std::optional<Effect> effect_of(std::string_view function) {
  if (function.starts_with(host_prefix)) function.remove_prefix(host_prefix.size());
  if (const auto found = declared().find(function); found != declared().end())
    return Effect(found->first, found->second);
  constexpr std::string_view prefix = "__builtin_";
  if (!function.starts_with(prefix)) return std::nullopt;
  const auto plain = declared().find(function.substr(prefix.size()));
  return plain != declared().end() ? Effect(plain->first, plain->second) : Effect(function, "");
}

bool depends_on_environment(std::string_view function) { return environment().contains(function); }

bool may_set_errno(std::string_view function) {
  return !function.starts_with("__builtin_") && !function.starts_with(host_prefix) &&
         !keeping_errno().contains(function);
}

} // namespace tandem::clib

// One row per effect with the names of its functions, split into a hash map on first use.

#include "program/pointers/alias_library.h"

#include "base/core/require.h"

#include <algorithm>
#include <unordered_map>

namespace tandem::pointers {

namespace {

struct Row {
  LibraryEffect effect;
  std::string_view names; // separated by blanks
};

constexpr Row rows[] = {
    {LibraryEffect::Nothing,
     "__assert_fail __assert __assert_perror_fail abort exit _exit _Exit quick_exit free cfree perror "
     "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper "
     "toascii atof atoi atol atoll rand srand random srandom system sleep usleep time clock difftime "
     "memcmp strcmp strcoll strcspn strlen strncmp strnlen strspn strcasecmp strncasecmp bcmp bzero "
     "fflush fprintf fputc fputs fwrite printf putc putchar puts snprintf sprintf vfprintf vprintf vsnprintf vsprintf "
     "dprintf scanf fscanf sscanf fread fclose feof ferror fgetc getc getchar ungetc fseek ftell rewind remove rename "
     "read write open close lseek unlink access isatty fsync ioctl fcntl getpid getuid "
     "ceil ceilf ceill copysign copysignf copysignl fabs fabsf fabsl fdim fdimf fdiml floor floorf floorl fma fmaf "
     "fmal fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl frexp frexpf frexpl ldexp ldexpf ldexpl llrint llrintf "
     "llrintl llround llroundf llroundl lrint lrintf lrintl lround lroundf lroundl modf modff modfl nan nanf nanl "
     "nearbyint nearbyintf nearbyintl remainder remainderf remainderl rint rintf rintl round roundf roundl scalbn "
     "scalbnf scalbnl sqrt sqrtf sqrtl trunc truncf truncl isnan isnanf isnanl isinf isinff isinfl finite finitef "
     "finitel __isnan __isnanf __isnanl __isinf __isinff __isinfl __finite __finitef __finitel __fpclassify "
     "__fpclassifyf __fpclassifyl __signbit __signbitf __signbitl fesetround fegetround acos acosf asin asinf atan "
     "atanf atan2 atan2f cbrt cbrtf cos cosf cosh coshf exp expf exp2 exp2f expm1 expm1f hypot hypotf log logf log10 "
     "log10f log1p log1pf log2 log2f pow powf sin sinf sinh sinhf tan tanf tanh tanhf div ldiv lldiv "
     "__builtin_unreachable __builtin_va_start __builtin_va_end __builtin_va_copy "
     "pthread_mutex_init pthread_mutex_lock pthread_mutex_unlock pthread_mutex_trylock "
     "pthread_mutex_destroy pthread_cond_init pthread_cond_wait pthread_cond_signal pthread_cond_broadcast "
     "pthread_cond_destroy pthread_attr_init pthread_attr_destroy pthread_detach pthread_self pthread_equal "
     "sched_yield "
     "reach_error __VERIFIER_assume __VERIFIER_error __VERIFIER_atomic_begin __VERIFIER_atomic_end "
     "__VERIFIER_nondet_memory"},
    {LibraryEffect::Computes,
     "abs labs llabs __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bitreverse8 "
     "__builtin_bitreverse16 __builtin_bitreverse32 __builtin_bitreverse64 __builtin_clz __builtin_clzl "
     "__builtin_clzll __builtin_clzs __builtin_clzg __builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_ctzs "
     "__builtin_ctzg __builtin_ffs __builtin_ffsl __builtin_ffsll __builtin_popcount __builtin_popcountl "
     "__builtin_popcountll __builtin_popcountg __builtin_parity __builtin_parityl __builtin_parityll __builtin_clrsb "
     "__builtin_clrsbl __builtin_clrsbll __builtin_isnan __builtin_isinf __builtin_isinf_sign __builtin_isfinite "
     "__builtin_isnormal __builtin_issubnormal __builtin_iszero __builtin_issignaling __builtin_signbit "
     "__builtin_signbitf __builtin_signbitl __builtin_fpclassify __builtin_isfpclass"},
    {LibraryEffect::ComputesInto, "__builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow"},
    {LibraryEffect::Allocates,
     "malloc calloc alloca __builtin_alloca aligned_alloc memalign valloc strdup strndup wcsdup"},
    {LibraryEffect::AllocatesInto, "posix_memalign"},
    {LibraryEffect::Reallocates, "realloc reallocarray"},
    {LibraryEffect::ReturnsFirst, "memset fgets gets"},
    {LibraryEffect::ReturnsInto,
     "memchr memrchr rawmemchr strchr strrchr strchrnul strstr strcasestr strpbrk index rindex basename"},
    {LibraryEffect::ReturnsIntoLast, "strtok"},
    {LibraryEffect::StoresEnd, "strtod strtof strtold strtol strtoll strtoul strtoull strtoimax strtoumax"},
    {LibraryEffect::CopiesToFirst, "memcpy memmove strcpy strncpy strcat strncat"},
    {LibraryEffect::CopiesAndMoves, "mempcpy stpcpy stpncpy memccpy"},
    {LibraryEffect::ReturnsEnvironment,
     "getenv setlocale strerror fopen fdopen freopen tmpfile localtime gmtime ctime asctime __ctype_b_loc "
     "__ctype_tolower_loc "
     "__ctype_toupper_loc __errno_location __builtin_return_address __builtin_frame_address "
     "__builtin_extract_return_addr"},
    {LibraryEffect::Sorts, "qsort"},
    {LibraryEffect::Searches, "bsearch"},
    {LibraryEffect::CallsBack, "atexit at_quick_exit"},
    {LibraryEffect::SetsHandler, "signal"},
    {LibraryEffect::StartsThread, "pthread_create"},
    {LibraryEffect::JoinsThread, "pthread_join"},
    {LibraryEffect::EndsThread, "pthread_exit"},
};

std::unordered_map<std::string_view, LibraryEffect> split_rows() {
  std::unordered_map<std::string_view, LibraryEffect> result;
  for (const Row& row : rows) {
    std::string_view names = row.names;
    while (!names.empty()) {
      const std::size_t end = std::min(names.find(' '), names.size());
      result.emplace(names.substr(0, end), row.effect);
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  }
  return result;
}

} // namespace

LibraryEffect library_effect(std::string_view function) {
  static const std::unordered_map<std::string_view, LibraryEffect> effects = split_rows();
  const auto found = effects.find(function);
  if (found != effects.end()) return found->second;
  if (function.starts_with("__VERIFIER_nondet_")) return LibraryEffect::ReturnsEnvironment;
  if (function.starts_with("__builtin_") && function.ends_with("_overflow")) return LibraryEffect::ComputesInto;
  return LibraryEffect::Unknown;
}

bool calls_back(LibraryEffect effect) {
  switch (effect) {
  case LibraryEffect::Unknown:
  case LibraryEffect::Sorts:
  case LibraryEffect::Searches:
  case LibraryEffect::CallsBack:
  case LibraryEffect::SetsHandler:
  case LibraryEffect::StartsThread: return true;
  case LibraryEffect::Nothing:
  case LibraryEffect::Computes:
  case LibraryEffect::ComputesInto:
  case LibraryEffect::Allocates:
  case LibraryEffect::AllocatesInto:
  case LibraryEffect::Reallocates:
  case LibraryEffect::ReturnsFirst:
  case LibraryEffect::ReturnsInto:
  case LibraryEffect::ReturnsIntoLast:
  case LibraryEffect::StoresEnd:
  case LibraryEffect::CopiesToFirst:
  case LibraryEffect::CopiesAndMoves:
  case LibraryEffect::ReturnsEnvironment:
  case LibraryEffect::JoinsThread:
  case LibraryEffect::EndsThread: return false;
  }
  unreachable();
}

} // namespace tandem::pointers

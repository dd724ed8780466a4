#include "program/library.h"

#include <string>
#include <unordered_set>

namespace tandem {

namespace {

// One string for each header, so that the list stays readable.
constexpr std::string_view headers[] = {
    // assert.h
    "__assert_fail __assert __assert_perror_fail",
    // ctype.h
    "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper",
    // stdlib.h
    "abort abs aligned_alloc atexit atof atoi atol atoll bsearch calloc div exit _exit _Exit free getenv labs llabs "
    "malloc "
    "posix_memalign memalign qsort quick_exit rand realloc srand strtod strtof strtol strtold strtoll strtoul strtoull",
    // alloca.h, and the compiler's own name, which the front end uses for variable-length arrays
    "alloca __builtin_alloca",
    // string.h
    "memchr memcmp memcpy memmove mempcpy memset stpcpy strcat strchr strcmp strcpy strcspn strdup strerror strlen "
    "strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr strtok strcasecmp strncasecmp",
    // stdio.h
    "fflush fprintf fputc fputs fwrite perror printf putc putchar puts snprintf sprintf vfprintf vprintf vsnprintf "
    "vsprintf",
    // math.h
    "ceil ceilf ceill copysign copysignf copysignl fabs fabsf fabsl fdim fdimf fdiml floor floorf floorl fma fmaf fmal "
    "fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl frexp frexpf frexpl ldexp ldexpf ldexpl llrint llrintf llrintl "
    "llround llroundf llroundl lrint lrintf lrintl lround lroundf lroundl modf modff modfl nan nanf nanl nearbyint "
    "nearbyintf nearbyintl remainder remainderf remainderl rint rintf rintl round roundf roundl scalbn scalbnf scalbnl "
    "sqrt sqrtf sqrtl trunc truncf truncl isnan isnanf isnanl isinf isinff isinfl finite finitef finitel "
    "__isnan __isnanf __isnanl __isinf __isinff __isinfl __finite __finitef __finitel __fpclassify __fpclassifyf "
    "__fpclassifyl __signbit __signbitf __signbitl fesetround fegetround "
    "acos acosf asin asinf atan atanf atan2 atan2f cbrt cbrtf cos cosf cosh coshf exp expf exp2 exp2f expm1 expm1f "
    "hypot "
    "hypotf log logf log10 log10f log1p log1pf log2 log2f pow powf sin sinf sinh sinhf tan tanf tanh tanhf",
    // the compiler's functions that stay calls
    "__builtin_clz __builtin_clzl __builtin_clzll __builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_ffs "
    "__builtin_ffsl __builtin_ffsll __builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_parity "
    "__builtin_parityl __builtin_parityll __builtin_clrsb __builtin_clrsbl __builtin_clrsbll __builtin_bswap16 "
    "__builtin_bswap32 __builtin_bswap64 __builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow "
    "__builtin_isnan __builtin_isinf __builtin_isinf_sign __builtin_isfinite __builtin_isnormal __builtin_signbit "
    "__builtin_signbitf __builtin_signbitl __builtin_fpclassify __builtin_unreachable "
    "__builtin_va_start __builtin_va_end __builtin_va_copy __builtin_va_arg",
};

std::unordered_set<std::string_view> split_headers() {
  std::unordered_set<std::string_view> result;
  for (std::string_view names : headers) {
    while (!names.empty()) {
      const std::size_t end = std::min(names.find(' '), names.size());
      result.insert(names.substr(0, end));
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  }
  return result;
}

} // namespace

bool is_library_function(std::string_view name) {
  static const std::unordered_set<std::string_view> names = split_headers();
  return names.contains(name);
}

bool is_verifier_function(std::string_view name) {
  return name.starts_with("__VERIFIER_") || name == "reach_error";
}

} // namespace tandem

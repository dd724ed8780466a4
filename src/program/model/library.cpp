// The list itself, by header; looked up in a hash set that is built on first use.

#include "program/model/library.h"

#include "program/model/type.h"
#include "program/model/variable.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

namespace tandem {

namespace {

// One string for each header, so that the list stays readable.
constexpr std::string_view headers[] = {
    // assert.h, the ends of programs; the verifier's own functions are listed by their prefix
    "_Exit __assert __assert_fail __assert_perror_fail __builtin_trap __builtin_unreachable _exit abort atexit exit "
    "quick_exit",
    // ctype.h
    "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc isalnum isalpha isascii isblank iscntrl isdigit isgraph "
    "islower isprint ispunct isspace isupper isxdigit toascii tolower toupper",
    // stdlib.h, time.h, errno.h
    "__errno_location abs atof atoi atol atoll bsearch clock div getenv imaxabs labs ldiv llabs lldiv qsort rand "
    "random srand srandom strtod strtof strtol strtold strtoll strtoq strtoul strtoull strtouq system time",
    // memory: stdlib.h, string.h, alloca.h
    "__builtin_alloca __builtin_alloca_with_align __memcpy_chk __memmove_chk __memset_chk aligned_alloc alloca bcmp "
    "bcopy bzero calloc cfree free malloc malloc_usable_size memalign memchr memcmp memcpy memmove mempcpy memrchr "
    "memset posix_memalign realloc",
    // string.h, strings.h
    "__strcat_chk __strcpy_chk __strdup __strncat_chk __strncpy_chk __strtok_r index rindex stpcpy strcasecmp "
    "strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup strerror strlcat strlcpy strlen "
    "strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strspn strstr strtok strtok_r",
    // stdio.h: output
    "_IO_putc __printf_chk asprintf fclose ferror fflush fopen fopen64 fprintf fputc fputs fseek fwrite perror "
    "printf putc putchar putchar_unlocked puts remove setbuf setvbuf snprintf sprintf vfprintf vprintf vsnprintf "
    "vsprintf",
    // stdio.h: input
    "_IO_getc __isoc99_fscanf __isoc99_scanf __isoc99_sscanf feof fgetc fgets fscanf getc getchar gets scanf sscanf "
    "ungetc",
    // math.h, fenv.h
    "__builtin_huge_val __builtin_huge_valf __builtin_huge_vall __builtin_inf __builtin_inff __builtin_infl "
    "__builtin_nans __builtin_nansf acos acosf acosh acoshf acoshl acosl asin asinf asinh asinhf asinhl asinl atan "
    "atan2 atan2f atan2l atanf atanh atanhf atanhl atanl cbrt cbrtf cbrtl ceil ceilf ceill copysign copysignf "
    "copysignl cos cosf cosh coshf coshl cosl erf erfc erfcf erfcl erff erfl exp exp2 exp2f exp2l expf expl expm1 "
    "expm1f expm1l fabs fabsf fabsl fdim fdimf fdiml fegetround fesetround floor floorf floorl fma fmaf fmal fmax "
    "fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl frexp frexpf frexpl hypot hypotf hypotl ilogb ilogbf ilogbl "
    "ldexp ldexpf ldexpl lgamma lgammaf lgammal llrint llrintf llrintl llround llroundf llroundl log log10 log10f "
    "log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl logf logl lrint lrintf lrintl lround lroundf "
    "lroundl modf modff modfl nan nanf nanl nearbyint nearbyintf nearbyintl nextafter nextafterf nextafterl pow "
    "powf powl remainder remainderf remainderl rint rintf rintl round roundf roundl scalbln scalbn scalbnf scalbnl "
    "sin sinf sinh sinhf sinhl sinl sqrt sqrtf sqrtl tan tanf tanh tanhf tanhl tanl tgamma tgammaf tgammal trunc "
    "truncf truncl",
    // classes of floats
    "__builtin_fpclassify __builtin_isfinite __builtin_isinf __builtin_isinf_sign __builtin_isnan "
    "__builtin_isnormal __builtin_signbit __builtin_signbitf __builtin_signbitl __finite __finitef __finitel "
    "__fpclassify __fpclassifyf __fpclassifyl __isinf __isinff __isinfl __isnan __isnanf __isnanl __signbit "
    "__signbitf __signbitl finite finitef finitel fpclassify isfinite isgreater isgreaterequal isinf isinff isinfl "
    "isless islessequal islessgreater isnan isnanf isnanl isnormal isunordered signbit signbitf signbitl",
    // the compiler's functions that stay calls
    "__builtin_add_overflow __builtin_assume_aligned __builtin_bitreverse16 __builtin_bitreverse32 "
    "__builtin_bitreverse64 __builtin_bitreverse8 __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 "
    "__builtin_clrsb __builtin_clrsbl __builtin_clrsbll __builtin_clz __builtin_clzl __builtin_clzll "
    "__builtin_constant_p __builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_expect "
    "__builtin_expect_with_probability __builtin_ffs __builtin_ffsl __builtin_ffsll __builtin_frame_address "
    "__builtin_mul_overflow __builtin_object_size __builtin_parity __builtin_parityl __builtin_parityll "
    "__builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_prefetch __builtin_return_address "
    "__builtin_sadd_overflow __builtin_saddl_overflow __builtin_saddll_overflow __builtin_smul_overflow "
    "__builtin_smull_overflow __builtin_smulll_overflow __builtin_ssub_overflow __builtin_ssubl_overflow "
    "__builtin_ssubll_overflow __builtin_sub_overflow __builtin_uadd_overflow __builtin_uaddl_overflow "
    "__builtin_uaddll_overflow __builtin_umul_overflow __builtin_umull_overflow __builtin_umulll_overflow "
    "__builtin_usub_overflow __builtin_usubl_overflow __builtin_usubll_overflow __builtin_va_arg __builtin_va_copy "
    "__builtin_va_end __builtin_va_start __sync_synchronize ffs ffsl ffsll",
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

std::vector<std::string_view> library_functions() {
  const std::unordered_set<std::string_view> names = split_headers();
  std::vector<std::string_view> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

bool is_verifier_function(std::string_view name) {
  return name.starts_with("__VERIFIER_") || name == "reach_error" || is_assume_function(name) ||
         is_assert_function(name);
}

bool is_assume_function(std::string_view name) {
  constexpr std::array<std::string_view, 4> names{"__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume",
                                                  "klee_assume"};
  return std::ranges::find(names, name) != names.end();
}

bool is_assert_function(std::string_view name) {
  constexpr std::array<std::string_view, 5> names{"assert", "__VERIFIER_assert", "__CPROVER_assert", "__ESBMC_assert",
                                                  "klee_assert"};
  return std::ranges::find(names, name) != names.end();
}

std::optional<int> library_stream(const Variable& variable) {
  constexpr std::array<std::string_view, 3> names{"stdin", "stdout", "stderr"};
  const auto found = std::ranges::find(names, variable.name);
  if (!variable.is_extern || !variable.type->is_pointer() || found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

} // namespace tandem

// The parts of a harness that are the same for all programs, as C text with @PLACEHOLDERS@.
#pragma once

#include <string_view>

namespace tandem::task::harness_parts {

// Variables of the C library, which its own object files define.
inline constexpr std::string_view library_variables[] = {
    "stdin",
    "stdout",
    "stderr",
    "environ",
    "__environ",
    "optarg",
    "optind",
    "opterr",
    "optopt",
    "errno",
    "timezone",
    "daylight",
    "tzname",
    "signgam",
    "program_invocation_name",
    "program_invocation_short_name",
    "sys_errlist",
};

// System calls are made directly, so that no function of the program can interfere.
inline constexpr std::string_view support = R"C(#define TANDEM static __attribute__((no_instrument_function, unused))
#ifdef __x86_64__
enum { tandem_read = 0, tandem_write = 1, tandem_open = 2, tandem_seek = 8, tandem_exit = 231 };
#define TANDEM_CALL(result, number, a, b, c) \
  __asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory")
#else
enum { tandem_read = 3, tandem_write = 4, tandem_open = 5, tandem_seek = 19, tandem_exit = 252 };
#define TANDEM_CALL(result, number, a, b, c) \
  __asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c) : "memory")
#endif
TANDEM long tandem_system(long number, long a, long b, long c) {
  long result;
  TANDEM_CALL(result, number, a, b, c);
  return result;
}
TANDEM void tandem_end(int code) { @END@; }
TANDEM void tandem_error(void) {
  static const char line[] = "@LINE@\n";
  tandem_system(tandem_write, 2, (long)line, sizeof line - 1);
  tandem_end(@REACHED@);
}
TANDEM struct tandem_input tandem_next(void) {
@NEXT@}
#define TANDEM_ASSUME(name) \
  __attribute__((weak)) void name(int condition) { \
    if (!condition) tandem_end(@ASSUMPTION@); \
  }
#define TANDEM_ASSERT(name) \
  __attribute__((weak)) void name(int condition) { \
    if (!condition) tandem_error(); \
  }
TANDEM_ASSUME(__VERIFIER_assume)
TANDEM_ASSUME(__CPROVER_assume)
TANDEM_ASSUME(__ESBMC_assume)
TANDEM_ASSUME(klee_assume)
TANDEM_ASSUME(__goblint_assume)
#ifndef __clang__
TANDEM_ASSUME(__builtin_assume)
#endif
TANDEM_ASSERT(__VERIFIER_assert)
TANDEM_ASSERT(__CPROVER_assert)
TANDEM_ASSERT(__CPROVER_precondition)
TANDEM_ASSERT(__CPROVER_postcondition)
TANDEM_ASSERT(__ESBMC_assert)
TANDEM_ASSERT(klee_assert)
TANDEM_ASSERT(__goblint_assert)
TANDEM_ASSERT(__goblint_check)
TANDEM_ASSERT(assert)
#define TANDEM_ONLY_VERIFIERS(name) \
  __attribute__((weak)) void name() { tandem_end(@VERIFIER@); }
#define TANDEM_ONLY_CPROVER(name) TANDEM_ONLY_VERIFIERS(__CPROVER_##name)
TANDEM_ONLY_CPROVER(overflow_plus)
TANDEM_ONLY_CPROVER(overflow_minus)
TANDEM_ONLY_CPROVER(overflow_mult)
TANDEM_ONLY_CPROVER(overflow_shl)
TANDEM_ONLY_CPROVER(overflow_unary_minus)
TANDEM_ONLY_CPROVER(r_ok)
TANDEM_ONLY_CPROVER(w_ok)
TANDEM_ONLY_CPROVER(rw_ok)
TANDEM_ONLY_CPROVER(OBJECT_SIZE)
TANDEM_ONLY_CPROVER(POINTER_OFFSET)
TANDEM_ONLY_CPROVER(POINTER_OBJECT)
TANDEM_ONLY_CPROVER(same_object)
TANDEM_ONLY_CPROVER(DYNAMIC_OBJECT)
TANDEM_ONLY_CPROVER(LIVE_OBJECT)
TANDEM_ONLY_CPROVER(WRITEABLE_OBJECT)
TANDEM_ONLY_CPROVER(allocate)
TANDEM_ONLY_CPROVER(deallocate)
TANDEM_ONLY_CPROVER(havoc_object)
TANDEM_ONLY_CPROVER(havoc_slice)
TANDEM_ONLY_CPROVER(array_set)
TANDEM_ONLY_CPROVER(array_copy)
TANDEM_ONLY_CPROVER(array_replace)
TANDEM_ONLY_CPROVER(array_equal)
TANDEM_ONLY_VERIFIERS(__ESBMC_init_object)
TANDEM_ONLY_VERIFIERS(__ESBMC_forall)
TANDEM_ONLY_VERIFIERS(__ESBMC_exists)
TANDEM_ONLY_VERIFIERS(__ESBMC_bitcast)
TANDEM_ONLY_VERIFIERS(__ESBMC_r_ok)
TANDEM_ONLY_VERIFIERS(__ESBMC_w_ok)
TANDEM_ONLY_VERIFIERS(__ESBMC_rw_ok)
TANDEM_ONLY_VERIFIERS(__ESBMC_same_object)
TANDEM_ONLY_VERIFIERS(__ESBMC_POINTER_OFFSET)
TANDEM_ONLY_VERIFIERS(__ESBMC_POINTER_OBJECT)
TANDEM_ONLY_VERIFIERS(__ESBMC_get_object_size)
TANDEM_ONLY_VERIFIERS(__ESBMC_memset)
TANDEM_ONLY_VERIFIERS(__ESBMC_memcpy)
TANDEM_ONLY_VERIFIERS(__ESBMC_alloca)
TANDEM_ONLY_VERIFIERS(klee_make_symbolic)
TANDEM_ONLY_VERIFIERS(klee_int)
TANDEM_ONLY_VERIFIERS(klee_range)
)C";

inline constexpr std::string_view listed_next = R"C(  static unsigned long used;
  if (used == tandem_input_count) tandem_end(@EXHAUSTED@);
  return tandem_inputs[used++];
)C";

inline constexpr std::string_view served_inputs = R"C(struct tandem_input { unsigned long long low, high; };
struct tandem_input tandem_served(void);
void tandem_ended(int code);
void tandem_kind(int kind);
#define tandem_next_as(kind) (tandem_kind(kind), tandem_next())
)C";

inline constexpr std::string_view wide = R"C(TANDEM unsigned __int128 tandem_wide(struct tandem_input input) {
  return (unsigned __int128)input.high << 64 | input.low;
}
)C";

// Of a function without a body: some value, which a run shows but nothing controls.
inline constexpr std::string_view record_result = R"C(struct tandem_result_@NAME@ { unsigned char bytes[@SIZE@]; };
@WEAK@struct tandem_result_@NAME@ @NAME@() {
  struct tandem_result_@NAME@ result;
  __builtin_memset(&result, 0, sizeof result);
  return result;
}
)C";

// What models of the library ask (share/clib/model.h) that are compiled with the program. What they leave unspecified
// has no answer, so the run ends there.
inline constexpr std::string_view environment = R"C(// The environment, as the C library sees it.
void tandem_assume(int condition) { __VERIFIER_assume(condition); }
int tandem_environment_int(void) { return (int)tandem_next().low; }
unsigned char tandem_environment_byte(void) { return (unsigned char)tandem_next().low; }
long tandem_environment_long(void) { return (long)tandem_next().low; }
long long tandem_environment_llong(void) { return (long long)tandem_next().low; }
unsigned long tandem_environment_size(void) { return (unsigned long)tandem_next().low; }
#define TANDEM_UNSPECIFIED(name) \
  __attribute__((weak)) void tandem_unspecified_##name() { tandem_end(@UNSPECIFIED@); }
TANDEM_UNSPECIFIED(int)
TANDEM_UNSPECIFIED(long)
TANDEM_UNSPECIFIED(llong)
TANDEM_UNSPECIFIED(float)
TANDEM_UNSPECIFIED(double)
TANDEM_UNSPECIFIED(ldouble)
)C";

// A macro for each function of program/model/allocation.h: __wrap_f takes the next input, which says whether f fails.
inline constexpr std::string_view allocation = R"C(// Allocations that may fail.
extern int *__errno_location(void);
TANDEM int tandem_fails(void) { return tandem_next().low != 0; }
TANDEM int tandem_finds_no_memory(void) {
  if (!tandem_fails()) return 0;
  *__errno_location() = 12;
  return 1;
}
typedef __SIZE_TYPE__ tandem_size;
#define TANDEM_MAY_FAIL(name, parameters, arguments) \
  void *__real_##name parameters; \
  void *__wrap_##name parameters { return tandem_finds_no_memory() ? 0 : __real_##name arguments; }
#define TANDEM_MAY_FAIL_malloc TANDEM_MAY_FAIL(malloc, (tandem_size a), (a))
#define TANDEM_MAY_FAIL_calloc TANDEM_MAY_FAIL(calloc, (tandem_size a, tandem_size b), (a, b))
#define TANDEM_MAY_FAIL_realloc TANDEM_MAY_FAIL(realloc, (void *a, tandem_size b), (a, b))
#define TANDEM_MAY_FAIL_reallocarray \
  TANDEM_MAY_FAIL(reallocarray, (void *a, tandem_size b, tandem_size c), (a, b, c))
#define TANDEM_MAY_FAIL_aligned_alloc TANDEM_MAY_FAIL(aligned_alloc, (tandem_size a, tandem_size b), (a, b))
#define TANDEM_MAY_FAIL_memalign TANDEM_MAY_FAIL(memalign, (tandem_size a, tandem_size b), (a, b))
#define TANDEM_MAY_FAIL_valloc TANDEM_MAY_FAIL(valloc, (tandem_size a), (a))
#define TANDEM_MAY_FAIL_pvalloc TANDEM_MAY_FAIL(pvalloc, (tandem_size a), (a))
#define TANDEM_MAY_FAIL_strdup TANDEM_MAY_FAIL(strdup, (const char *a), (a))
#define TANDEM_MAY_FAIL___strdup TANDEM_MAY_FAIL(__strdup, (const char *a), (a))
#define TANDEM_MAY_FAIL_strndup TANDEM_MAY_FAIL(strndup, (const char *a, tandem_size b), (a, b))
#define TANDEM_MAY_FAIL___strndup TANDEM_MAY_FAIL(__strndup, (const char *a, tandem_size b), (a, b))
#define TANDEM_MAY_FAIL_wcsdup TANDEM_MAY_FAIL(wcsdup, (const void *a), (a))
#define TANDEM_MAY_FAIL_posix_memalign \
  int __real_posix_memalign(void **, tandem_size, tandem_size); \
  int __wrap_posix_memalign(void **a, tandem_size b, tandem_size c) { \
    return tandem_fails() ? 12 : __real_posix_memalign(a, b, c); \
  }
#define TANDEM_MAY_FAIL_vasprintf \
  int __wrap_vasprintf(char **a, const char *b, __builtin_va_list c) { \
    return tandem_finds_no_memory() ? -1 : __real_vasprintf(a, b, c); \
  }
int __real_vasprintf(char **, const char *, __builtin_va_list);
#define TANDEM_MAY_FAIL_asprintf \
  int __wrap_asprintf(char **a, const char *b, ...) { \
    __builtin_va_list c; \
    if (tandem_finds_no_memory()) return -1; \
    __builtin_va_start(c, b); \
    int result = __real_vasprintf(a, b, c); \
    __builtin_va_end(c); \
    return result; \
  }
)C";

inline constexpr std::string_view nondet_memory =
    R"C(__attribute__((weak)) void __VERIFIER_nondet_memory(unsigned char *at, unsigned long size) {
  while (size-- > 0) *at++ = (unsigned char)tandem_next().low;
}
)C";

// The linker leads the start of the program here (--wrap).
inline constexpr std::string_view arguments = R"C(// The arguments of main.
extern int __real_main(int, char **, char **);
static char *tandem_texts[] = {@TEXTS@};
extern char **environ;
int __wrap_main(void) {
  enum { most = @MOST@, known = sizeof tandem_texts / sizeof *tandem_texts };
  static char *arguments[most + 1], other[most];
  int count = (int)tandem_next().low;
  if (count < 1 || count > most) tandem_end(@EXHAUSTED@);
  for (int i = 0; i < count; i++) arguments[i] = count <= known ? tandem_texts[i] : other + i;
  return __real_main(count, arguments, environ);
}
)C";

inline constexpr std::string_view served_main = R"C(extern int __real_main(int, char **, char **);
extern void __tandem_list_environment(void);
extern char **environ;
int tandem_start(int argc, char **argv) {
@LIST@  return __real_main(argc, argv, environ);
}
)C";

// Before constructors of the program, which may look at it.
inline constexpr std::string_view list = R"C(extern void __tandem_list_environment(void);
__attribute__((constructor(101))) static void tandem_list(void) { __tandem_list_environment(); }
)C";

inline constexpr std::string_view symbol_search = R"C(
// Static functions are found in the symbol table of the program itself.
#include <elf.h>
#ifdef __x86_64__
#define TANDEM_ELF(name) Elf64_##name
#else
#define TANDEM_ELF(name) Elf32_##name
#endif
TANDEM void tandem_get(int file, unsigned long at, void *to, unsigned long size) {
  tandem_system(tandem_seek, file, (long)at, 0);
  tandem_system(tandem_read, file, (long)to, (long)size);
}
TANDEM int tandem_same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}
TANDEM int tandem_find(unsigned long *found, int room) {
  int count = 0, file = (int)tandem_system(tandem_open, (long)"/proc/self/exe", 0, 0);
  TANDEM_ELF(Ehdr) header;
  tandem_get(file, 0, &header, sizeof header);
  for (unsigned i = 0; i < header.e_shnum; i++) {
    TANDEM_ELF(Shdr) symbols, names;
    tandem_get(file, header.e_shoff + i * sizeof symbols, &symbols, sizeof symbols);
    if (symbols.sh_type != SHT_SYMTAB) continue;
    tandem_get(file, header.e_shoff + symbols.sh_link * sizeof names, &names, sizeof names);
    for (unsigned long at = 0; at < symbols.sh_size && count < room; at += sizeof(TANDEM_ELF(Sym))) {
      TANDEM_ELF(Sym) symbol;
      char name[@LENGTH@] = "";
      tandem_get(file, symbols.sh_offset + at, &symbol, sizeof symbol);
      if ((symbol.st_info & 15) != STT_FUNC) continue;
      tandem_get(file, names.sh_offset + symbol.st_name, name, sizeof name - 1);
      if (@MATCH@) found[count++] = symbol.st_value;
    }
  }
  return count;
}
TANDEM int tandem_is_static_error(unsigned long function) {
  static unsigned long found[8];
  static int count = -1;
  if (count < 0) count = tandem_find(found, 8);
  for (int i = 0; i < count; i++)
    if (found[i] == function) return 1;
  return 0;
}
)C";

// Called at every entry into a function of the program.
inline constexpr std::string_view watch =
    R"C(__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *caller) {
@TESTS@}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *caller) {}
)C";

} // namespace tandem::task::harness_parts

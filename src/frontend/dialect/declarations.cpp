// A program that declares such a function itself keeps its own declaration, which may have another type.

#include "frontend/dialect/declarations.h"

#include "frontend/dialect/expressions.h"

#include <algorithm>
#include <set>
#include <span>

namespace tandem::frontend::dialect {

namespace {

struct Known {
  std::string_view name;
  std::string_view text; // @ stands for the name
};

constexpr std::string_view assertion = "void @(_Bool, const char *);";
constexpr std::string_view about_pointer = "__typeof__(sizeof(int)) @(const volatile void *);";
constexpr std::string_view about_access = "_Bool @(const volatile void *, ...);";
constexpr std::string_view about_pointers = "_Bool @(const volatile void *, const volatile void *);";
constexpr std::string_view any_arguments = "_Bool @();";

constexpr Known known[] = {
    // types
    {"__CPROVER_bool", "typedef _Bool @;"},
    {"__CPROVER_size_t", "typedef __typeof__(sizeof(int)) @;"},
    {"__CPROVER_ssize_t", "typedef __typeof__((char *)0 - (char *)0) @;"},
    // assumptions and assertions
    {"__CPROVER_assume", "void @(_Bool);"},
    {"__CPROVER_assert", assertion},
    {"__CPROVER_precondition", assertion},
    {"__CPROVER_postcondition", assertion},
    {"__CPROVER_cover", "void @(_Bool);"},
    {"__CPROVER_input", "void @(const char *, ...);"},
    {"__CPROVER_output", "void @(const char *, ...);"},
    {"__CPROVER_printf", "void @(const char *, ...);"},
    {"__CPROVER_atomic_begin", "void @(void);"},
    {"__CPROVER_atomic_end", "void @(void);"},
    {"__CPROVER_enum_is_in_range", any_arguments},
    {"__tandem_forall", "_Bool @(int);"},
    {"__tandem_exists", "_Bool @(int);"},
    // memory
    {"__CPROVER_r_ok", about_access},
    {"__CPROVER_w_ok", about_access},
    {"__CPROVER_rw_ok", about_access},
    {"__CPROVER_OBJECT_SIZE", about_pointer},
    {"__CPROVER_POINTER_OFFSET", about_pointer},
    {"__CPROVER_POINTER_OBJECT", about_pointer},
    {"__CPROVER_same_object", about_pointers},
    {"__CPROVER_DYNAMIC_OBJECT", "_Bool @(const volatile void *);"},
    {"__CPROVER_LIVE_OBJECT", "_Bool @(const volatile void *);"},
    {"__CPROVER_WRITEABLE_OBJECT", "_Bool @(const volatile void *);"},
    {"__CPROVER_max_malloc_size",
     "static const __typeof__(sizeof(int)) @ = (__typeof__(sizeof(int)))1 << (8 * sizeof(void *) - 9);"},
    {"__CPROVER_allocate", "void *@(__typeof__(sizeof(int)), _Bool);"},
    {"__CPROVER_deallocate", "void @(void *);"},
    {"__CPROVER_havoc_object", "void @(const volatile void *);"},
    {"__CPROVER_havoc_slice", "void @(const volatile void *, __typeof__(sizeof(int)));"},
    {"__CPROVER_array_set", "void @();"},
    {"__CPROVER_array_copy", "void @(const volatile void *, const volatile void *);"},
    {"__CPROVER_array_replace", "void @(const volatile void *, const volatile void *);"},
    {"__CPROVER_array_equal", about_pointers},
    // arithmetic
    {"__CPROVER_overflow_plus", any_arguments},
    {"__CPROVER_overflow_minus", any_arguments},
    {"__CPROVER_overflow_mult", any_arguments},
    {"__CPROVER_overflow_shl", any_arguments},
    {"__CPROVER_overflow_unary_minus", any_arguments},
    {"__CPROVER_isnanf", "_Bool @(float);"},
    {"__CPROVER_isnand", "_Bool @(double);"},
    {"__CPROVER_isnanld", "_Bool @(long double);"},
    {"__CPROVER_isinff", "_Bool @(float);"},
    {"__CPROVER_isinfd", "_Bool @(double);"},
    {"__CPROVER_isinfld", "_Bool @(long double);"},
    {"__CPROVER_isfinitef", "_Bool @(float);"},
    {"__CPROVER_isfinited", "_Bool @(double);"},
    {"__CPROVER_isfiniteld", "_Bool @(long double);"},
    {"__CPROVER_isnormalf", "_Bool @(float);"},
    {"__CPROVER_isnormald", "_Bool @(double);"},
    {"__CPROVER_isnormalld", "_Bool @(long double);"},
    {"__CPROVER_abs", "int @(int);"},
    {"__CPROVER_labs", "long @(long);"},
    {"__CPROVER_llabs", "long long @(long long);"},
    {"__CPROVER_fabs", "double @(double);"},
    {"__CPROVER_fabsf", "float @(float);"},
    {"__CPROVER_fabsl", "long double @(long double);"},
    {"__CPROVER_inf", "double @(void);"},
    {"__CPROVER_inff", "float @(void);"},
    {"__CPROVER_infl", "long double @(void);"},
    // KLEE
    {"klee_make_symbolic", "void @(void *, __typeof__(sizeof(int)), const char *);"},
    {"klee_assume", "void @(__typeof__(sizeof(int)));"},
    {"klee_assert", "void @(__typeof__(sizeof(int)));"},
    {"klee_int", "int @(const char *);"},
    {"klee_range", "int @(int, int, const char *);"},
    {"klee_silent_exit", "void @(int) __attribute__((noreturn));"},
    // ESBMC
    {"__ESBMC_assume", "void @(_Bool);"},
    {"__ESBMC_assert", assertion},
    {"__ESBMC_atomic_begin", "void @(void);"},
    {"__ESBMC_atomic_end", "void @(void);"},
    {"__ESBMC_yield", "void @(void);"},
    {"__ESBMC_unroll", "void @(int);"},
    {"__ESBMC_forall", "_Bool @(void *, _Bool);"},
    {"__ESBMC_exists", "_Bool @(void *, _Bool);"},
    {"__ESBMC_bitcast", "void @(void *, const void *);"},
};

const Known* find(std::string_view name) {
  const auto found = std::ranges::find(known, name, &Known::name);
  return found == std::end(known) ? nullptr : &*found;
}

std::string declaration(const Known& of) {
  std::string text(of.text);
  return text.replace(text.find('@'), 1, of.name);
}

bool may_be_known(std::string_view word) {
  return word.starts_with("__CPROVER_") || word.starts_with("klee_") || word.starts_with("__ESBMC_") ||
         word.starts_with("__tandem_");
}

// At the top level of a file only declarations stand.
struct Used {
  std::set<std::string_view> used, declared;
};

Used used_names(const Tokens& tokens) {
  Used result;
  std::size_t depth = 0;
  for (const clang::Token& token : tokens) {
    if (opens(token)) ++depth;
    if (closes(token) && depth > 0) --depth;
    const std::string_view word = word_of(token);
    if (!may_be_known(word)) continue;
    const Known* entry = find(word);
    if (entry == nullptr) continue;
    // A type is used at the top level, too.
    const bool is_type = entry->text.starts_with("typedef");
    (depth == 0 && !is_type ? result.declared : result.used).insert(entry->name);
  }
  return result;
}

} // namespace

Tokens with_declarations(const Tokens& tokens, const TokenSource& source) {
  const Used names = used_names(tokens);
  std::string text;
  for (const std::string_view name : names.used)
    if (!names.declared.contains(name)) text += declaration(*find(name)) + "\n";
  if (text.empty()) return tokens;
  Tokens result = source.lex(text, {});
  result.insert(result.end(), tokens.begin(), tokens.end());
  return result;
}

} // namespace tandem::frontend::dialect

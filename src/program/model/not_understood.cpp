#include "program/model/not_understood.h"

#include "program/model/library.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace tandem {
namespace {

constexpr std::string_view threads = "threads", processes = "processes", jumps = "jumps between functions",
                           handlers = "signal handlers that interrupt",
                           assembly = "inline assembly that may change memory or jump";

const std::unordered_map<std::string_view, std::string_view>& table() {
  static const std::unordered_map<std::string_view, std::string_view> functions{
      {"pthread_create", threads},
      {"thrd_create", threads},
      {"timer_create", threads}, // SIGEV_THREAD
      {"mq_notify", threads},
      {"getaddrinfo_a", threads},
      {"fork", processes},
      {"_Fork", processes},
      {"vfork", processes},
      {"forkpty", processes},
      {"clone", processes},
      {"__clone", processes},
      {"__clone2", processes},
      {"clone3", processes},
      {"longjmp", jumps},
      {"_longjmp", jumps},
      {"siglongjmp", jumps},
      {"__longjmp_chk", jumps},
      {"__builtin_longjmp", jumps},
      {"setcontext", jumps},
      {"swapcontext", jumps},
      {"sysv_signal", handlers},
      {"__sysv_signal", handlers},
      {"sigset", handlers},
      {"sigvec", handlers},
      {"rt_sigaction", handlers},
      {interrupting_handler, handlers},
      {assembly_function, assembly},
      {complex_quotient, "quotients of complex numbers"},
  };
  return functions;
}

constexpr std::array<std::string_view, 19> complex_functions{
    "cabs",  "carg",  "cexp",  "clog",  "cpow",  "csqrt", "cproj",  "csin",   "ccos",   "ctan",
    "casin", "cacos", "catan", "csinh", "ccosh", "ctanh", "casinh", "cacosh", "catanh",
};

// The functions of complex.h, for all types, also as builtin functions.
bool is_complex_function(std::string_view name) {
  constexpr std::string_view builtin = "__builtin_";
  if (name.starts_with(builtin)) name.remove_prefix(builtin.size());
  const auto is_one = [](std::string_view plain) {
    return std::ranges::find(complex_functions, plain) != complex_functions.end();
  };
  return is_one(name) || ((name.ends_with('f') || name.ends_with('l')) && is_one(name.substr(0, name.size() - 1)));
}

// What CBMC has for its own library.
bool is_memory_predicate(std::string_view name) {
  return name == "__CPROVER_LIVE_OBJECT" || name == "__CPROVER_WRITEABLE_OBJECT" || is_uninterpreted(name);
}

// What another verifier builds in is defined nowhere else, so that "any value" would be a guess. Static functions of
// other files have names of this kind, too (goto-cc).
bool is_of_other_verifier(std::string_view name) {
  const bool has_prefix = name.starts_with("__CPROVER_") || name.starts_with("__ESBMC_");
  return has_prefix && !name.starts_with("__CPROVER_file_local_") && !is_verifier_function(name);
}

bool is_vector_function(std::string_view name) {
  return name.starts_with("__builtin_ia32_") || name.starts_with("__builtin_elementwise_") ||
         name.starts_with("__builtin_reduce_");
}

} // namespace

bool is_uninterpreted(std::string_view function) {
  return function.starts_with("__CPROVER_uninterpreted_") || function.starts_with("__ESBMC_uninterpreted_");
}

std::string_view not_understood(std::string_view function) {
  const auto found = table().find(function);
  if (found != table().end()) return found->second;
  if (is_complex_function(function)) return "functions of complex numbers";
  if (is_vector_function(function)) return "functions of vectors";
  if (is_memory_predicate(function)) return "what CBMC is asked about memory";
  if (is_of_other_verifier(function)) return "functions that another verifier builds in";
  return {};
}

bool is_not_understood(const Function& function) {
  return !function.has_body() && !not_understood(function.source_name()).empty();
}

bool depends_on_optimisation(const Program& program) {
  return std::ranges::any_of(program.notes(), [](const Note& note) { return note.text == object_size_note; });
}

Property understood_property(const Program& program, Property property) {
  for (const Function* function : program.functions())
    if (is_not_understood(*function)) property.error_functions.add(function->source_name());
  return property;
}

std::string not_understood_text(const Program& program, const Edge& call) {
  const std::string at = program.text(call.range.begin);
  if (call.op.callee == nullptr) return "what is called through a pointer is not understood: " + at;
  const std::string& name = call.op.callee->source_name();
  if (name == assembly_function) return std::string(assembly) + " is not understood: " + at;
  const std::string what = std::string(not_understood(name)) + " are not understood: ";
  return what + (name == complex_quotient || name == interrupting_handler ? "" : name + ", ") + at;
}

} // namespace tandem

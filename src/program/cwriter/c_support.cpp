// Names are chosen lazily: a function is declared when a statement first asks for its name, and __builtin_ variants
// replace names that the program uses for something else.

#include "program/cwriter/c_support.h"

#include "base/core/require.h"
#include "program/cexpr/c_expr.h"
#include "program/cexpr/c_types.h"
#include "program/cwriter/c_usage.h"

namespace tandem::cwriter {

namespace {

// By the competitions' naming rules; long double and va_list have no name.
std::string_view nondet_name(IntegerKind kind) {
  switch (kind) {
  case IntegerKind::Bool: return "bool";
  case IntegerKind::Char: return "char";
  case IntegerKind::SChar: return "char";
  case IntegerKind::UChar: return "uchar";
  case IntegerKind::Short: return "short";
  case IntegerKind::UShort: return "ushort";
  case IntegerKind::Int: return "int";
  case IntegerKind::UInt: return "uint";
  case IntegerKind::Long: return "long";
  case IntegerKind::ULong: return "ulong";
  case IntegerKind::LongLong: return "longlong";
  case IntegerKind::ULongLong: return "ulonglong";
  case IntegerKind::Int128: return "int128";
  case IntegerKind::UInt128: return "uint128";
  }
  unreachable();
}

std::optional<std::string_view> nondet_name(const Type& type) {
  if (type.is_integer()) return nondet_name(type.integer_kind());
  if (type.is_pointer()) return "pointer";
  if (!type.is_float()) return std::nullopt;
  switch (type.float_kind()) {
  case FloatKind::Float: return "float";
  case FloatKind::Double: return "double";
  case FloatKind::LongDouble: return std::nullopt;
  }
  unreachable();
}

} // namespace

CSupport::CSupport(const Program& program, const Usage& usage, std::string any_memory)
    : model_(program.data_model()), any_memory_(std::move(any_memory)) {
  for (const Variable* global : program.globals()) taken_.insert(global->name);
  for (const Function* function : program.functions()) {
    if (function->has_body()) taken_.insert(function->name());
    for (const Variable* parameter : function->parameters()) taken_.insert(parameter->name);
    for (const Variable* local : function->locals()) taken_.insert(local->name);
  }
  for (const Function* function : usage.functions())
    if (!function->has_body()) declared_.insert(function->name());
}

const std::string& CSupport::declare(const std::string& name, std::string declaration) {
  return declarations_.try_emplace(name, std::move(declaration)).first->first;
}

std::string CSupport::memset() {
  if (!is_free("memset")) return "__builtin_memset";
  const std::string size = model_ == DataModel::LP64 ? "unsigned long" : "unsigned int";
  return declare("memset", "extern void *memset(void *, int, " + size + ");\n");
}

std::string CSupport::memcpy() {
  if (!is_free("memcpy")) return "__builtin_memcpy";
  const std::string size = model_ == DataModel::LP64 ? "unsigned long" : "unsigned int";
  return declare("memcpy", "extern void *memcpy(void *, void *, " + size + ");\n");
}

std::optional<std::string> CSupport::any_memory() {
  if (any_memory_.empty()) return std::nullopt;
  const std::string size = model_ == DataModel::LP64 ? "unsigned long" : "unsigned int";
  return declare(any_memory_, "extern void " + any_memory_ + "(void *, " + size + ");\n");
}

std::string CSupport::abort() {
  if (!is_free("abort")) return "__builtin_abort";
  return declare("abort", "extern void abort(void) __attribute__((noreturn));\n");
}

std::optional<std::string> CSupport::assume() {
  if (!is_free("__VERIFIER_assume")) return std::nullopt;
  return declare("__VERIFIER_assume", "extern void __VERIFIER_assume(int);\n");
}

std::optional<std::string> nondet_function_name(const Type& type) {
  const auto ending = nondet_name(type);
  if (!ending) return std::nullopt;
  return "__VERIFIER_nondet_" + std::string(*ending);
}

std::optional<std::string> CSupport::nondet(const Type& type) {
  const auto name = nondet_function_name(type);
  if (!name || !is_free(*name)) return std::nullopt;
  const std::string result = type.is_pointer()          ? "void *"
                             : name->ends_with("_char") ? "char "
                                                        : cexpr::c_type(type) + " ";
  return declare(*name, "extern " + result + *name + "(void);\n");
}

namespace {

// What CBMC calls it; empty if CBMC has nothing like it.
std::string_view cbmc_query(MemoryQuery query) {
  switch (query) {
  case MemoryQuery::ObjectSize: return "(__CPROVER_r_ok(a, 0) ? __CPROVER_OBJECT_SIZE(a) : 0)";
  case MemoryQuery::ObjectOffset: return "((unsigned long)__CPROVER_POINTER_OFFSET(a))";
  case MemoryQuery::ObjectNumber: return "__CPROVER_POINTER_OBJECT(a)";
  case MemoryQuery::IsReadable: return "__CPROVER_r_ok(a, b)";
  case MemoryQuery::IsWritable: return "__CPROVER_w_ok(a, b)";
  case MemoryQuery::IsSameObject: return "__CPROVER_same_object(a, b)";
  case MemoryQuery::IsFreeable:
    return "((a) == 0 || (__CPROVER_DYNAMIC_OBJECT(a) && __CPROVER_POINTER_OFFSET(a) == 0 && __CPROVER_r_ok(a, 0)))";
  case MemoryQuery::IsAllocated: return "__CPROVER_DYNAMIC_OBJECT(a)";
  case MemoryQuery::AllFreed:
  case MemoryQuery::AllTracked:
  case MemoryQuery::AllTrackedHence: return "";
  }
  unreachable();
}

} // namespace

// CBMC knows the answers. For others it is a function without a body: verifiers must expect any answer. In programs
// that are run, every access is valid as far as the text says; sanitizers find the others.
void CSupport::query(MemoryQuery query) {
  const std::string name = cexpr::query_function(query);
  const std::size_t count = query >= MemoryQuery::AllFreed ? 0 : query <= MemoryQuery::ObjectNumber ? 1 : 2;
  const bool is_single = query == MemoryQuery::IsFreeable || query == MemoryQuery::IsAllocated;
  const std::string parameters = count == 0 ? "()" : count == 1 || is_single ? "(a)" : "(a, b)";
  const std::string size = model_ == DataModel::LP64 ? "unsigned long" : "unsigned int";
  const std::string second = query == MemoryQuery::IsSameObject ? ", const void *" : ", " + size;
  const std::string types = count == 0 ? "(void)" : "(const void *" + (parameters == "(a, b)" ? second : "") + ")";
  const std::string result = query <= MemoryQuery::ObjectNumber ? size : "int";
  std::string text;
  const std::string_view cbmc = cbmc_query(query);
  if (!cbmc.empty())
    text += "#ifdef __CPROVER__\n#define " + name + parameters + " " + std::string(cbmc) + "\n#elif ";
  else
    text += "#if ";
  text += "defined(__AFL_COMPILER)\n#define " + name + parameters + " 1\n#else\nextern " + result + " " + name + types +
          ";\n#endif\n";
  queries_.try_emplace(name, std::move(text));
}

std::vector<SupportFunction> CSupport::extra() const {
  std::vector<SupportFunction> result;
  for (const auto& [name, declaration] : declarations_)
    if (!declared_.contains(name)) result.push_back({name, declaration});
  return result;
}

std::string CSupport::declarations() const {
  std::string text;
  for (const auto& [name, declaration] : declarations_)
    if (!declared_.contains(name)) text += declaration;
  for (const auto& [name, declaration] : queries_) text += declaration;
  return text;
}

} // namespace tandem::cwriter

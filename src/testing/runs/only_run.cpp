// Of library functions without a body only those count whose results the C standard (in its "C" locale) leaves no room
// for. Where it says no more than a sign (strcmp) or zero or not (isalpha), the program may not ask for more.

#include "testing/runs/only_run.h"

#include "program/model/expr.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace tandem::testing {

namespace {

// How much of a function's result is specified.
enum class Result : std::uint8_t { Exact, Sign, IsZero, Unused, Open };

constexpr std::string_view builtin = "__builtin_";

using Names = std::set<std::string_view>;

Names split(std::string_view words) {
  Names names;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    names.insert(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return names;
}

const Names& exact_functions() {
  static const Names names = split(
      "abort exit _exit _Exit __assert_fail __assert __VERIFIER_assume malloc calloc realloc free alloca aligned_alloc "
      "memcpy memmove mempcpy memset memchr memrchr bcopy bzero strlen strnlen strcpy stpcpy strncpy strcat strncat "
      "strchr strrchr strchrnul strstr strspn strcspn strpbrk strdup strndup abs labs llabs imaxabs atoi atol atoll "
      "div "
      "ldiv lldiv toupper tolower printf sprintf snprintf putchar fabs fabsf floor floorf ceil ceilf trunc truncf ffs "
      "ffsl ffsll clz clzl clzll ctz ctzl ctzll popcount popcountl popcountll parity parityl parityll bswap16 bswap32 "
      "bswap64 htons ntohs htonl ntohl expect expect_with_probability assume_aligned add_overflow sadd_overflow "
      "saddl_overflow saddll_overflow uadd_overflow uaddl_overflow uaddll_overflow sub_overflow ssub_overflow "
      "ssubl_overflow ssubll_overflow usub_overflow usubl_overflow usubll_overflow mul_overflow smul_overflow "
      "smull_overflow smulll_overflow umul_overflow umull_overflow umulll_overflow va_start va_end va_copy va_arg "
      "prefetch");
  return names;
}

Result specified_result(const Function& function) {
  static const Names sign{"strcmp", "strncmp", "strcasecmp", "strncasecmp"};
  static const Names is_zero = split("isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace "
                                     "isupper isxdigit isnan isinf isfinite isnormal signbit memcmp bcmp");
  static const Names unused{"puts", "fputs", "fflush"};
  std::string_view name = function.source_name();
  if (name.starts_with(builtin)) name.remove_prefix(builtin.size());
  if (exact_functions().contains(name)) return Result::Exact;
  if (sign.contains(name)) return Result::Sign;
  if (is_zero.contains(name)) return Result::IsZero;
  return unused.contains(name) ? Result::Unused : Result::Open;
}

bool is_variable(const Expr& expr, const Variable& variable) {
  return expr.kind() == ExprKind::Variable && &expr.variable() == &variable;
}

// Whether the expression looks at nothing but what is specified of the variable's value.
bool uses_only(Result specified, const Expr& expr, const Variable& variable) {
  if (is_variable(expr, variable)) return false;
  if (expr.kind() == ExprKind::Unary && expr.unary_op() == UnaryOp::LogicalNot &&
      is_variable(expr.operand(0), variable))
    return true;
  if (expr.kind() == ExprKind::Cast && expr.type().is_bool() && is_variable(expr.operand(0), variable)) return true;
  if (expr.kind() == ExprKind::Binary && is_variable(expr.operand(0), variable) &&
      expr.operand(1).is_integer_constant(0)) {
    const BinaryOp op = expr.binary_op();
    if (op == BinaryOp::Eq || op == BinaryOp::Ne) return true;
    if (op == BinaryOp::Lt || op == BinaryOp::Le || op == BinaryOp::Gt || op == BinaryOp::Ge)
      return specified == Result::Sign;
  }
  return std::all_of(expr.operands().begin(), expr.operands().end(),
                     [&](const Expr* operand) { return uses_only(specified, *operand, variable); });
}

bool uses_only(Result specified, const Edge& edge, const Variable& variable) {
  const Operation& op = edge.op;
  if (op.kind == OpKind::Assume && is_variable(*op.value, variable)) return true;
  if (op.value != nullptr && !uses_only(specified, *op.value, variable)) return false;
  if (op.lvalue != nullptr && !is_variable(*op.lvalue, variable) && !uses_only(specified, *op.lvalue, variable))
    return false;
  return std::all_of(op.arguments.begin(), op.arguments.end(),
                     [&](const Expr* argument) { return uses_only(specified, *argument, variable); });
}

// What an answer about memory rests on besides the program: numbers of objects, and words that look like pointers.
bool asks_for_layout(const Expr& expr) {
  if (expr.kind() == ExprKind::Query &&
      (expr.query() == MemoryQuery::ObjectNumber || expr.query() == MemoryQuery::AllTracked ||
       expr.query() == MemoryQuery::AllTrackedHence))
    return true;
  return std::any_of(expr.operands().begin(), expr.operands().end(),
                     [](const Expr* operand) { return asks_for_layout(*operand); });
}

bool asks_for_layout(const Operation& op) {
  for (const Expr* expr : {op.lvalue, op.value})
    if (expr != nullptr && asks_for_layout(*expr)) return true;
  return std::any_of(op.arguments.begin(), op.arguments.end(),
                     [](const Expr* argument) { return asks_for_layout(*argument); });
}

bool is_specified(const Program& program, const Edge& call) {
  const Result specified = specified_result(*call.op.callee);
  if (specified == Result::Exact || (call.op.lvalue == nullptr && specified != Result::Open)) return true;
  if (specified == Result::Open || specified == Result::Unused) return false;
  if (call.op.lvalue->kind() != ExprKind::Variable) return false;
  const Variable& result = call.op.lvalue->variable();
  if (result.is_global() || result.address_taken) return false;
  return std::all_of(program.edges().begin(), program.edges().end(),
                     [&](const Edge* edge) { return uses_only(specified, *edge, result); });
}

} // namespace

bool reads_input(const Program& program, const ErrorFunctions& targets) {
  return std::any_of(program.edges().begin(), program.edges().end(), [&](const Edge* edge) {
    const Function* callee = edge->op.kind == OpKind::Call ? edge->op.callee : nullptr;
    return edge->op.kind == OpKind::Nondet || (callee != nullptr && !callee->has_body() && !targets.contains(*callee) &&
                                               specified_result(*callee) == Result::Open);
  });
}

bool may_read_nothing(const Program& program) {
  return program.entry().parameters().empty() &&
         std::none_of(program.globals().begin(), program.globals().end(),
                      [](const Variable* variable) { return variable->is_extern; });
}

bool is_only_run(const Program& program, const ErrorFunctions& targets, const semantics::interpreter::RunResult& run) {
  if (run.may_differ || !run.inputs.empty() || !run.assumptions.empty() || !may_read_nothing(program)) return false;
  return std::all_of(program.edges().begin(), program.edges().end(), [&](const Edge* edge) {
    if (!run.visited[edge->id]) return true;
    if (edge->op.kind == OpKind::Nondet || asks_for_layout(edge->op)) return false;
    const Function* callee = edge->op.kind == OpKind::Call ? edge->op.callee : nullptr;
    return callee == nullptr || callee->has_body() || targets.contains(*callee) || is_specified(program, *edge);
  });
}

} // namespace tandem::testing

// A constant format says which arguments are strings, and of how many characters at most. Whether they end in their
// object is a question (string_question). How long the text will be that sprintf writes, a call of snprintf without
// room tells in front of it, which writes nothing; so the length is what every engine takes it for anyway.

#include "transform/checks/text_checks.h"

#include "program/model/expressions.h"
#include "program/model/type.h"
#include "program/model/variable.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace tandem::transform::checks {

namespace {

// Functions whose arguments are strings that they read.
struct StringFunction {
  std::string_view name;
  std::vector<std::size_t> strings;
};
const std::vector<StringFunction>& string_functions() {
  static const std::vector<StringFunction> functions{
      {"puts", {0}},   {"fputs", {0}},     {"fputs_unlocked", {0}}, {"perror", {0}}, {"fopen", {0, 1}},
      {"remove", {0}}, {"rename", {0, 1}}, {"system", {0}},         {"unlink", {0}}, {"getenv", {0}},
      {"open", {0}},   {"access", {0}},    {"mkdir", {0}},          {"rmdir", {0}},  {"chdir", {0}}};
  return functions;
}

struct PrintFunction {
  std::string_view name;
  std::size_t format = 0;
  int text = -1, size = -1; // arguments: where it is written, and the room there
};
constexpr PrintFunction print_functions[] = {
    {.name = "printf", .format = 0},
    {.name = "fprintf", .format = 1},
    {.name = "dprintf", .format = 1},
    {.name = "sprintf", .format = 1, .text = 0},
    {.name = "snprintf", .format = 2, .text = 0, .size = 1},
};

// The characters behind a pointer to a string literal.
std::optional<std::string> literal(const Expr& pointer) {
  const Expr* at = &pointer;
  while (at->kind() == ExprKind::Cast) at = &at->operand(0);
  if (at->kind() != ExprKind::AddressOf) return std::nullopt;
  const Expr* element = &at->operand(0);
  if (element->kind() == ExprKind::Index) {
    if (!element->operand(1).is_integer_constant(0)) return std::nullopt;
    element = &element->operand(0);
  }
  if (element->kind() != ExprKind::Variable || !is_string_literal(element->variable())) return std::nullopt;
  const auto& parts = element->variable().initializers;
  if (parts.size() != 1 || parts[0].value->kind() != ExprKind::String) return std::nullopt;
  const std::string& text = parts[0].value->string_value();
  return text.substr(0, text.find('\0'));
}

struct Directive {
  char conversion = 0;
  bool is_wide = false;
  std::optional<std::size_t> argument;  // by number, of what is converted
  std::optional<std::size_t> precision; // the argument that says it, or
  std::optional<std::uint64_t> most;    // a number
};

// Nothing if a directive is not understood.
std::optional<std::vector<Directive>> directives(const std::string& format, std::size_t next) {
  std::vector<Directive> result;
  for (std::size_t at = format.find('%'); at != std::string::npos; at = format.find('%', at)) {
    const auto peek = [&] { return at < format.size() ? format[at] : '\0'; };
    const auto skip = [&](std::string_view characters) {
      for (; peek() != '\0' && characters.find(peek()) != std::string_view::npos; ++at) {
      }
    };
    ++at;
    Directive directive;
    skip("-+ #0");
    if (peek() == '*') {
      ++next;
      ++at;
    }
    skip("0123456789");
    if (peek() == '.') {
      ++at;
      if (peek() == '*') {
        directive.precision = next++;
        ++at;
      } else {
        std::uint64_t most = 0;
        for (; peek() >= '0' && peek() <= '9'; ++at) most = most * 10 + static_cast<std::uint64_t>(peek() - '0');
        directive.most = most;
      }
    }
    directive.is_wide = peek() == 'l';
    skip("hljztLq");
    directive.conversion = peek();
    if (directive.conversion == '\0') return std::nullopt;
    ++at;
    if (directive.conversion == '%' || directive.conversion == 'm') continue;
    if (std::string_view("diouxXcsfFeEgGaAp").find(directive.conversion) == std::string_view::npos) return std::nullopt;
    directive.argument = next++;
    result.push_back(directive);
  }
  return result;
}

class TextChecks {
public:
  TextChecks(Context& context, const Operation& call)
      : context_(context), types_(context.types()), call_(call), name_(call.callee->source_name()) {}

  bool strings_of(const PrintFunction& function) {
    if (function.format >= call_.arguments.size()) return false;
    const std::optional<std::string> format = literal(*call_.arguments[function.format]);
    const auto found = format ? directives(*format, function.format + 1) : std::nullopt;
    if (!found) return false;
    for (const Directive& each : *found) {
      if (each.conversion != 's') continue;
      if (each.is_wide || *each.argument >= call_.arguments.size()) return false;
      if (each.precision && *each.precision >= call_.arguments.size()) return false;
      string(*call_.arguments[*each.argument], most_characters(each));
    }
    return true;
  }

  // A null pointer is printed as such.
  void string(const Expr& pointer, const Expr& most) {
    if (!pointer.type().is_pointer() || literal(pointer)) return;
    strings_.push_back(&pointer);
    const Type& type = types_.function(types_.int_type(), {&void_pointer(), &types_.size_type()}, false, true);
    ExprCheck check;
    check.target = {CheckKind::Memory,
                    fmt::format("what {} reads at {} ends inside its object", name_, quoted(pointer))};
    check.condition = &context_.binary(BinaryOp::Ne, pointer, context_.zero(pointer.type()));
    check.question = copy::Question{std::string(string_question), &type, {&as_void(pointer), &most}};
    result_.push_back(std::move(check));
  }

  void room(const PrintFunction& function) {
    const Expr& text = written_text(function);
    if (!text.type().is_pointer()) return;
    add_by_length(function, fmt::format("the text that {} writes has room at {}", name_, quoted(text)),
                  [this_context = &context_, &text](const Expr& bytes) -> const Expr& {
                    return this_context->query(MemoryQuery::IsWritable, {&text, &bytes});
                  });
  }

  // What is printed does not begin where it is printed to.
  void overlap(const PrintFunction& function) {
    const Expr& text = written_text(function);
    if (!text.type().is_pointer()) return;
    const Variable* there = pointed_variable(text);
    for (const Expr* string : strings_) {
      const Variable* here = pointed_variable(*string);
      if (there != nullptr && here != nullptr && there != here) continue;
      add_by_length(
          function,
          fmt::format("what {} reads at {} and writes at {} does not overlap", name_, quoted(*string), quoted(text)),
          [this_context = &context_, &text, string](const Expr& bytes) -> const Expr& {
            Context& context = *this_context;
            const Expr& other =
                context.unary(UnaryOp::LogicalNot, context.query(MemoryQuery::IsSameObject, {&text, string}));
            const Expr& distance = context.binary(BinaryOp::Sub, context.query(MemoryQuery::ObjectOffset, {string}),
                                                  context.query(MemoryQuery::ObjectOffset, {&text}));
            return context.binary(BinaryOp::LogicalOr, other, context.binary(BinaryOp::Ge, distance, bytes));
          });
    }
  }

  const Expr& any_number() { return context_.unary(UnaryOp::BitNot, number(0)); }
  std::vector<ExprCheck> result() { return std::move(result_); }

private:
  const Expr& written_text(const PrintFunction& function) const {
    return *call_.arguments[static_cast<std::size_t>(function.text)];
  }

  // A check that depends on the number of bytes that will be written, if any are.
  using OfBytes = std::function<const Expr&(const Expr& bytes)>;
  void add_by_length(const PrintFunction& function, std::string sentence, OfBytes condition) {
    const Type& character = types_.pointer_to(types_.integer(IntegerKind::Char));
    const Type& type = types_.function(types_.int_type(), {&character, &types_.size_type(), &character}, true, true);
    copy::Question question{"snprintf", &type, {&context_.zero(character), &number(0)}};
    for (std::size_t i = function.format; i < call_.arguments.size(); ++i)
      question.arguments.push_back(call_.arguments[i]);
    const Expr* size =
        function.size < 0 ? nullptr : &as_size(*call_.arguments[static_cast<std::size_t>(function.size)]);
    question.condition = [this_context = &context_, size, condition](const Expr& answer) -> const Expr& {
      Context& context = *this_context;
      const Type& type = context.types().size_type();
      const Expr* bytes = &context.binary(BinaryOp::Add, context.cast(type, answer), context.integer(type, 1));
      const Expr* is_nothing = &context.binary(BinaryOp::Lt, answer, context.zero(answer.type()));
      if (size != nullptr) {
        bytes = &context.conditional(context.binary(BinaryOp::Lt, *bytes, *size), *bytes, *size);
        is_nothing =
            &context.binary(BinaryOp::LogicalOr, *is_nothing, context.binary(BinaryOp::Eq, *size, context.zero(type)));
      }
      return context.binary(BinaryOp::LogicalOr, *is_nothing, condition(*bytes));
    };
    ExprCheck check;
    check.target = {CheckKind::Memory, std::move(sentence)};
    check.question = std::move(question);
    result_.push_back(std::move(check));
  }

  // A negative precision is none.
  const Expr& most_characters(const Directive& directive) {
    if (directive.most) return number(*directive.most);
    if (!directive.precision) return any_number();
    return as_size(*call_.arguments[*directive.precision]);
  }

  const Type& void_pointer() { return types_.pointer_to(types_.void_type()); }
  const Expr& as_void(const Expr& pointer) { return context_.cast(void_pointer(), pointer); }
  const Expr& as_size(const Expr& value) { return context_.cast(types_.size_type(), value); }
  const Expr& number(std::uint64_t value) { return context_.integer(types_.size_type(), UInt128{value}); }

  Context& context_;
  TypeTable& types_;
  const Operation& call_;
  std::string name_;
  std::vector<const Expr*> strings_; // that are printed
  std::vector<ExprCheck> result_;
};

// Models that copy characters from the area at their second parameter to that at their first, from its start on.
constexpr std::string_view copying_models[] = {"stpcpy", "stpncpy", "strncat", "strlcpy",
                                               "wcpcpy", "wcpncpy", "wcsncat"};

const Expr& without_casts(const Expr& expr) {
  const Expr* at = &expr;
  while (at->kind() == ExprKind::Cast) at = &at->operand(0);
  return *at;
}

bool mentions(const Expr& expr, const Variable& variable) {
  bool found = false;
  for_each_variable(expr, [&](const Variable& each) { found = found || &each == &variable; });
  return found;
}

} // namespace

// Of two areas that overlap, one starts in the other; when the copy comes there, it reads or writes that start.
std::optional<ExprCheck> overlap_check(Context& context, const Function& model, const Operation& copy) {
  if (std::ranges::find(copying_models, model.source_name()) == std::end(copying_models)) return std::nullopt;
  if (copy.kind != OpKind::Assign || model.parameters().size() < 2) return std::nullopt;
  const Variable &to = *model.parameters()[0], &from = *model.parameters()[1];
  const Expr& source = without_casts(*copy.value);
  const bool ends = source.is_integer_constant(0);
  if (copy.lvalue->kind() != ExprKind::Deref || !mentions(*copy.lvalue, to)) return std::nullopt;
  if (!ends && (source.kind() != ExprKind::Deref || !mentions(source, from))) return std::nullopt;
  const Type& bytes = context.types().pointer_to(context.types().integer(IntegerKind::Char));
  const auto differ = [&](const Expr& a, const Variable& b) -> const Expr& {
    return context.binary(BinaryOp::Ne, context.cast(bytes, a), context.cast(bytes, context.variable(b)));
  };
  const Expr& written = differ(copy.lvalue->operand(0), from);
  const Expr& apart = ends ? written : context.binary(BinaryOp::LogicalAnd, written, differ(source.operand(0), to));
  return ExprCheck{{CheckKind::Memory, "what is read and what is written does not overlap"}, &apart};
}

std::optional<std::vector<ExprCheck>> text_checks(Context& context, const Operation& call, Overlap overlap) {
  if (call.callee == nullptr || call.callee->has_body()) return std::nullopt;
  TextChecks checks(context, call);
  const std::string& name = call.callee->source_name();
  if (const auto found = std::ranges::find(print_functions, name, &PrintFunction::name);
      found != std::end(print_functions)) {
    if (!checks.strings_of(*found)) return std::nullopt;
    if (found->text >= 0) checks.room(*found);
    if (found->text >= 0 && overlap == Overlap::Check) checks.overlap(*found);
    return checks.result();
  }
  const auto found = std::ranges::find(string_functions(), name, &StringFunction::name);
  if (found == string_functions().end()) return std::nullopt;
  for (const std::size_t i : found->strings)
    if (i < call.arguments.size()) checks.string(*call.arguments[i], checks.any_number());
  return checks.result();
}

} // namespace tandem::transform::checks

// Precedence climbing for binary operators, recursive descent for the rest; nesting is bounded, since the text may
// come from a file. Typing is left to cexpr/c_operators.h, whose complaints are given the position of the operator.

#include "program/text/expr_parser.h"

#include "program/text/c_number_reader.h"

#include <array>
#include <optional>

namespace tandem::text {

namespace {

// Every level of nesting costs stack.
constexpr int deepest_nesting = 3000;

struct Operator {
  std::string_view spelling;
  BinaryOp op;
  int binding;
};

constexpr std::array<Operator, 18> operators{{
    {"||", BinaryOp::LogicalOr, 1},
    {"&&", BinaryOp::LogicalAnd, 2},
    {"|", BinaryOp::BitOr, 3},
    {"^", BinaryOp::BitXor, 4},
    {"&", BinaryOp::BitAnd, 5},
    {"==", BinaryOp::Eq, 6},
    {"!=", BinaryOp::Ne, 6},
    {"<", BinaryOp::Lt, 7},
    {">", BinaryOp::Gt, 7},
    {"<=", BinaryOp::Le, 7},
    {">=", BinaryOp::Ge, 7},
    {"<<", BinaryOp::Shl, 8},
    {">>", BinaryOp::Shr, 8},
    {"+", BinaryOp::Add, 9},
    {"-", BinaryOp::Sub, 9},
    {"*", BinaryOp::Mul, 10},
    {"/", BinaryOp::Div, 10},
    {"%", BinaryOp::Rem, 10},
}};

constexpr std::array<std::string_view, 13> assignments{
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};

const Operator* find_operator(const Token& token) {
  if (token.kind != TokenKind::Punctuation) return nullptr;
  for (const Operator& one : operators)
    if (one.spelling == token.text) return &one;
  return nullptr;
}

} // namespace

// Counts the recursion depth of the parser.
class ExprParser::Nesting {
public:
  explicit Nesting(ExprParser& parser) : parser_(parser) {
    if (++parser_.depth_ > deepest_nesting) parser_.cursor_.fail("the expression is nested too deeply");
  }
  ~Nesting() { --parser_.depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

private:
  ExprParser& parser_;
};

// Builds an expression and reports errors in its operands at the position of the token.
template <typename Build> const Expr& ExprParser::build(const Token& token, const Build& make) {
  try {
    return make();
  } catch (const cexpr::OperandError& error) {
    cursor_.fail(token, error.what());
  }
}

void ExprParser::refuse_rest() const {
  const Token token = cursor_.peek();
  for (std::string_view assignment : assignments)
    if (TokenCursor::is(token, assignment))
      cursor_.fail("expected an expression without side effects but found " + shown(token));
  if (TokenCursor::is(token, "(")) cursor_.fail("calls are not allowed in this expression");
  cursor_.fail("expected an operator or the end of the expression but found " + shown(token));
}

const Expr& ExprParser::conditional() {
  const Nesting nesting(*this);
  const Expr& condition = binary(1);
  const Token token = cursor_.peek();
  if (!cursor_.consume("?")) return condition;
  const Expr& yes = conditional();
  cursor_.expect(":");
  const Expr& no = conditional();
  return build(token, [&]() -> const Expr& { return operators_.conditional(condition, yes, no); });
}

const Expr& ExprParser::binary(int least) {
  const Nesting nesting(*this);
  const Expr* left = &unary();
  while (true) {
    const Token token = cursor_.peek();
    const Operator* op = find_operator(token);
    if (op == nullptr || op->binding < least) return *left;
    cursor_.consume();
    const Expr& right = binary(op->binding + 1);
    left = &build(token, [&]() -> const Expr& { return combine(op->op, *left, right); });
  }
}

// C has no literals for the smallest integers and for large 128-bit ones; the expressions that denote them are treated
// as literals.
const Expr& ExprParser::combine(BinaryOp op, const Expr& left, const Expr& right) {
  if (left.kind() == ExprKind::Integer && right.kind() == ExprKind::Integer)
    if (const auto constant = fold_literal(context_, op, left, right)) return **constant;
  return operators_.binary(op, left, right);
}

const Expr& ExprParser::unary() {
  const Nesting nesting(*this);
  const Token token = cursor_.peek();
  if (token.kind == TokenKind::Name) {
    if (token.text == "sizeof" || token.text == "_Alignof") return size_of();
    if (token.text == "__extension__") return cursor_.consume(), unary();
    return postfix(primary());
  }
  if (token.kind != TokenKind::Punctuation) return postfix(primary());
  if (starts_type_in_parentheses()) return cast();
  if (token.text == "(") return postfix(primary());
  return prefix(token);
}

const Expr& ExprParser::prefix(const Token& token) {
  if (token.text == "++" || token.text == "--") refuse_rest();
  const auto apply = [&](const Expr& (cexpr::COperators::*make)(const Expr&)) -> const Expr& {
    cursor_.consume();
    const Expr& operand = unary();
    return build(token, [&]() -> const Expr& { return (operators_.*make)(operand); });
  };
  if (token.text == "+") return apply(&cexpr::COperators::plus);
  if (token.text == "-") return apply(&cexpr::COperators::negate);
  if (token.text == "~") return apply(&cexpr::COperators::bit_not);
  if (token.text == "!") return apply(&cexpr::COperators::logical_not);
  if (token.text == "*") return apply(&cexpr::COperators::deref);
  if (token.text == "&") return apply(&cexpr::COperators::address);
  cursor_.fail("expected an expression but found " + shown(token));
}

// A variable may have the name of a type.
bool ExprParser::starts_type_in_parentheses() const {
  const Token& next = cursor_.peek(1);
  return cursor_.at("(") && types_.starts_type(next) && names_.variable(next.text) == nullptr;
}

const Expr& ExprParser::cast() {
  const Token token = cursor_.consume();
  const Type& type = types_.type_name();
  cursor_.expect(")");
  if (cursor_.at("{")) cursor_.fail("compound literals are not allowed in this expression");
  const Expr& operand = unary();
  return build(token, [&]() -> const Expr& { return operators_.cast(type, operand); });
}

const Expr& ExprParser::size_of() {
  const Token token = cursor_.consume();
  const Type* type = nullptr;
  if (starts_type_in_parentheses()) {
    cursor_.consume();
    type = &types_.type_name();
    cursor_.expect(")");
  } else {
    type = &unary().type();
  }
  if (!type->is_complete()) cursor_.fail(token, "the size of this type is not known");
  const std::uint64_t size = token.text == "sizeof" ? type->size() : type->align();
  return context_.integer(context_.types().size_type(), UInt128{size});
}

const Expr& ExprParser::postfix(const Expr& start) {
  const Expr* expr = &start;
  while (true) {
    const Token token = cursor_.peek();
    if (cursor_.consume("[")) {
      const Expr& index = conditional();
      cursor_.expect("]");
      expr = &build(token, [&]() -> const Expr& { return operators_.index(*expr, index); });
    } else if (cursor_.consume(".")) {
      expr = &member(token, *expr);
    } else if (cursor_.consume("->")) {
      const Expr& record = build(token, [&]() -> const Expr& { return operators_.deref(*expr); });
      expr = &member(token, record);
    } else {
      return *expr;
    }
  }
}

const Expr& ExprParser::member(const Token& token, const Expr& record) {
  const Token name = cursor_.consume();
  if (name.kind != TokenKind::Name) cursor_.fail(name, "expected the name of a member but found " + shown(name));
  return build(token, [&]() -> const Expr& { return operators_.member(record, name.text); });
}

const Expr& ExprParser::primary() {
  const Token token = cursor_.consume();
  switch (token.kind) {
  case TokenKind::Name: return name(token);
  case TokenKind::Integer: return read_integer(context_, token, cursor_.text_position());
  case TokenKind::Float: return read_float(context_, token, cursor_.text_position());
  case TokenKind::Character: return read_character(context_, token, cursor_.text_position());
  case TokenKind::String: return string(token);
  case TokenKind::Punctuation:
  case TokenKind::End: break;
  }
  if (!TokenCursor::is(token, "(")) cursor_.fail(token, "expected an expression but found " + shown(token));
  const Expr& inner = conditional();
  cursor_.expect(")");
  return inner;
}

const Expr& ExprParser::name(const Token& token) {
  if (token.text == "\\result" || token.text == "\\return") {
    if (names_.result() == nullptr) cursor_.fail(token, shown(token) + " has no meaning here");
    return *names_.result();
  }
  if (token.text.starts_with("__builtin_inf") || token.text.starts_with("__builtin_nan")) return builtin(token);
  if (const Variable* variable = names_.variable(token.text)) return context_.variable(*variable);
  if (const Function* function = names_.function(token.text)) return context_.function_address(*function);
  if (token.text == "true" || token.text == "false")
    return context_.integer(context_.types().int_type(), token.text == "true");
  if (token.text == "NULL") return context_.zero(context_.types().pointer_to(context_.types().void_type()));
  cursor_.fail(token, "no variable " + shown(token) + " is visible here");
}

// __builtin_inff(), __builtin_nan("0x1"): the only spellings of these values.
const Expr& ExprParser::builtin(const Token& token) {
  cursor_.expect("(");
  std::string payload;
  if (cursor_.peek().kind == TokenKind::String) {
    const Token text = cursor_.consume();
    payload = unescaped(text, cursor_.text_position());
  }
  cursor_.expect(")");
  return read_builtin_float(context_, token, payload, cursor_.text_position());
}

const Expr& ExprParser::string(const Token& token) {
  const std::string bytes = unescaped(token, cursor_.text_position());
  const Variable* literal = names_.string(bytes);
  if (literal == nullptr) cursor_.fail(token, "the program has no string " + shown(token));
  return context_.variable(*literal);
}

ExprParser::ExprParser(Context& context, TokenCursor& cursor, const ExprNames& names)
    : context_(context), cursor_(cursor), names_(names), operators_(context),
      types_(context, cursor, [&context](std::string_view tag) { return find_record(context, tag); }) {}

const Expr& ExprParser::expression() { return conditional(); }

const Type* find_record(const Context& context, std::string_view tag) {
  for (const Type& type : context.types().all())
    if (type.is_record() && type.tag() == tag) return &type;
  return nullptr;
}

} // namespace tandem::text

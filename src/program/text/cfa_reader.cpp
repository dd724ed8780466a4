// Two passes: declarations, functions and edges are collected first, then initialisers and operations are parsed, so
// that every name is known whatever the order of the text. Lines decide by their indentation whether they belong to a
// function or a global.

#include "program/text/cfa_reader.h"

#include "base/core/require.h"
#include "program/model/library.h"
#include "program/model/program_builder.h"
#include "program/model/record_layout.h"
#include "program/text/expr_parser.h"

#include <map>
#include <optional>
#include <set>

namespace tandem::text {

namespace {

struct Line {
  std::string_view text;
  std::uint32_t number = 0;
  bool is_indented = false;
};

std::vector<Line> split(std::string_view text) {
  std::vector<Line> lines;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#') continue;
    lines.push_back({line, number, first != 0});
  }
  return lines;
}

// An edge whose operation is read once all names are known.
struct PendingEdge {
  std::string from, to;
  std::string_view operation;
  std::uint32_t column = 0;
  std::uint32_t line = 0;
  SourcePoint point; // from its name, if it has one
};

struct PendingFunction {
  Function* function = nullptr;
  std::vector<std::string> parameter_names;
  std::string entry, exit = "exit";
  std::vector<PendingEdge> edges;
  std::map<std::string, const Variable*, std::less<>> locals;
};

class CfaReader : public ExprNames {
public:
  CfaReader(DataModel model, std::string file)
      : context_(std::make_shared<Context>(model)), builder_(context_), file_(std::move(file)) {
    builder_.add_file({file_, ""});
  }

  Program read(std::string_view text) {
    const std::vector<Line> lines = split(text);
    for (const Line& line : lines) line.is_indented ? read_indented(line) : read_item(line);
    finish_globals();
    for (PendingFunction& function : functions_) finish_function(function);
    const Function* entry = nullptr;
    for (const PendingFunction& pending : functions_)
      if (entry == nullptr || pending.function->name() == "main") entry = pending.function;
    if (entry == nullptr) throw InputError({file_, 1, 1}, "the program has no function with a body");
    return builder_.finish(*entry);
  }

  const Variable* variable(std::string_view name) const override {
    if (current_ != nullptr)
      if (const auto local = current_->locals.find(name); local != current_->locals.end()) return local->second;
    const auto global = globals_.find(name);
    return global == globals_.end() ? nullptr : global->second;
  }
  const Function* function(std::string_view name) const override {
    const auto found = known_functions_.find(name);
    return found == known_functions_.end() ? nullptr : found->second;
  }
  const Variable* string(std::string_view) const override { return nullptr; }

private:
  struct PendingInitializer {
    Variable* variable;
    std::string_view text;
    TextPosition position;
    bool is_whole; // the text is the value of the whole variable, otherwise "lvalue = value"
  };

  TextPosition position_of_line(const Line& line) const { return {file_, line.number, 1}; }

  void read_item(const Line& line) {
    TokenCursor cursor(line.text, position_of_line(line));
    ExprParser parser(*context_, cursor, *this);
    in_function_ = false;
    last_global_ = nullptr;
    const bool is_function = cursor.peek().kind == TokenKind::Name && TokenCursor::is(cursor.peek(1), ":");
    const bool is_record = (cursor.at("struct") || cursor.at("union")) &&
                           (TokenCursor::is(cursor.peek(2), "{") || cursor.peek(2).kind == TokenKind::End);
    if (is_function)
      read_function(cursor, parser);
    else if (is_record)
      read_record(cursor, parser);
    else
      read_declaration(line, cursor, parser);
  }

  void read_record(TokenCursor& cursor, ExprParser& parser) {
    const RecordKind kind = cursor.consume().text == "union" ? RecordKind::Union : RecordKind::Struct;
    const std::string tag(cursor.consume().text);
    if (!records_.contains(tag)) records_[tag] = &context_->types().declare_record(tag, kind == RecordKind::Union);
    if (!cursor.consume("{")) return;
    if (records_[tag]->is_complete()) cursor.fail("the record '" + tag + "' is defined twice");
    std::vector<Field> fields;
    while (!cursor.consume("}")) {
      const Type& base = parser.types().specifiers();
      do {
        const Declared declared = parser.types().declarator(base);
        Field field{.name = declared.name, .type = declared.type};
        if (cursor.consume(":")) field.bit_width = static_cast<std::uint32_t>(constant(cursor, parser));
        if (!field.type->is_complete() && !field.type->is_array()) cursor.fail("the type of a member is not complete");
        fields.push_back(field);
      } while (cursor.consume(","));
      cursor.expect(";");
    }
    cursor.consume(";");
    expect_end(cursor);
    context_->types().complete(*records_[tag], natural_layout(std::move(fields), kind, context_->data_model()));
  }

  static std::int64_t constant(TokenCursor& cursor, ExprParser& parser) {
    const Expr& expr = parser.unary();
    if (expr.kind() != ExprKind::Integer || expr.bits() > 128) cursor.fail("expected a small constant");
    return static_cast<std::int64_t>(expr.bits());
  }

  static void expect_end(const TokenCursor& cursor) {
    if (!cursor.at_end()) cursor.fail("expected the end of the line but found " + shown(cursor.peek()));
  }

  // A global or a function without a body.
  void read_declaration(const Line& line, TokenCursor& cursor, ExprParser& parser) {
    const bool is_extern = cursor.consume("extern");
    const Declared declared = parser.types().declarator(parser.types().specifiers());
    if (declared.name.empty()) cursor.fail("expected a name");
    if (declared.type->is_function()) {
      cursor.consume(";");
      expect_end(cursor);
      declare(cursor, declared);
      return;
    }
    if (globals_.contains(declared.name)) cursor.fail("the variable '" + declared.name + "' is declared twice");
    Variable& variable = context_->add_variable({.kind = VariableKind::Global,
                                                 .name = builder_.unique_name(declared.name),
                                                 .source_name = declared.name,
                                                 .type = declared.type,
                                                 .is_extern = is_extern});
    builder_.add_global(variable);
    globals_[declared.name] = last_global_ = &variable;
    if (cursor.consume("=")) {
      const std::uint32_t column = cursor.peek().column;
      initializers_.push_back({&variable, line.text.substr(column - 1), {file_, line.number, column}, true});
    } else {
      cursor.consume(";");
      expect_end(cursor);
    }
  }

  Function& declare(const TokenCursor& cursor, const Declared& declared) {
    if (known_functions_.contains(declared.name)) cursor.fail("the function '" + declared.name + "' is declared twice");
    Function& function = builder_.declare_function(declared.name, declared.name, *declared.type, SourceRange{});
    known_functions_[declared.name] = &function;
    return function;
  }

  // main: int main(int argc), entry L0, exit L3
  void read_function(TokenCursor& cursor, ExprParser& parser) {
    const Token name = cursor.consume();
    cursor.expect(":");
    Declared declared = parser.types().declarator(parser.types().specifiers());
    if (!declared.type->is_function()) cursor.fail(name, "expected a function");
    declared.name = std::string(name.text);
    const auto known = known_functions_.find(declared.name);
    PendingFunction& pending = functions_.emplace_back();
    pending.function = known != known_functions_.end() ? known->second : &declare(cursor, declared);
    pending.parameter_names = declared.parameters;
    while (cursor.consume(",")) {
      if (cursor.consume("entry"))
        pending.entry = std::string(cursor.consume().text);
      else if (cursor.consume("exit"))
        pending.exit = std::string(cursor.consume().text);
      else
        cursor.fail("expected 'entry' or 'exit' but found " + shown(cursor.peek()));
    }
    expect_end(cursor);
    begin_body(pending);
    in_function_ = true;
  }

  void begin_body(PendingFunction& pending) {
    std::vector<const Variable*> parameters;
    const auto& types = pending.function->type().parameters();
    for (std::size_t i = 0; i < types.size(); ++i)
      parameters.push_back(&add_variable(pending, VariableKind::Parameter, pending.parameter_names[i], *types[i]));
    builder_.begin_body(*pending.function, std::move(parameters));
  }

  const Variable& add_variable(PendingFunction& pending, VariableKind kind, const std::string& name, const Type& type) {
    Variable& variable = context_->add_variable({.kind = kind,
                                                 .name = builder_.unique_name(name, pending.function),
                                                 .source_name = name,
                                                 .type = &type,
                                                 .owner = pending.function});
    pending.locals[name] = &variable;
    return variable;
  }

  void read_indented(const Line& line) {
    if (in_function_) return read_body_line(line);
    if (last_global_ == nullptr)
      throw InputError(position_of_line(line), "this line belongs to no function and no variable");
    initializers_.push_back({last_global_, line.text, position_of_line(line), false});
  }

  void read_body_line(const Line& line) {
    PendingFunction& pending = functions_.back();
    const std::size_t start = line.text.find_first_not_of(" \t");
    if (line.text.substr(start).starts_with("var ")) return read_local(line, pending);
    const std::size_t arrow = line.text.find(" -> ");
    if (arrow == std::string_view::npos)
      throw InputError(position_of_line(line), "expected an edge: L0 -> L1  operation");
    PendingEdge edge;
    const std::size_t before = line.text.find_last_of(" \t", arrow - 1) + 1;
    edge.from = std::string(line.text.substr(before, arrow - before));
    const std::size_t to = arrow + 4;
    const std::size_t after = std::min(line.text.find_first_of(" \t", to), line.text.size());
    edge.to = std::string(line.text.substr(to, after - to));
    edge.operation = line.text.substr(after);
    edge.column = static_cast<std::uint32_t>(after + 1);
    edge.line = line.number;
    edge.point = point_of(line.text.substr(start, before - start));
    if (pending.entry.empty()) pending.entry = edge.from;
    pending.edges.push_back(std::move(edge));
  }

  // Line and column of "main@3:7+".
  static SourcePoint point_of(std::string_view name) {
    const std::size_t at = name.find('@');
    SourcePoint point;
    if (at == std::string_view::npos) return point;
    const auto number = [&name](std::size_t& from) {
      std::uint32_t value = 0;
      for (; from < name.size() && name[from] >= '0' && name[from] <= '9'; ++from)
        value = value * 10 + static_cast<std::uint32_t>(name[from] - '0');
      return value;
    };
    std::size_t next = at + 1;
    point.line = number(next);
    ++next;
    point.column = number(next);
    return point;
  }

  void read_local(const Line& line, PendingFunction& pending) {
    TokenCursor cursor(line.text, position_of_line(line));
    cursor.expect("var");
    ExprParser parser(*context_, cursor, *this);
    const Declared declared = parser.types().declarator(parser.types().specifiers());
    if (declared.name.empty() || pending.locals.contains(declared.name))
      cursor.fail("expected the name of a new local");
    expect_end(cursor);
    builder_.add_local(*pending.function, add_variable(pending, VariableKind::Local, declared.name, *declared.type));
  }

  void finish_globals() {
    for (const PendingInitializer& pending : initializers_) {
      TokenCursor cursor(pending.text, pending.position);
      ExprParser parser(*context_, cursor, *this);
      const Expr* lvalue = &context_->variable(*pending.variable);
      if (!pending.is_whole) {
        lvalue = &parser.unary();
        cursor.expect("=");
      }
      const Expr& value = assigned(cursor, parser, lvalue->type());
      cursor.consume(";");
      expect_end(cursor);
      pending.variable->initializers.push_back({lvalue, &value});
    }
  }

  // The right side of an assignment to something of this type.
  const Expr& assigned(TokenCursor& cursor, ExprParser& parser, const Type& type) {
    if (cursor.at("{")) {
      for (std::string_view token : {"{", "0", "}"})
        if (cursor.consume().text != token) cursor.fail("expected {0}");
      return context_->zero(type);
    }
    if (cursor.peek().kind == TokenKind::String && type.is_array()) {
      const Token text = cursor.consume();
      return context_->string(type, unescaped(text, cursor.text_position()));
    }
    const Expr& value = parser.operators().value(parser.expression());
    if (&value.type() == &type) return value;
    if (!value.type().is_scalar() || !type.is_scalar()) cursor.fail("the two sides have different types");
    return parser.operators().convert(value, type);
  }

  void finish_function(PendingFunction& pending) {
    current_ = &pending;
    std::map<std::string, DraftLocation> locations;
    locations[pending.exit] = builder_.exit(*pending.function);
    if (!pending.entry.empty() && pending.entry != pending.exit)
      locations[pending.entry] = builder_.entry(*pending.function);
    const auto location = [&](const std::string& name) {
      const auto known = locations.find(name);
      if (known != locations.end()) return known->second;
      return locations[name] = builder_.add_location(*pending.function);
    };
    std::map<std::string, const Expr*> conditions; // of the true edge already read, by location
    for (const PendingEdge& edge : pending.edges) {
      const Operation op = operation(edge, conditions[edge.from]);
      const SourcePoint point = edge.point.is_known() ? edge.point : SourcePoint{0, edge.line, 1};
      builder_.add_edge(location(edge.from), location(edge.to), op, {point, point});
    }
    current_ = nullptr;
  }

  Operation operation(const PendingEdge& edge, const Expr*& condition) {
    TokenCursor cursor(edge.operation, {file_, edge.line, edge.column});
    ExprParser parser(*context_, cursor, *this);
    Operation op;
    if (cursor.consume("skip")) {
    } else if (cursor.consume("[")) {
      op = assume(cursor, parser, condition);
    } else if (cursor.consume("return")) {
      op.kind = OpKind::Return;
      if (!cursor.at_end()) op.value = &assigned(cursor, parser, current_->function->result());
    } else if (cursor.consume("declare")) {
      op.kind = OpKind::Declare;
      op.variable = &declared_local(cursor, parser);
    } else {
      op = effect(cursor, parser);
    }
    expect_end(cursor);
    return op;
  }

  // Names a local that a var line declared, or declares one.
  const Variable& declared_local(TokenCursor& cursor, ExprParser& parser) {
    const Declared declared = parser.types().declarator(parser.types().specifiers());
    if (declared.name.empty()) cursor.fail("expected the name of a local");
    const auto known = current_->locals.find(declared.name);
    if (known != current_->locals.end()) return *known->second;
    const Variable& local = add_variable(*current_, VariableKind::Local, declared.name, *declared.type);
    builder_.add_local(*current_->function, local);
    return local;
  }

  // The second edge of a branch has the condition of the first.
  Operation assume(TokenCursor& cursor, ExprParser& parser, const Expr*& condition) {
    Operation op;
    op.kind = OpKind::Assume;
    const Expr& read = parser.expression();
    if (!read.type().is_scalar()) cursor.fail("a condition should be a number or a pointer");
    op.truth = condition == nullptr;
    op.value = condition == nullptr ? &read : condition;
    condition = op.value;
    cursor.expect("]");
    return op;
  }

  // lvalue = value, lvalue = f(…), f(…)
  Operation effect(TokenCursor& cursor, ExprParser& parser) {
    Operation op;
    const bool is_call_of_name = cursor.peek().kind == TokenKind::Name && function(cursor.peek().text) != nullptr &&
                                 TokenCursor::is(cursor.peek(1), "(");
    if (is_call_of_name) return call(cursor, parser, op);
    const Expr& first = parser.unary();
    if (cursor.at("(")) {
      op.value = &parser.operators().value(first);
      return call(cursor, parser, op);
    }
    if (!first.is_lvalue()) parser.refuse_rest();
    cursor.expect("=");
    op.lvalue = &first;
    if (cursor.at("any")) return anything(cursor, op);
    if (is_call(cursor)) {
      if (function(cursor.peek().text) == nullptr || !TokenCursor::is(cursor.peek(1), "("))
        op.value = &parser.operators().value(parser.unary());
      return call(cursor, parser, op);
    }
    op.kind = OpKind::Assign;
    op.value = &assigned(cursor, parser, first.type());
    return op;
  }

  // lvalue = any value (inline assembly)
  static Operation anything(TokenCursor& cursor, Operation op) {
    op.kind = OpKind::Nondet;
    op.source = NondetSource::Assembly;
    while (!cursor.at_end()) cursor.consume();
    return op;
  }

  // Whether the text ends with an argument list: a name, or something in parentheses, before the last pair.
  bool is_call(const TokenCursor& cursor) const {
    std::size_t count = 0;
    while (cursor.peek(count).kind != TokenKind::End) ++count;
    if (count < 3 || !TokenCursor::is(cursor.peek(count - 1), ")")) return false;
    int depth = 0;
    for (std::size_t i = count; i-- > 1;) {
      if (TokenCursor::is(cursor.peek(i), ")")) ++depth;
      if (!TokenCursor::is(cursor.peek(i), "(") || --depth != 0) continue;
      const Token& callee = cursor.peek(i - 1);
      if (callee.kind != TokenKind::Name) return TokenCursor::is(callee, ")") && is_pointer_call(cursor, i - 1);
      return i == 1 || TokenCursor::is(cursor.peek(i - 2), "->") || TokenCursor::is(cursor.peek(i - 2), ".");
    }
    return false;
  }

  // (*p)(…), not (type)(…)
  static bool is_pointer_call(const TokenCursor& cursor, std::size_t close) {
    return TokenCursor::is(cursor.peek(0), "(") && TokenCursor::is(cursor.peek(1), "*") && close > 1;
  }

  Operation call(TokenCursor& cursor, ExprParser& parser, Operation op) {
    op.kind = OpKind::Call;
    const Type* type = nullptr;
    if (op.value == nullptr) {
      op.callee = function(cursor.peek().text);
      if (op.callee == nullptr) cursor.fail("no function " + shown(cursor.peek()) + " is declared");
      type = &op.callee->type();
      const std::optional<NondetSource> source = nondet_source(cursor.consume().text);
      if (source && op.lvalue != nullptr && !op.callee->has_body()) {
        op.kind = OpKind::Nondet;
        op.source = *source;
      }
    } else {
      if (!op.value->type().is_pointer() || !op.value->type().element().is_function())
        cursor.fail("only functions can be called");
      type = &op.value->type().element();
    }
    std::vector<const Expr*> arguments;
    cursor.expect("(");
    while (!cursor.at(")")) {
      if (!arguments.empty()) cursor.expect(",");
      const std::size_t i = arguments.size();
      const bool is_fixed = i < type->parameters().size();
      arguments.push_back(is_fixed ? &assigned(cursor, parser, *type->parameters()[i])
                                   : &parser.operators().value(parser.expression()));
    }
    cursor.expect(")");
    op.arguments = context_->list(std::move(arguments));
    return op;
  }

  std::shared_ptr<Context> context_;
  ProgramBuilder builder_;
  std::string file_;
  std::map<std::string, Type*> records_;
  std::map<std::string, Variable*, std::less<>> globals_;
  std::map<std::string, Function*, std::less<>> known_functions_;
  std::vector<PendingFunction> functions_;
  std::vector<PendingInitializer> initializers_;
  PendingFunction* current_ = nullptr;
  Variable* last_global_ = nullptr;
  bool in_function_ = false;
};

} // namespace

Program read_cfa(std::string_view text, DataModel model, const std::string& file) {
  return CfaReader(model, file).read(text);
}

} // namespace tandem::text

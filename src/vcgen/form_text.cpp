// Printers only; terms are elided below a fixed depth, since unwound programs share subterms without limit.

#include "vcgen/form_text.h"

#include "base/core/require.h"
#include "smt/solver/smtlib_writer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace tandem::vcgen {

namespace {

using nlohmann::json;
using smt::Kind;

constexpr int deepest = 24;

// The C operator for the kind; null if there is none.
const char* infix(Kind kind) {
  static const std::map<Kind, const char*> operators{
      {Kind::Eq, "=="},      {Kind::And, "&&"},   {Kind::Or, "||"},      {Kind::BvAnd, "&"},    {Kind::BvOr, "|"},
      {Kind::BvXor, "^"},    {Kind::BvAdd, "+"},  {Kind::BvSub, "-"},    {Kind::BvMul, "*"},    {Kind::BvSdiv, "/"},
      {Kind::BvUdiv, "/u"},  {Kind::BvSrem, "%"}, {Kind::BvUrem, "%u"},  {Kind::BvShl, "<<"},   {Kind::BvAshr, ">>"},
      {Kind::BvLshr, ">>u"}, {Kind::BvSlt, "<"},  {Kind::BvUlt, "<u"},   {Kind::FpAdd, "+"},    {Kind::FpMul, "*"},
      {Kind::FpDiv, "/"},    {Kind::FpEq, "=="},  {Kind::FpLt, "<"},     {Kind::FpLe, "<="},    {Kind::IntAdd, "+"},
      {Kind::IntSub, "-"},   {Kind::IntMul, "*"}, {Kind::IntDiv, "div"}, {Kind::IntMod, "mod"}, {Kind::IntLt, "<"}};
  const auto found = operators.find(kind);
  return found == operators.end() ? nullptr : found->second;
}

class TermPrinter {
public:
  explicit TermPrinter(smt::Terms& terms) : terms_(terms) {}

  std::string text(smt::Term t, int depth) const {
    if (depth == 0) return "...";
    const Kind kind = terms_.kind(t);
    const auto arg = [&](std::size_t i) { return operand(terms_.arg(t, i), depth - 1); };
    if (kind == Kind::Constant) return constant(t);
    if (kind == Kind::Variable) return terms_.name(t);
    if (kind == Kind::Not) return negation(terms_.arg(t, 0), depth);
    if (kind == Kind::BvNot) return "~" + arg(0);
    if (kind == Kind::BvNeg || kind == Kind::FpNeg) return "-" + arg(0);
    if (kind == Kind::Ite) return fmt::format("{} ? {} : {}", arg(0), arg(1), arg(2));
    if (kind == Kind::Select) return fmt::format("{}[{}]", arg(0), text(terms_.arg(t, 1), depth - 1));
    if (kind == Kind::Store)
      return fmt::format("{}[{} := {}]", arg(0), text(terms_.arg(t, 1), depth - 1), text(terms_.arg(t, 2), depth - 1));
    if (kind == Kind::BvExtract) return fmt::format("{}[{}:{}]", arg(0), terms_.high(t), terms_.low(t));
    if (const char* op = infix(kind)) return fmt::format("{} {} {}", arg(0), op, arg(1));
    std::string result = std::string(smt::name(kind)) + "(";
    for (std::size_t i = 0; i < terms_.args(t).size(); ++i)
      result += (i == 0 ? "" : ", ") + text(terms_.arg(t, i), depth - 1);
    return result + ")";
  }

private:
  // "not less" reads better as "at least".
  std::string negation(smt::Term inner, int depth) const {
    const Kind kind = terms_.kind(inner);
    const auto arg = [&](std::size_t i) { return operand(terms_.arg(inner, i), depth - 1); };
    if (kind == Kind::Eq) return fmt::format("{} != {}", arg(0), arg(1));
    if (kind == Kind::BvSlt || kind == Kind::IntLt) return fmt::format("{} <= {}", arg(1), arg(0));
    if (kind == Kind::BvUlt) return fmt::format("{} <=u {}", arg(1), arg(0));
    return "!" + operand(inner, depth - 1);
  }

  std::string operand(smt::Term t, int depth) const {
    const Kind kind = terms_.kind(t);
    const bool simple = kind == Kind::Constant || kind == Kind::Variable || kind == Kind::Select ||
                        kind == Kind::BvExtract || (infix(kind) == nullptr && kind != Kind::Ite && kind != Kind::Not);
    const std::string inner = text(t, depth);
    return simple ? inner : "(" + inner + ")";
  }

  std::string constant(smt::Term t) const {
    const smt::Sort sort = terms_.sort(t);
    const smt::Bits bits = terms_.bits(t);
    if (sort.is_bool()) return bits.is_zero() ? "false" : "true";
    if (bits.width() > 64 || sort.is_float()) return smt::SmtlibWriter(terms_).text(t);
    const std::uint64_t low = bits.low();
    const bool negative = bits.bit(bits.width() - 1);
    const std::uint64_t extended = negative && bits.width() < 64 ? low | ~std::uint64_t{0} << bits.width() : low;
    return std::to_string(static_cast<std::int64_t>(extended));
  }

  smt::Terms& terms_;
};

std::string statement_text(BoundedProgram& program, const symex::Statement& statement) {
  smt::Terms& terms = program.terms();
  const std::string value = term_text(terms, statement.value);
  switch (statement.kind) {
  case symex::StatementKind::Assign: return fmt::format("{} := {}", terms.name(statement.symbol), value);
  case symex::StatementKind::Assume: return fmt::format("assume {}", value);
  case symex::StatementKind::Assert:
    return fmt::format("assert {}  // {}", value, text(program.source(), site_of(statement)));
  }
  unreachable();
}

std::string arcs_text(BoundedProgram& program, const symex::Block& block) {
  std::string result;
  for (const symex::Arc& arc : block.in) {
    result += fmt::format("{} B{}", result.empty() ? "" : ",", arc.from);
    if (!program.terms().is_true(arc.condition))
      result += fmt::format(" [{}]", term_text(program.terms(), arc.condition));
  }
  return result;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// The conjuncts of a term, from left to right.
void conjuncts(smt::Terms& terms, smt::Term t, std::vector<smt::Term>& into) {
  std::vector<smt::Term> work{t};
  while (!work.empty()) {
    const smt::Term at = work.back();
    work.pop_back();
    const bool negated = terms.kind(at) == Kind::Not;
    const smt::Term inner = negated ? terms.arg(at, 0) : at;
    if (terms.kind(inner) != (negated ? Kind::Or : Kind::And)) {
      into.push_back(at);
      continue;
    }
    for (const std::size_t side : {1, 0}) {
      const smt::Term part = terms.arg(inner, side);
      work.push_back(negated ? terms.not_(part) : part);
    }
  }
}

// The conjuncts of the negated condition: everything that is known, and the violation of the property.
std::vector<smt::Term> refutation(BoundedProgram& program, const Condition& condition) {
  std::vector<smt::Term> result;
  conjuncts(program.terms(), program.terms().not_(condition.formula), result);
  return result;
}

} // namespace

std::string term_text(smt::Terms& terms, smt::Term term) { return TermPrinter(terms).text(term, deepest); }

std::string form_text(BoundedProgram& program) {
  std::string result;
  const auto& blocks = program.form().blocks();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    result += fmt::format("B{}:{}{}\n", i, blocks[i].in.empty() ? "" : " from", arcs_text(program, blocks[i]));
    for (const symex::Statement& statement : blocks[i].statements)
      result += fmt::format("  {}\n", statement_text(program, statement));
  }
  return result;
}

std::string form_dot(BoundedProgram& program) {
  std::string result = "digraph form {\n  node [shape=box, fontname=monospace, fontsize=10];\n";
  const auto& blocks = program.form().blocks();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::string label = fmt::format("B{}\\l", i);
    for (const symex::Statement& statement : blocks[i].statements)
      label += escaped(statement_text(program, statement)) + "\\l";
    result += fmt::format("  B{} [label=\"{}\"];\n", i, label);
    for (const symex::Arc& arc : blocks[i].in)
      result +=
          fmt::format("  B{} -> B{} [label=\"{}\"];\n", arc.from, i,
                      program.terms().is_true(arc.condition) ? "" : escaped(term_text(program.terms(), arc.condition)));
  }
  return result + "}\n";
}

std::string form_json(BoundedProgram& program) {
  json blocks = json::array();
  for (const symex::Block& block : program.form().blocks()) {
    json in = json::array(), statements = json::array();
    for (const symex::Arc& arc : block.in)
      in.push_back({{"from", arc.from}, {"condition", term_text(program.terms(), arc.condition)}});
    for (const symex::Statement& statement : block.statements) {
      const bool assigns = statement.kind == symex::StatementKind::Assign;
      const bool asserts = statement.kind == symex::StatementKind::Assert;
      json made{{"kind", assigns   ? "assign"
                         : asserts ? "assert"
                                   : "assume"},
                {"value", term_text(program.terms(), statement.value)}};
      if (assigns) made["symbol"] = program.terms().name(statement.symbol);
      if (asserts) made["place"] = text(program.source(), site_of(statement));
      statements.push_back(std::move(made));
    }
    blocks.push_back({{"in", std::move(in)}, {"statements", std::move(statements)}});
  }
  return json{{"blocks", std::move(blocks)}}.dump(2) + "\n";
}

std::string conditions_text(BoundedProgram& program, const std::vector<Condition>& conditions) {
  std::string result;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    result += fmt::format("Condition {}: these cannot hold together\n", i + 1);
    for (const Claim& claim : conditions[i].claims)
      result += fmt::format("  // {}\n", text(program.source(), site_of(*claim.statement)));
    for (const smt::Term part : refutation(program, conditions[i]))
      result += fmt::format("  {}\n", term_text(program.terms(), part));
  }
  return result.empty() ? "no conditions: no assert can be reached, or constants decide them all\n" : result;
}

std::string conditions_json(BoundedProgram& program, const std::vector<Condition>& conditions) {
  json result = json::array();
  for (const Condition& condition : conditions) {
    json sites = json::array(), parts = json::array();
    for (const Claim& claim : condition.claims) sites.push_back(text(program.source(), site_of(*claim.statement)));
    for (const smt::Term part : refutation(program, condition)) parts.push_back(term_text(program.terms(), part));
    result.push_back({{"assertions", std::move(sites)}, {"refuted_by", std::move(parts)}});
  }
  return json{{"conditions", std::move(result)}}.dump(2) + "\n";
}

} // namespace tandem::vcgen

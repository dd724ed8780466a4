// One pass with a stack of open brackets. Operands of an implication reach to the next token that binds less: it is the
// weakest operator of CBMC's but for the conditional one, and associates to the right; the equivalence is weaker still.

#include "frontend/dialect/expressions.h"

namespace tandem::frontend::dialect {

namespace {

class Rewriting {
public:
  Rewriting(const Tokens& tokens, const TokenSource& source) : in_(tokens), source_(source) {}

  Tokens run() {
    levels_.push_back({});
    while (at_ < in_.size()) step();
    finish_operands();
    return std::move(out_);
  }

private:
  struct Level {
    std::size_t operand = 0;    // where in the output the current operand begins
    std::size_t expression = 0; // where the current expression begins
    std::string open;           // what closes the rewritten operators of the current expression
    std::string close = "";     // what follows the closing bracket
    bool is_quantifier = false;
  };

  void step() {
    const clang::Token& token = in_[at_];
    if (is_implication()) return implication();
    if (is_equivalence()) return equivalence();
    if (is_word(token, "__CPROVER_forall") || is_word(token, "__CPROVER_exists")) return quantifier();
    if (is_word(token, "__CPROVER_bitvector")) return bit_vector();
    if (closes(token)) return close();
    const bool ends = ends_operand(token);
    if (ends) finish_operands();
    out_.push_back(token);
    ++at_;
    if (opens(token)) levels_.push_back({out_.size(), out_.size(), {}, {}, false});
    if (ends) levels_.back().operand = levels_.back().expression = out_.size();
  }

  bool follow(std::size_t first, clang::tok::TokenKind kind, clang::tok::TokenKind next) const {
    return first + 1 < in_.size() && in_[first].is(kind) && in_[first + 1].is(next) &&
           source_.are_adjacent(in_[first], in_[first + 1]);
  }
  bool is_implication() const { return follow(at_, clang::tok::equalequal, clang::tok::greater); }
  bool is_equivalence() const {
    return follow(at_, clang::tok::lessequal, clang::tok::equal) &&
           follow(at_ + 1, clang::tok::equal, clang::tok::greater);
  }

  static bool ends_operand(const clang::Token& token) {
    return token.isOneOf(clang::tok::comma, clang::tok::semi, clang::tok::question, clang::tok::colon,
                         clang::tok::equal, clang::tok::plusequal, clang::tok::minusequal, clang::tok::starequal,
                         clang::tok::slashequal, clang::tok::percentequal, clang::tok::ampequal, clang::tok::pipeequal,
                         clang::tok::caretequal, clang::tok::lesslessequal, clang::tok::greatergreaterequal,
                         clang::tok::kw_return);
  }

  void add(const std::string& text) {
    const Tokens more = source_.lex(text, in_[std::min(at_, in_.size() - 1)].getLocation());
    out_.insert(out_.end(), more.begin(), more.end());
  }
  void insert(std::size_t where, const std::string& text) {
    const Tokens more = source_.lex(text, in_[at_].getLocation());
    out_.insert(out_.begin() + static_cast<std::ptrdiff_t>(where), more.begin(), more.end());
  }

  void finish_operands() {
    Level& level = levels_.back();
    if (!level.open.empty()) add(std::exchange(level.open, {}));
  }

  void implication() {
    Level& level = levels_.back();
    insert(level.operand, "(!(");
    add(") || (");
    level.operand = out_.size();
    level.open += "))";
    at_ += 2;
  }

  void equivalence() {
    finish_operands();
    Level& level = levels_.back();
    insert(level.expression, "(!(");
    add(") == !(");
    level.operand = out_.size();
    level.open = "))";
    at_ += 3;
  }

  void quantifier() {
    const clang::Token& name = in_[at_];
    if (at_ + 1 >= in_.size() || in_[at_ + 1].isNot(clang::tok::l_brace))
      throw InputError(source_.position(name),
                       "expected '{ type variable; condition }' behind '" + std::string(word_of(name)) + "'");
    add(std::string(is_word(name, "__CPROVER_forall") ? forall_function : exists_function) + "(({");
    at_ += 2;
    levels_.push_back({out_.size(), out_.size(), {}, "))", true});
  }

  void bit_vector() {
    const clang::Token& name = in_[at_];
    const std::size_t end = at_ + 1 < in_.size() ? closing(in_, at_ + 1) : in_.size();
    if (end == in_.size() || in_[at_ + 1].isNot(clang::tok::l_square))
      throw InputError(source_.position(name), "expected the number of bits, as in __CPROVER_bitvector[12]");
    add("_BitInt(");
    out_.insert(out_.end(), in_.begin() + static_cast<std::ptrdiff_t>(at_) + 2,
                in_.begin() + static_cast<std::ptrdiff_t>(end));
    at_ = end;
    add(")");
    ++at_;
  }

  void close() {
    finish_operands();
    if (levels_.size() > 1) {
      const Level level = levels_.back();
      levels_.pop_back();
      if (level.is_quantifier && !out_.empty() && out_.back().isNot(clang::tok::semi)) add(";");
      out_.push_back(in_[at_]);
      if (!level.close.empty()) add(level.close);
      // Behind a block there is a new statement; behind other brackets the operand goes on.
      if (in_[at_].is(clang::tok::r_brace) && !level.is_quantifier)
        levels_.back().operand = levels_.back().expression = out_.size();
    } else {
      out_.push_back(in_[at_]);
    }
    ++at_;
  }

  const Tokens& in_;
  const TokenSource& source_;
  Tokens out_;
  std::vector<Level> levels_;
  std::size_t at_ = 0;
};

} // namespace

Tokens rewrite_expressions(const Tokens& tokens, const TokenSource& source) { return Rewriting(tokens, source).run(); }

} // namespace tandem::frontend::dialect

// A reader of S-expressions, and of the few forms that values take: literals, fp, stores over constant arrays, let.

#include "smt/solver/smtlib_values.h"

#include "smt/solver/solver.h"
#include "smt/term/float_value.h"
#include "smt/term/integer.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <vector>

namespace tandem::smt {

namespace {

struct Expression {
  std::string_view atom; // of an atom; empty for a list
  std::vector<Expression> list;

  bool is_list() const { return atom.empty(); }
  bool is(std::string_view text) const { return atom == text; }
  bool starts(std::string_view head) const { return is_list() && !list.empty() && list[0].is(head); }
};

[[noreturn]] void fail(std::string_view what) {
  throw SolverError("a value was expected, but the solver said " + std::string(what.substr(0, 200)));
}

class Reader {
public:
  explicit Reader(std::string_view text) : text_(text) {}

  Expression read() {
    skip_space();
    if (at_ == text_.size()) fail(text_);
    if (text_[at_] == ')') fail(text_);
    if (text_[at_] != '(') return {token(), {}};
    if (++depth_ > 10000) fail("values nested too deeply");
    ++at_;
    Expression result;
    for (skip_space(); at_ < text_.size() && text_[at_] != ')'; skip_space()) result.list.push_back(read());
    if (at_ == text_.size()) fail(text_);
    ++at_;
    --depth_;
    return result;
  }

private:
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
      ++at_;
  }
  std::string_view token() {
    const std::size_t start = at_;
    if (text_[at_] == '|') {
      at_ = std::min(text_.find('|', at_ + 1), text_.size() - 1) + 1;
    } else {
      at_ = std::min(text_.find_first_of(" \n\r\t()", at_), text_.size());
    }
    return text_.substr(start, at_ - start);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

class Values {
public:
  Values(Terms& terms, std::string_view text) : terms_(terms), text_(text) {}

  Term read(Sort sort, const Expression& e) {
    if (e.starts("let")) return read_let(sort, e);
    if (const auto found = bound_.find(e.atom); !e.is_list() && found != bound_.end())
      return read(sort, *found->second);
    switch (sort.kind()) {
    case SortKind::Bool: return e.is("true") ? terms_.true_() : e.is("false") ? terms_.false_() : complain();
    case SortKind::BitVec: return terms_.bv(read_bits(sort.width(), e));
    case SortKind::Float: return read_float(sort, e);
    case SortKind::Int: return read_int(e);
    case SortKind::Array: return read_array(sort, e);
    }
    fail(text_);
  }

private:
  Term complain() { fail(text_); }

  Term read_let(Sort sort, const Expression& e) {
    if (e.list.size() != 3 || !e.list[1].is_list()) fail(text_);
    for (const Expression& binding : e.list[1].list) {
      if (binding.list.size() != 2) fail(text_);
      bound_.insert_or_assign(binding.list[0].atom, &binding.list[1]);
    }
    return read(sort, e.list[2]);
  }

  Bits read_bits(std::uint32_t width, const Expression& e) {
    Bits bits = Bits::from_literal(e.atom);
    if (e.starts("_") && e.list.size() == 3 && e.list[1].atom.starts_with("bv"))
      bits = Bits::from_decimal(width, e.list[1].atom.substr(2));
    if (bits.width() != width) fail(text_);
    return bits;
  }

  Term read_float(Sort sort, const Expression& e) {
    if (e.starts("fp") && e.list.size() == 4) {
      const Bits top = concat(read_bits(1, e.list[1]), read_bits(sort.exponent(), e.list[2]));
      return terms_.constant(sort, concat(top, read_bits(sort.significand() - 1, e.list[3])));
    }
    if (!e.starts("_") || e.list.size() < 2) fail(text_);
    const std::string_view word = e.list[1].atom;
    if (word == "NaN") return terms_.constant(sort, float_nan(sort));
    const Sign sign = word.starts_with('-') ? Sign::Minus : Sign::Plus;
    if (word == "+oo" || word == "-oo") return terms_.constant(sort, float_infinity(sort, sign));
    if (word == "+zero" || word == "-zero") return terms_.constant(sort, float_zero(sort, sign));
    fail(text_);
  }

  Term read_int(const Expression& e) {
    const bool minus = e.starts("-") && e.list.size() == 2;
    const std::string_view digits = minus ? e.list[1].atom : e.atom;
    if (digits.empty() || !std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; })) fail(text_);
    return terms_.constant(Sort::integer(), integers::from_decimal((minus ? "-" : "") + std::string(digits)));
  }

  Term read_array(Sort sort, const Expression& e) {
    if (e.starts("store") && e.list.size() == 4) {
      // The innermost first, without recursion over the chain.
      std::vector<const Expression*> stores;
      const Expression* rest = &e;
      while (rest->starts("store") && rest->list.size() == 4) {
        stores.push_back(rest);
        rest = &rest->list[1];
      }
      Term result = read(sort, *rest);
      for (auto it = stores.rbegin(); it != stores.rend(); ++it)
        result = terms_.store(result, read(sort.index(), (*it)->list[2]), read(sort.element(), (*it)->list[3]));
      return result;
    }
    const bool is_const = e.is_list() && e.list.size() == 2 && e.list[0].starts("as") && e.list[0].list.size() == 3 &&
                          e.list[0].list[1].is("const");
    if (!is_const) fail(text_);
    return terms_.const_array(sort, read(sort.element(), e.list[1]));
  }

  Terms& terms_;
  std::string_view text_;
  std::map<std::string_view, const Expression*> bound_;
};

} // namespace

std::vector<Term> read_values(Terms& terms, std::span<const Term> variables, std::string_view answer) {
  const Expression e = Reader(answer).read();
  if (!e.is_list() || e.list.size() != variables.size()) fail(answer);
  std::vector<Term> result;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (e.list[i].list.size() != 2) fail(answer);
    result.push_back(Values(terms, answer).read(terms.sort(variables[i]), e.list[i].list[1]));
  }
  return result;
}

} // namespace tandem::smt

// One pass in topological order: the text of a term is composed of the texts or names of its arguments. A term that is
// used more than once, or whose text is long, gets a name.

#include "smt/solver/smtlib_writer.h"

#include "base/core/require.h"
#include "smt/term/float_range.h"
#include "smt/term/float_value.h"
#include "smt/term/traverse.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tandem::smt {

namespace {

constexpr std::size_t longest_text = 120;
constexpr std::string_view own_prefix = "d?"; // of definitions; variables that start so are renamed

const std::set<std::string_view>& reserved() {
  static const std::set<std::string_view> words = [] {
    std::set<std::string_view> all{"!",     "_",   "as",  "let",      "exists", "forall", "match", "par",  "true",
                                   "false", "=>",  "xor", "distinct", "repeat", "abs",    "fp",    "NaN",  "RNE",
                                   "RNA",   "RTP", "RTN", "RTZ",      "Bool",   "Int",    "Array", "Real", "String",
                                   ">",     ">=",  "<=",  "/",        "assert", "push",   "pop",   "exit", "BitVec"};
    for (std::size_t i = 0; i < kind_count; ++i) all.insert(name(static_cast<Kind>(i)));
    return all;
  }();
  return words;
}

bool is_simple(std::string_view name) {
  static constexpr std::string_view extra = "~!@$%^&*_-+=<>.?/";
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           extra.find(c) != std::string_view::npos;
  });
}

std::string float_text(Sort f, const Bits& bits) {
  const std::uint32_t width = f.width();
  return fmt::format("(fp #b{} #b{} #b{})", extract(bits, width - 1, width - 1).binary(),
                     extract(bits, width - 2, f.significand() - 1).binary(),
                     extract(bits, f.significand() - 2, 0).binary());
}

std::string to_fp(Sort f) { return fmt::format("(_ to_fp {} {})", f.exponent(), f.significand()); }

} // namespace

std::string SmtlibWriter::symbol(Term variable) const {
  const std::string& name = terms_.name(variable);
  const bool unusable = name.find_first_of("|\\") != std::string::npos || name.starts_with(own_prefix) ||
                        name.starts_with('@') || name.starts_with('.') || reserved().contains(name);
  if (unusable) return fmt::format("{}v{}", own_prefix, variable.id());
  return is_simple(name) ? name : fmt::format("|{}|", name);
}

void SmtlibWriter::pop() {
  require(levels_.size() > 1, "a pop should follow a push");
  for (const Term t : levels_.back()) known_.erase(t);
  levels_.pop_back();
}

void SmtlibWriter::remember(Term t, std::string text) {
  known_.emplace(t, std::move(text));
  levels_.back().push_back(t);
}

std::vector<Term> SmtlibWriter::variables() const {
  std::vector<Term> result;
  for (const std::vector<Term>& level : levels_)
    for (const Term t : level)
      if (terms_.is_variable(t)) result.push_back(t);
  return result;
}

std::string SmtlibWriter::text(Term t) const {
  const auto found = known_.find(t);
  require(found != known_.end(), "a term should be defined before it is written");
  return found->second;
}

std::string SmtlibWriter::definitions(std::span<const Term> roots) {
  // The terms that have no text yet, by increasing id.
  std::vector<Term> stack(roots.begin(), roots.end());
  std::vector<Term> fresh;
  uses_.clear();
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (known_.contains(t) || ++uses_[t] > 1) continue;
    fresh.push_back(t);
    for (const Term argument : terms_.args(t)) stack.push_back(argument);
  }
  std::ranges::sort(fresh);
  std::string out;
  for (const Term t : fresh) write(t, out);
  return out;
}

void SmtlibWriter::define(Term t, const std::string& body, std::string& out) {
  const std::string name = fmt::format("{}{}", own_prefix, t.id());
  const std::string sort = terms_.sort(t).smtlib();
  switch (sharing_) {
  case Sharing::Functions: out += fmt::format("(define-fun {} () {} {})\n", name, sort, body); break;
  case Sharing::Equations:
    out += fmt::format("(declare-const {} {})\n(assert (= {} {}))\n", name, sort, name, body);
    break;
  case Sharing::Lets:
    lets_ += fmt::format("(let (({} {}))\n", name, body);
    ++let_count_;
    break;
  }
  remember(t, name);
}

std::string SmtlibWriter::in_lets(std::string_view formula) const {
  return lets_ + std::string(formula) + std::string(let_count_, ')');
}

void SmtlibWriter::write(Term t, std::string& out) {
  if (terms_.is_variable(t)) {
    out += fmt::format("(declare-const {} {})\n", symbol(t), terms_.sort(t).smtlib());
    return remember(t, symbol(t));
  }
  std::string body = expression(t, out);
  if (terms_.is_constant(t) || (uses_.at(t) == 1 && body.size() <= longest_text) || body.size() <= 24)
    return remember(t, std::move(body));
  define(t, body, out);
}

std::string SmtlibWriter::plain(Term t, std::string_view head) const {
  std::string result = "(";
  result += head;
  for (const Term argument : terms_.args(t)) {
    result += ' ';
    result += text(argument);
  }
  return result + ")";
}

std::string SmtlibWriter::rounded(Term t, std::string_view head) const {
  return plain(t, fmt::format("{} {}", head, name(terms_.rounding(t))));
}

std::string SmtlibWriter::expression(Term t, std::string& out) {
  const Kind kind = terms_.kind(t);
  const Sort s = terms_.sort(t);
  if (kind == Kind::Constant) return constant(t);
  if (kind == Kind::BvExtract) return plain(t, fmt::format("(_ extract {} {})", terms_.high(t), terms_.low(t)));
  if (kind == Kind::BvZeroExtend || kind == Kind::BvSignExtend)
    return plain(t, fmt::format("(_ {} {})", name(kind), s.width() - terms_.width(terms_.arg(t, 0))));
  if (kind == Kind::ConstArray) return plain(t, fmt::format("(as const {})", s.smtlib()));
  if (kind == Kind::FpFromBits) return plain(t, to_fp(s));
  if (kind == Kind::FpToBits) return pattern(t, out);
  if (kind == Kind::FpToFp || kind == Kind::FpFromSbv) return rounded(t, to_fp(s));
  if (kind == Kind::FpFromUbv)
    return rounded(t, fmt::format("(_ to_fp_unsigned {} {})", s.exponent(), s.significand()));
  if (kind == Kind::FpToSbv || kind == Kind::FpToUbv) return to_integer(t);
  if (kind == Kind::IntDiv || kind == Kind::IntMod) return divide(t);
  if (has_rounding(kind)) return rounded(t, name(kind));
  return plain(t, name(kind));
}

std::string SmtlibWriter::constant(Term t) const {
  const Sort s = terms_.sort(t);
  const Bits bits = terms_.bits(t);
  if (s.is_bool()) return bits.is_zero() ? "false" : "true";
  if (s.is_bv()) return bits.smtlib();
  if (s.is_int())
    return bits.negative() ? fmt::format("(- {})", (-sign_extend(bits, bits.width() + 1)).decimal()) : bits.decimal();
  if (float_is_nan(s, bits)) return fmt::format("(_ NaN {} {})", s.exponent(), s.significand());
  return float_text(s, bits);
}

// Guarded, because SMT-LIB leaves the result open where the value is out of range.
std::string SmtlibWriter::to_integer(Term t) const {
  const Sort f = terms_.sort(terms_.arg(t, 0));
  const Kind kind = terms_.kind(t);
  const std::uint32_t width = terms_.width(t);
  const FloatRange range = float_range(f, kind, width);
  const std::string a = text(terms_.arg(t, 0));
  const std::string_view r = name(terms_.rounding(t));
  const std::string whole = fmt::format("(fp.roundToIntegral {} {})", r, a);
  return fmt::format("(let ((w? {})) (ite (and ({} {} w?) (fp.lt w? {})) ((_ {} {}) {} {}) {}))", whole,
                     range.least_is_infinite ? "fp.lt" : "fp.leq", float_text(f, range.least),
                     float_text(f, range.beyond), name(kind), width, r, a, out_of_range(kind, width).smtlib());
}

std::string SmtlibWriter::divide(Term t) const {
  const std::string exact = plain(t, name(terms_.kind(t)));
  if (terms_.is_constant(terms_.arg(t, 1))) return exact;
  const std::string at_zero = terms_.kind(t) == Kind::IntDiv ? "0" : text(terms_.arg(t, 0));
  return fmt::format("(ite (= {} 0) {} {})", text(terms_.arg(t, 1)), at_zero, exact);
}

// The standard has no function from floats to patterns, so a constant is declared whose float is the given one.
std::string SmtlibWriter::pattern(Term t, std::string& out) {
  const Sort f = terms_.sort(terms_.arg(t, 0));
  const std::string a = text(terms_.arg(t, 0));
  const std::string bits = fmt::format("{}b{}", own_prefix, t.id());
  out += fmt::format("(declare-const {} {})\n", bits, terms_.sort(t).smtlib());
  const std::string means = fmt::format("(and (= ({} {}) {}) (=> (fp.isNaN {}) (= {} {})))", to_fp(f), bits, a, a, bits,
                                        float_nan(f).smtlib());
  // Names bound by a let are not visible in a separate assertion.
  if (sharing_ == Sharing::Lets) {
    lets_ += fmt::format("(and {}\n", means);
    ++let_count_;
  } else {
    out += fmt::format("(assert {})\n", means);
  }
  return bits;
}

std::string smtlib_logic(const Terms& terms, std::span<const Term> formulas) {
  bool bits = false;
  bool floats = false;
  bool ints = false;
  bool arrays = false;
  const auto note = [&](Sort s) {
    bits = bits || s.is_bv();
    floats = floats || s.is_float();
    ints = ints || s.is_int();
  };
  for (const Term t : reachable(terms, formulas)) {
    const Sort s = terms.sort(t);
    note(s);
    if (!s.is_array()) continue;
    arrays = true;
    note(s.index());
    note(s.element());
  }
  if (ints) return bits || floats ? "ALL" : arrays ? "QF_ALIA" : "QF_LIA";
  if (!bits && !floats) return arrays ? "QF_AX" : "QF_UF";
  return fmt::format("QF_{}{}{}", arrays ? "A" : "", "BV", floats ? "FP" : "");
}

std::string smtlib_query(Terms& terms, std::span<const Term> formulas) {
  SmtlibWriter writer(terms, Sharing::Lets);
  std::string out = fmt::format("(set-logic {})\n", smtlib_logic(terms, formulas));
  out += writer.definitions(formulas);
  std::string all = formulas.size() == 1 ? "" : "(and true";
  for (const Term formula : formulas) all += (formulas.size() == 1 ? "" : "\n") + writer.text(formula);
  if (formulas.size() != 1) all += ")";
  out += fmt::format("(assert {})\n", writer.in_lets(all));
  return out + "(check-sat)\n";
}

} // namespace tandem::smt

// A condition is split at its top-level || and && by counting parentheses in the scanned words; no expression grammar
// is needed, because a part that is not plain stays unknown. The truth of the whole follows C's short-circuit
// evaluation over three values.

#include "program/source/source_condition.h"

#include "program/source/source_scan.h"

#include <algorithm>
#include <span>

namespace tandem::source {

namespace {

using Words = std::span<const SourceWord>;

int nesting(const SourceWord& word) {
  if (word.is("(") || word.is("[") || word.is("{")) return 1;
  return word.is(")") || word.is("]") || word.is("}") ? -1 : 0;
}

TextRange range_of(Words words) { return {words.front().begin, words.back().end}; }

// The positions of an operator outside of all parentheses.
std::vector<std::size_t> offsets_of(Words words, std::string_view op) {
  std::vector<std::size_t> result;
  int depth = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (depth == 0 && words[i].is(op)) result.push_back(i);
    depth += nesting(words[i]);
  }
  return result;
}

bool is_parenthesised(Words words) {
  if (words.size() < 3 || !words.front().is("(")) return false;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    depth += nesting(words[i]);
    if (depth == 0) return false;
  }
  return words.back().is(")");
}

// Names, members, elements, calls, and prefix operators in front of them: what a ! applies to as a whole.
bool is_operand(Words words) {
  constexpr std::string_view prefixes = "*&~!-+";
  std::size_t at = 0;
  while (at < words.size() && words[at].text.size() == 1 && prefixes.find(words[at].text) != std::string_view::npos)
    ++at;
  int depth = 0;
  for (; at < words.size(); ++at) {
    const bool is_arrow =
        words[at].is("-") && at + 1 < words.size() && words[at + 1].is(">") && words[at].end == words[at + 1].begin;
    const bool is_part = words[at].is_word() || words[at].is(".") || is_arrow || nesting(words[at]) != 0;
    if (depth == 0 && !is_part) return false;
    if (is_arrow) ++at;
    depth += nesting(words[at]);
  }
  return true;
}

bool is_plain(Words words, const SourceText& source) {
  return std::ranges::none_of(words, [&](const SourceWord& word) {
    return word.is("!") || word.is("&&") || word.is("||") || word.is("?") || word.is("{") ||
           word.is("__builtin_expect") || std::ranges::binary_search(source.macros(), word.text);
  });
}

} // namespace

SourceCondition::SourceCondition(const SourceText& source, TextRange condition) { root_ = parse(source, condition); }

// Splits at the operators that bind least tightly. The comma, assignments and ?: bind less tightly than && and ||.
std::optional<std::size_t> SourceCondition::parse_logical(const SourceText& source, TextRange range) {
  const std::vector<SourceWord> words = scan_source(source.text(), range.begin, range.end);
  for (const std::string_view weaker : {",", "=", "?"})
    if (!offsets_of(words, weaker).empty()) return std::nullopt;
  for (const Kind kind : {Kind::Or, Kind::And}) {
    std::vector<std::size_t> splits = offsets_of(words, kind == Kind::Or ? "||" : "&&");
    if (splits.empty()) continue;
    splits.push_back(words.size());
    Part part{.kind = kind, .range = range};
    std::size_t from = 0;
    for (const std::size_t split : splits) {
      if (split == from) return std::nullopt;
      part.operands.push_back(parse(source, range_of(Words(words).subspan(from, split - from))));
      from = split + 1;
    }
    parts_.push_back(std::move(part));
    return parts_.size() - 1;
  }
  return std::nullopt;
}

std::size_t SourceCondition::parse(const SourceText& source, TextRange range) {
  if (const auto logical = parse_logical(source, range)) return *logical;
  const std::vector<SourceWord> all = scan_source(source.text(), range.begin, range.end);
  const Words words(all);
  if (is_parenthesised(words)) {
    const std::size_t inner = parse(source, range_of(words.subspan(1, words.size() - 2)));
    if (parts_[inner].kind == Kind::Leaf && !parts_[inner].negated) parts_[inner].range = range;
    return inner;
  }
  if (words.size() > 1 && words.front().is("!") && is_operand(words.subspan(1))) {
    const std::size_t inner = parse(source, range_of(words.subspan(1)));
    parts_[inner].negated = !parts_[inner].negated;
    return inner;
  }
  parts_.push_back({.range = range, .is_plain = is_plain(words, source)});
  return parts_.size() - 1;
}

void SourceCondition::set(std::size_t offset, bool truth) {
  for (Part& part : parts_) {
    if (part.kind != Kind::Leaf || !part.range.contains(offset)) continue;
    if (part.truth) clear(); // a new evaluation begins
    if (part.is_plain) part.truth = truth;
    return;
  }
}

void SourceCondition::clear() {
  for (Part& part : parts_) part.truth.reset();
}

std::optional<bool> SourceCondition::evaluate(std::size_t index) const {
  const Part& part = parts_[index];
  std::optional<bool> result = part.truth;
  if (part.kind != Kind::Leaf) {
    const bool decisive = part.kind == Kind::Or;
    result = !decisive;
    for (const std::size_t operand : part.operands) {
      const std::optional<bool> truth = evaluate(operand);
      if (truth && *truth != decisive) continue;
      result = truth;
      break;
    }
  }
  return result && part.negated ? !*result : result;
}

} // namespace tandem::source

#include "frontend/dialect/contract_clauses.h"

#include <algorithm>
#include <array>

namespace tandem::frontend::dialect {

namespace {

constexpr std::array<std::string_view, 6> clause_words{"__CPROVER_requires",       "__CPROVER_ensures",
                                                       "__CPROVER_assigns",        "__CPROVER_frees",
                                                       "__CPROVER_loop_invariant", "__CPROVER_decreases"};

Tokens part(const Tokens& tokens, TokenRange range) {
  return {tokens.begin() + static_cast<std::ptrdiff_t>(range.begin),
          tokens.begin() + static_cast<std::ptrdiff_t>(range.end)};
}

// Where the kind of token stands outside of brackets; the end of the range if nowhere.
std::size_t find_outside(const Tokens& tokens, TokenRange range, clang::tok::TokenKind kind) {
  std::size_t choices = 0; // c ? a : b
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (tokens[i].is(clang::tok::question)) ++choices;
    if (tokens[i].is(kind) && (kind != clang::tok::colon || choices == 0)) return i;
    if (tokens[i].is(clang::tok::colon)) --choices;
    if (opens(tokens[i])) i = closing(tokens, i);
  }
  return range.end;
}

// a, b; condition: c, d
std::vector<FrameTarget> frame_targets(const Tokens& tokens, TokenRange range, const clang::Token& clause) {
  std::vector<FrameTarget> result;
  while (range.begin < range.end) {
    TokenRange group{range.begin, find_outside(tokens, range, clang::tok::semi)};
    range.begin = std::min(group.end + 1, range.end);
    Tokens condition;
    if (const std::size_t colon = find_outside(tokens, group, clang::tok::colon); colon < group.end) {
      condition = part(tokens, {group.begin, colon});
      group.begin = colon + 1;
    }
    for (const TokenRange& each : split_at_commas(tokens, group))
      if (!each.is_empty()) result.push_back({condition, part(tokens, each), clause});
  }
  return result;
}

} // namespace

bool is_clause(const clang::Token& token) {
  const std::string_view word = word_of(token);
  return word.starts_with("__CPROVER_") && std::ranges::find(clause_words, word) != clause_words.end();
}

Clauses read_clauses(const Tokens& tokens, std::size_t& at, const TokenSource& source) {
  Clauses result;
  while (at < tokens.size() && is_clause(tokens[at])) {
    const clang::Token& clause = tokens[at];
    const std::string word(word_of(clause));
    const std::size_t end = at + 1 < tokens.size() ? closing(tokens, at + 1) : tokens.size();
    if (end == tokens.size() || tokens[at + 1].isNot(clang::tok::l_paren))
      throw InputError(source.position(clause), "expected '(' behind '" + word + "'");
    const TokenRange inside{at + 2, end};
    const bool is_frame = word == "__CPROVER_assigns" || word == "__CPROVER_frees";
    if (inside.is_empty() && !is_frame)
      throw InputError(source.position(clause), "expected a condition in '" + word + "(…)'");
    const auto condition = [&](TokenRange range) {
      return Condition{part(tokens, range), clause, source.text(tokens, range.begin, range.end)};
    };
    if (word == "__CPROVER_requires") result.requires_.push_back(condition(inside));
    if (word == "__CPROVER_ensures") result.ensures.push_back(condition(inside));
    if (word == "__CPROVER_loop_invariant") result.invariants.push_back(condition(inside));
    if (word == "__CPROVER_decreases")
      for (const TokenRange& each : split_at_commas(tokens, inside)) result.decreases.push_back(condition(each));
    if (is_frame) {
      std::vector<FrameTarget>& into = word == "__CPROVER_assigns" ? result.assigns : result.frees;
      const std::vector<FrameTarget> more = frame_targets(tokens, inside, clause);
      into.insert(into.end(), more.begin(), more.end());
      result.has_assigns = result.has_assigns || word == "__CPROVER_assigns";
    }
    at = end + 1;
  }
  return result;
}

} // namespace tandem::frontend::dialect

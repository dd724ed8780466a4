// Looks at the top level of the file only: a declaration begins behind a semicolon or a block, and the name of a
// function stands before the first bracket.

#include "frontend/dialect/linkage.h"

#include <algorithm>
#include <set>

namespace tandem::frontend::dialect {

namespace {

struct Declared {
  std::size_t name = 0;            // where the name is
  std::optional<std::size_t> with; // where the word static is
  bool is_definition = false;
};

// The function that is declared at `begin`; nothing if it is something else. `end` is set behind the declaration.
std::optional<Declared> declared(const Tokens& tokens, std::size_t begin, std::size_t& end) {
  Declared result;
  bool is_function = false;
  for (end = begin; end < tokens.size(); ++end) {
    const clang::Token& token = tokens[end];
    if (token.is(clang::tok::kw_static)) result.with = end;
    const bool is_name = token.is(clang::tok::l_paren) && end > begin && tokens[end - 1].is(clang::tok::identifier) &&
                         !word_of(tokens[end - 1]).starts_with("__attribute");
    if (is_name && !is_function) {
      is_function = true;
      result.name = end - 1;
    }
    if (token.is(clang::tok::l_brace) && is_function) result.is_definition = true;
    if (opens(token)) {
      end = closing(tokens, end);
      if (end == tokens.size()) break;
      if (tokens[end].is(clang::tok::r_brace) && is_function) break;
    }
    if (tokens[end].is(clang::tok::semi)) break;
  }
  end = std::min(end + 1, tokens.size());
  return is_function ? std::optional(result) : std::nullopt;
}

} // namespace

Tokens with_linkage(Tokens tokens, const TokenSource& source) {
  std::set<std::string_view> external;
  std::set<std::string> own_builtins;
  std::set<std::size_t> dropped;
  std::size_t end = 0;
  for (std::size_t at = 0; at < tokens.size(); at = end) {
    const std::optional<Declared> found = declared(tokens, at, end);
    if (!found) continue;
    const std::string_view name = word_of(tokens[found->name]);
    if (!found->with)
      external.insert(name);
    else if (external.contains(name))
      dropped.insert(*found->with);
    if (found->is_definition && name.starts_with("__builtin_")) own_builtins.insert(std::string(name));
  }
  if (dropped.empty() && own_builtins.empty()) return tokens;
  Tokens result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (dropped.contains(i)) continue;
    result.push_back(tokens[i]);
    if (const std::string word(word_of(tokens[i])); own_builtins.contains(word))
      result.back() = source.lex("__own" + word, tokens[i].getLocation()).front();
  }
  return result;
}

} // namespace tandem::frontend::dialect

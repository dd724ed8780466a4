// Looks at the top level of the file only: a declaration begins behind a semicolon or a block, and the name of a
// function stands before the first bracket.

#include "frontend/dialect/linkage.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace tandem::frontend::dialect {

namespace {

constexpr std::string_view uninterpreted = "__CPROVER_uninterpreted_";

struct Declared {
  std::size_t name = 0;            // where the name is
  std::optional<std::size_t> with; // where the word static is
  bool is_definition = false;
};

// Whether the declaration that begins there declares the function as external, without a result.
bool is_external_void(const Tokens& tokens, TokenRange range, const Declared& found) {
  const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(range.begin);
  const auto end = tokens.begin() + static_cast<std::ptrdiff_t>(found.name);
  return std::any_of(begin, end, [](const clang::Token& token) { return token.is(clang::tok::kw_void); }) &&
         std::all_of(begin, end, [](const clang::Token& token) {
           return token.isOneOf(clang::tok::kw_void, clang::tok::kw_extern);
         });
}

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

namespace {

// What is to change at the top level of a file.
class Changes {
public:
  explicit Changes(const Tokens& tokens) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < tokens.size(); at = end) {
      const std::optional<Declared> found = declared(tokens, at, end);
      note_uses(tokens, {at, end}, found);
      if (found) note(tokens, {at, end}, *found);
    }
  }

  bool is_empty() const { return dropped_.empty() && own_builtins_.empty() && moved_.empty() && early_.empty(); }

  Tokens applied(const Tokens& tokens, const TokenSource& source) const {
    Tokens result;
    const auto put = [&](std::size_t i) {
      result.push_back(tokens[i]);
      if (const std::string word(word_of(tokens[i])); own_builtins_.contains(word))
        result.back() = source.lex("__own" + word, tokens[i].getLocation()).front();
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const auto [first, last] = moved_.equal_range(i);
      for (auto range = first; range != last; ++range)
        for (std::size_t k = range->second.begin; k < range->second.end; ++k) put(k);
      const auto [name, last_name] = early_.equal_range(i);
      for (auto each = name; each != last_name; ++each) {
        const Tokens text = source.lex("void " + each->second + "();", tokens[i].getLocation());
        result.insert(result.end(), text.begin(), text.end());
      }
      if (!dropped_.contains(i)) put(i);
    }
    return result;
  }

private:
  void note(const Tokens& tokens, TokenRange range, const Declared& found) {
    const std::string_view name = word_of(tokens[found.name]);
    const auto drop = [&] {
      for (std::size_t i = range.begin; i < range.end; ++i) dropped_.insert(i);
    };
    // A second declaration of an uninterpreted function may have other types: the first one counts.
    if (name.starts_with(uninterpreted) && external_.contains(name) && !found.is_definition) return drop();
    if (!found.with)
      external_.insert(name);
    else if (external_.contains(name))
      dropped_.insert(*found.with);
    if (const auto call = first_call_.find(name); call != first_call_.end()) {
      if (is_external_void(tokens, range, found)) early_.emplace(call->second, std::string(name));
      first_call_.erase(call);
    }
    declared_.insert(name);
    if (found.is_definition && name.starts_with("__builtin_")) own_builtins_.insert(std::string(name));
    const auto use = first_use_.find(name);
    if (use == first_use_.end() || found.is_definition) return;
    moved_.emplace(use->second, range);
    drop();
    first_use_.erase(use);
  }

  // An uninterpreted function may be used before it is declared: its declaration moves there. One without a result may
  // be called before it is declared, which gcc accepts: it is declared there, too.
  void note_uses(const Tokens& tokens, TokenRange range, const std::optional<Declared>& found) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const std::string_view word = word_of(tokens[i]);
      const bool is_call = !word.empty() && i + 1 < range.end && tokens[i + 1].is(clang::tok::l_paren);
      if (is_call && !(found && found->name == i) && !declared_.contains(word))
        first_call_.try_emplace(word, range.begin);
      if (!word.starts_with(uninterpreted) || external_.contains(word)) continue;
      if (!found || found->name != i) first_use_.try_emplace(word, range.begin);
    }
  }

  std::set<std::string_view> external_, declared_;
  std::set<std::string> own_builtins_;
  std::set<std::size_t> dropped_;
  std::map<std::string_view, std::size_t> first_use_, first_call_;
  std::multimap<std::size_t, std::string> early_; // functions that are declared there
  std::multimap<std::size_t, TokenRange> moved_;  // by where they go
};

} // namespace

Tokens with_linkage(Tokens tokens, const TokenSource& source) {
  const Changes changes(tokens);
  return changes.is_empty() ? tokens : changes.applied(tokens, source);
}

} // namespace tandem::frontend::dialect

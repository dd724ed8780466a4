// Looks at the top level of the file only: a declaration begins behind a semicolon or a block, and the name of a
// function stands before the first bracket.

#include "frontend/dialect/linkage.h"

#include <algorithm>
#include <map>
#include <set>

namespace tandem::frontend::dialect {

namespace {

constexpr std::string_view uninterpreted = "__CPROVER_uninterpreted_";

// Whether the declaration that begins there declares the function as external, with this result.
bool is_external(const Tokens& tokens, TokenRange range, const Declared& found, clang::tok::TokenKind result) {
  const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(range.begin);
  const auto end = tokens.begin() + static_cast<std::ptrdiff_t>(found.name);
  return std::any_of(begin, end, [&](const clang::Token& token) { return token.is(result); }) &&
         std::all_of(begin, end,
                     [&](const clang::Token& token) { return token.isOneOf(result, clang::tok::kw_extern); });
}

bool is_qualifier(const clang::Token& token) {
  return token.isOneOf(clang::tok::kw_const, clang::tok::kw_volatile, clang::tok::kw_restrict);
}

bool is_specifier(const clang::Token& token) {
  return token.isOneOf(clang::tok::kw_extern, clang::tok::kw_static, clang::tok::kw_inline);
}

// The words of a type without its qualifiers. Of a parameter, without its name.
Tokens plain_type(const Tokens& tokens, TokenRange range, bool is_parameter) {
  Tokens result;
  for (std::size_t i = range.begin; i < range.end; ++i)
    if (!is_qualifier(tokens[i]) && !is_specifier(tokens[i])) result.push_back(tokens[i]);
  const bool has_name =
      is_parameter && result.size() > 1 && result.back().is(clang::tok::identifier) &&
      !result[result.size() - 2].isOneOf(clang::tok::kw_struct, clang::tok::kw_union, clang::tok::kw_enum);
  if (has_name) result.pop_back();
  return result;
}

bool are_same(const Tokens& a, const Tokens& b) {
  return std::ranges::equal(a, b, [](const clang::Token& left, const clang::Token& right) {
    return left.is(right.getKind()) && !left.isLiteral() && word_of(left) == word_of(right);
  });
}

bool same_qualifiers(const Tokens& tokens, TokenRange a, TokenRange b) {
  const auto count = [&](TokenRange range) {
    std::vector<clang::tok::TokenKind> result;
    for (std::size_t i = range.begin; i < range.end; ++i)
      if (is_qualifier(tokens[i])) result.push_back(tokens[i].getKind());
    return result;
  };
  return count(a) == count(b);
}

// The head of a declaration: up to the bracket that closes its parameters.
struct Head {
  std::size_t begin, name;

  TokenRange parameters(const Tokens& tokens) const { return {name + 2, closing(tokens, name + 1)}; }
  TokenRange all(const Tokens& tokens) const { return {begin, closing(tokens, name + 1) + 1}; }
};

// Whether the two differ, but only in qualifiers, which CBMC accepts.
bool differ_in_qualifiers(const Tokens& tokens, const Head& a, const Head& b) {
  if (same_qualifiers(tokens, a.all(tokens), b.all(tokens))) return false;
  if (!are_same(plain_type(tokens, {a.begin, a.name}, false), plain_type(tokens, {b.begin, b.name}, false)))
    return false;
  const std::vector<TokenRange> left = split_at_commas(tokens, a.parameters(tokens)),
                                right = split_at_commas(tokens, b.parameters(tokens));
  return std::ranges::equal(left, right, [&](TokenRange x, TokenRange y) {
    return are_same(plain_type(tokens, x, true), plain_type(tokens, y, true));
  });
}

} // namespace

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

namespace {

// What the declarations of a function say that agree.
struct FirstDeclaration {
  Head head;
  std::vector<TokenRange> all;
  bool is_definition = false;
};

// What is to change at the top level of a file.
class Changes {
public:
  explicit Changes(const Tokens& tokens) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < tokens.size(); at = end) {
      const std::optional<Declared> found = declared(tokens, at, end);
      note_uses(tokens, {at, end}, found);
      note_tags(tokens, {at, end}, found);
      if (found) note(tokens, {at, end}, *found);
    }
  }

  bool is_empty() const {
    return dropped_.empty() && own_builtins_.empty() && moved_.empty() && announced_.empty() && tags_.empty() &&
           early_.empty();
  }

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
      const auto [first_tag, last_tag] = tags_.equal_range(i);
      for (auto tag = first_tag; tag != last_tag; ++tag) {
        result.insert(result.end(), {tokens[tag->second], tokens[tag->second + 1]});
        result.push_back(source.lex(";", tokens[i].getLocation()).front());
      }
      const auto [begin, end] = announced_.equal_range(i);
      for (auto range = begin; range != end; ++range) {
        for (std::size_t k = range->second.begin; k < range->second.end; ++k) put(k);
        result.push_back(source.lex(";", tokens[i].getLocation()).front());
      }
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
    if (const auto before = heads_.find(name); before == heads_.end())
      heads_.emplace(name, FirstDeclaration{{range.begin, found.name}, {range}, found.is_definition});
    else if (!differ_in_qualifiers(tokens, before->second.head, {range.begin, found.name}))
      before->second.all.push_back(range);
    else if (!found.is_definition)
      return drop();
    else if (!before->second.is_definition)
      replace(tokens, before->second, {range.begin, found.name});
    // A second declaration of an uninterpreted function may have other types: the first one counts.
    if (name.starts_with(uninterpreted) && external_.contains(name) && !found.is_definition) return drop();
    if (!found.with)
      external_.insert(name);
    else if (external_.contains(name))
      dropped_.insert(*found.with);
    // A call declares a function that returns int; what follows tells better. A definition that calls itself does not.
    if (const auto call = first_call_.find(name); call != first_call_.end()) {
      const bool is_before = call->second < range.begin;
      if (is_before && is_external(tokens, range, found, clang::tok::kw_void))
        early_.emplace(call->second, std::string(name));
      else if (is_before && found.is_definition && !is_external(tokens, range, found, clang::tok::kw_int))
        announced_.emplace(call->second, TokenRange{range.begin, closing(tokens, found.name + 1) + 1});
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

  // The declarations before say what the definition does.
  void replace(const Tokens& tokens, FirstDeclaration& before, const Head& definition) {
    for (const TokenRange& declaration : before.all)
      for (std::size_t i = declaration.begin; i < declaration.end; ++i) dropped_.insert(i);
    announced_.emplace(before.all.front().begin, definition.all(tokens));
    before = {definition, {}, true};
  }

  // A record that is first named among the parameters of a function is one of its own in C, and the same as any other
  // of its name for CBMC.
  void note_tags(const Tokens& tokens, TokenRange range, const std::optional<Declared>& found) {
    for (std::size_t i = range.begin; i + 1 < range.end; ++i) {
      if (!tokens[i].isOneOf(clang::tok::kw_struct, clang::tok::kw_union) ||
          tokens[i + 1].isNot(clang::tok::identifier))
        continue;
      if (known_tags_.insert(word_of(tokens[i + 1])).second && found && i > found->name) tags_.emplace(range.begin, i);
    }
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

  std::map<std::string_view, FirstDeclaration> heads_; // the first declaration of each function
  std::set<std::string_view> external_, declared_, known_tags_;
  std::multimap<std::size_t, std::size_t> tags_;     // where a tag is named, by where it is declared before
  std::multimap<std::size_t, TokenRange> announced_; // heads of definitions, by where they are declared before
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

// A name is declared where a type stands before it, at the top level or in a block; otherwise it is called.

#include "frontend/dialect/inputs.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace tandem::frontend::dialect {

namespace {

struct Abbreviation {
  std::string_view name, type;
};

constexpr std::array abbreviations{
    Abbreviation{"bool", "_Bool"},
    Abbreviation{"schar", "signed char"},
    Abbreviation{"uchar", "unsigned char"},
    Abbreviation{"ushort", "unsigned short"},
    Abbreviation{"uint", "unsigned"},
    Abbreviation{"ulong", "unsigned long"},
    Abbreviation{"longlong", "long long"},
    Abbreviation{"llong", "long long"},
    Abbreviation{"ulonglong", "unsigned long long"},
    Abbreviation{"ullong", "unsigned long long"},
    Abbreviation{"ldouble", "long double"},
    Abbreviation{"int8_t", "signed char"},
    Abbreviation{"uint8_t", "unsigned char"},
    Abbreviation{"int16_t", "short"},
    Abbreviation{"uint16_t", "unsigned short"},
    Abbreviation{"uint32_t", "unsigned"},
    Abbreviation{"int64_t", "long long"},
    Abbreviation{"uint64_t", "unsigned long long"},
    Abbreviation{"size_t", "__typeof__(sizeof(int))"},
    Abbreviation{"pointer", "void *"},
    Abbreviation{"voidp", "void *"},
};

constexpr std::array<std::string_view, 8> type_words{"unsigned", "signed", "char",  "short",
                                                     "int",      "long",   "float", "double"};

// unsigned_long_int: the words of a type with underscores between them.
std::optional<std::string> spelled_out(std::string_view name) {
  std::string type;
  while (!name.empty()) {
    const std::string_view word = name.substr(0, name.find('_'));
    if (std::ranges::find(type_words, word) == type_words.end()) return std::nullopt;
    type += std::string(word) + " ";
    name.remove_prefix(std::min(name.size(), word.size() + 1));
  }
  return type;
}

// The type that the name of an input tells; none: another name, or an int, which needs no declaration.
std::optional<std::string> input_type(std::string_view name) {
  constexpr std::array<std::string_view, 2> prefixes{"__VERIFIER_nondet_", "nondet_"};
  const auto prefix = std::ranges::find_if(prefixes, [&](std::string_view each) { return name.starts_with(each); });
  if (prefix == prefixes.end()) return std::nullopt;
  name.remove_prefix(prefix->size());
  if (name.empty() || name == "int") return std::nullopt;
  const auto known = std::ranges::find(abbreviations, name, &Abbreviation::name);
  return known != abbreviations.end() ? std::optional(std::string(known->type)) : spelled_out(name);
}

// What stands before a name that is declared; a word of the language like return or else does not.
bool ends_type(const clang::Token& token) {
  if (token.is(clang::tok::identifier)) return true;
  return token.isOneOf(clang::tok::kw_void, clang::tok::kw__Bool, clang::tok::kw_char, clang::tok::kw_short,
                       clang::tok::kw_int, clang::tok::kw_long, clang::tok::kw_signed, clang::tok::kw_unsigned,
                       clang::tok::kw_float, clang::tok::kw_double, clang::tok::kw_extern, clang::tok::kw_static,
                       clang::tok::kw_inline, clang::tok::kw_const);
}

} // namespace

Tokens with_inputs(Tokens tokens, const TokenSource& source) {
  std::map<std::string_view, std::string> used;
  std::set<std::string_view> declared;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i]) && depth > 0) --depth;
    const std::string_view word = word_of(tokens[i]);
    if (!word.starts_with("nondet_") && !word.starts_with("__VERIFIER_nondet_")) continue;
    const bool is_call = i + 1 < tokens.size() && tokens[i + 1].is(clang::tok::l_paren);
    if (!is_call || depth == 0 || (i > 0 && ends_type(tokens[i - 1])))
      declared.insert(word);
    else if (std::optional<std::string> type = input_type(word))
      used.try_emplace(word, std::move(*type));
  }
  std::string text;
  for (const auto& [name, type] : used)
    if (!declared.contains(name)) text += type + " " + std::string(name) + "(void);\n";
  if (text.empty()) return tokens;
  Tokens result = source.lex(text, {});
  result.insert(result.end(), tokens.begin(), tokens.end());
  return result;
}

} // namespace tandem::frontend::dialect

// Specifiers are counted in any order, as C allows; a declarator is read as layers from the name outwards, which are
// then applied to the base type in reverse.

#include "program/text/c_type_reader.h"

#include "program/cexpr/c_constants.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace tandem::text {

namespace {

constexpr int deepest_declarator = 100;

constexpr std::array<std::string_view, 8> qualifiers{"const", "volatile",   "restrict",     "register",
                                                     "auto",  "__restrict", "__volatile__", "__const"};
constexpr std::array<std::string_view, 14> basic_words{
    "void",   "char",     "short", "int",      "long",   "float", "double",
    "signed", "unsigned", "_Bool", "__int128", "struct", "union", "__builtin_va_list"};

template <typename Words> bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The words that make up an arithmetic type, in any order.
struct Words {
  int is_signed = 0, is_unsigned = 0, is_short = 0, is_long = 0, is_char = 0, is_int = 0, is_int128 = 0;
  int is_float = 0, is_double = 0, is_bool = 0, is_void = 0;

  int* count(std::string_view word) {
    const std::map<std::string_view, int*> counters{
        {"signed", &is_signed}, {"unsigned", &is_unsigned}, {"short", &is_short},     {"long", &is_long},
        {"char", &is_char},     {"int", &is_int},           {"__int128", &is_int128}, {"float", &is_float},
        {"double", &is_double}, {"_Bool", &is_bool},        {"void", &is_void}};
    const auto found = counters.find(word);
    return found == counters.end() ? nullptr : found->second;
  }
  int total() const {
    return is_signed + is_unsigned + is_short + is_long + is_char + is_int + is_int128 + is_float + is_double +
           is_bool + is_void;
  }
};

} // namespace

Token TokenCursor::consume() {
  const Token token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool TokenCursor::consume(std::string_view word) {
  if (!at(word)) return false;
  consume();
  return true;
}

void TokenCursor::expect(std::string_view word) {
  if (!consume(word)) fail("expected '" + std::string(word) + "' but found " + shown(peek()));
}

void TokenCursor::fail(const Token& token, const std::string& message) const {
  throw InputError(position_of(token, position_), message);
}

bool CTypeReader::starts_type(const Token& token) const {
  if (token.kind != TokenKind::Name) return false;
  return contains(basic_words, token.text) || contains(qualifiers, token.text) || find_typedef(token.text) != nullptr;
}

const Type* CTypeReader::find_typedef(std::string_view name) const {
  const bool lp64 = types_.data_model() == DataModel::LP64;
  const IntegerKind wide = lp64 ? IntegerKind::Long : IntegerKind::LongLong;
  const IntegerKind unsigned_wide = lp64 ? IntegerKind::ULong : IntegerKind::ULongLong;
  if (name == "size_t" || name == "uintptr_t") return &types_.size_type();
  if (name == "ssize_t" || name == "ptrdiff_t" || name == "intptr_t") return &types_.ptrdiff_type();
  const std::pair<std::string_view, IntegerKind> kinds[] = {{"int8_t", IntegerKind::SChar},
                                                            {"uint8_t", IntegerKind::UChar},
                                                            {"int16_t", IntegerKind::Short},
                                                            {"uint16_t", IntegerKind::UShort},
                                                            {"int32_t", IntegerKind::Int},
                                                            {"uint32_t", IntegerKind::UInt},
                                                            {"int64_t", wide},
                                                            {"uint64_t", unsigned_wide},
                                                            {"bool", IntegerKind::Bool}};
  for (const auto& [known, kind] : kinds)
    if (known == name) return &types_.integer(kind);
  return find_record_(name);
}

void CTypeReader::skip_qualifiers() {
  while (cursor_.peek().kind == TokenKind::Name && contains(qualifiers, cursor_.peek().text)) cursor_.consume();
}

const Type& CTypeReader::specifiers() {
  skip_qualifiers();
  const Token first = cursor_.peek();
  if (cursor_.at("struct") || cursor_.at("union")) return record_type();
  if (cursor_.consume("__builtin_va_list")) return types_.va_list_type();
  if (const Type* known = first.kind == TokenKind::Name ? find_typedef(first.text) : nullptr) {
    cursor_.consume();
    skip_qualifiers();
    return *known;
  }
  return basic_type(first);
}

const Type& CTypeReader::record_type() {
  const bool is_union = cursor_.consume().text == "union";
  const Token tag = cursor_.peek();
  if (tag.kind != TokenKind::Name) cursor_.fail("expected the tag of a record but found " + shown(tag));
  const Type* record = find_record_(tag.text);
  if (record == nullptr || record->is_union() != is_union)
    cursor_.fail(std::string(is_union ? "union '" : "struct '") + std::string(tag.text) + "' is not known");
  cursor_.consume();
  skip_qualifiers();
  return *record;
}

const Type& CTypeReader::basic_type(const Token& first) {
  Words words;
  while (cursor_.peek().kind == TokenKind::Name) {
    if (contains(qualifiers, cursor_.peek().text)) {
      cursor_.consume();
      continue;
    }
    int* count = words.count(cursor_.peek().text);
    if (count == nullptr) break;
    ++*count;
    cursor_.consume();
  }
  const int total = words.total();
  const auto only = [total](int used) { return total == used; };
  const int sign = words.is_signed + words.is_unsigned;
  const auto pick = [&](IntegerKind with_sign, IntegerKind without) -> const Type& {
    return types_.integer(words.is_unsigned != 0 ? without : with_sign);
  };
  if (total == 0) cursor_.fail(first, "expected a type but found " + shown(first));
  if (sign <= 1 && words.is_int <= 1) {
    const int integer = sign + words.is_int;
    if (words.is_void == 1 && only(1)) return types_.void_type();
    if (words.is_bool == 1 && only(1)) return types_.integer(IntegerKind::Bool);
    if (words.is_float == 1 && only(1)) return types_.floating(FloatKind::Float);
    if (words.is_double == 1 && only(1)) return types_.floating(FloatKind::Double);
    if (words.is_double == 1 && words.is_long == 1 && only(2)) return types_.floating(FloatKind::LongDouble);
    if (words.is_char == 1 && only(1)) return types_.integer(IntegerKind::Char);
    if (words.is_char == 1 && only(1 + sign)) return pick(IntegerKind::SChar, IntegerKind::UChar);
    if (words.is_int128 == 1 && only(1 + sign)) return pick(IntegerKind::Int128, IntegerKind::UInt128);
    if (words.is_short == 1 && only(1 + integer)) return pick(IntegerKind::Short, IntegerKind::UShort);
    if (words.is_long == 1 && only(1 + integer)) return pick(IntegerKind::Long, IntegerKind::ULong);
    if (words.is_long == 2 && only(2 + integer)) return pick(IntegerKind::LongLong, IntegerKind::ULongLong);
    if (words.is_long == 0 && only(integer)) return pick(IntegerKind::Int, IntegerKind::UInt);
  }
  cursor_.fail(first, "these words do not make up a type");
}

Declared CTypeReader::declarator(const Type& base) { return declarator(base, deepest_declarator); }

Declared CTypeReader::declarator(const Type& base, int depth) {
  std::vector<Layer> outside_in;
  Declared result{.name = "", .type = &base, .parameters = {}};
  layers(outside_in, result.name, depth);
  for (auto layer = outside_in.rbegin(); layer != outside_in.rend(); ++layer) {
    switch (layer->kind) {
    case Layer::Kind::Pointer: result.type = &types_.pointer_to(*result.type); break;
    case Layer::Kind::Array: result.type = &types_.array_of(*result.type, layer->length); break;
    case Layer::Kind::OpenArray: result.type = &types_.array_of_unknown_length(*result.type); break;
    case Layer::Kind::Function:
      result.type = &types_.function(*result.type, layer->parameters, layer->is_variadic, layer->has_prototype);
      result.parameters = layer->names;
      break;
    }
    if (result.type->is_array() && (result.type->element().is_void() || result.type->element().is_function()))
      cursor_.fail("an array cannot have elements of this type");
  }
  return result;
}

// The layers of a declarator from the name outwards.
void CTypeReader::layers(std::vector<Layer>& out, std::string& name, int depth) {
  if (depth == 0) cursor_.fail("a type nested too deeply");
  std::vector<Layer> pointers;
  while (cursor_.consume("*")) {
    pointers.push_back({.kind = Layer::Kind::Pointer});
    skip_qualifiers();
  }
  // "(" opens an inner declarator unless it begins a parameter list.
  const Token& next = cursor_.peek(1);
  const bool is_inner = cursor_.at("(") && !TokenCursor::is(next, ")") && !starts_type(next);
  if (is_inner) {
    cursor_.consume();
    layers(out, name, depth - 1);
    cursor_.expect(")");
  } else if (cursor_.peek().kind == TokenKind::Name) {
    name = std::string(cursor_.consume().text);
  }
  suffixes(out, depth);
  out.insert(out.end(), pointers.begin(), pointers.end());
}

void CTypeReader::suffixes(std::vector<Layer>& out, int depth) {
  while (true) {
    if (cursor_.at("["))
      out.push_back(array_layer());
    else if (cursor_.at("("))
      out.push_back(function_layer(depth));
    else
      return;
  }
}

CTypeReader::Layer CTypeReader::array_layer() {
  cursor_.expect("[");
  if (cursor_.consume("]")) return {.kind = Layer::Kind::OpenArray};
  Layer layer{.kind = Layer::Kind::Array};
  const Token token = cursor_.consume();
  const char* end = token.text.data() + token.text.size();
  const auto [stop, error] = std::from_chars(token.text.data(), end, layer.length);
  constexpr std::uint64_t longest = std::uint64_t{1} << 40;
  if (token.kind != TokenKind::Integer || stop != end || error != std::errc() || layer.length > longest)
    cursor_.fail(token, "expected the length of an array but found " + shown(token));
  cursor_.expect("]");
  return layer;
}

CTypeReader::Layer CTypeReader::function_layer(int depth) {
  Layer layer{.kind = Layer::Kind::Function};
  cursor_.expect("(");
  if (cursor_.consume(")")) {
    layer.has_prototype = false;
    return layer;
  }
  if (cursor_.at("void") && TokenCursor::is(cursor_.peek(1), ")")) {
    cursor_.consume();
    cursor_.consume();
    return layer;
  }
  do {
    if (cursor_.consume("...")) {
      layer.is_variadic = true;
      break;
    }
    const Declared parameter = declarator(specifiers(), depth - 1);
    const Type* type = parameter.type;
    if (type->is_void()) cursor_.fail("a parameter cannot have type void");
    if (type->is_array()) type = &types_.pointer_to(type->element());
    if (type->is_function()) type = &types_.pointer_to(*type);
    layer.parameters.push_back(type);
    layer.names.push_back(parameter.name);
  } while (cursor_.consume(","));
  cursor_.expect(")");
  return layer;
}

const Type& CTypeReader::type_name() {
  const Declared declared = declarator(specifiers());
  if (!declared.name.empty()) cursor_.fail("expected the name of a type but it declares '" + declared.name + "'");
  return *declared.type;
}

} // namespace tandem::text

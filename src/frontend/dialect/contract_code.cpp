#include "frontend/dialect/contract_code.h"

#include <algorithm>

namespace tandem::frontend::dialect {

namespace {

constexpr std::string_view fresh_function = "__CPROVER_is_fresh";
constexpr std::string_view equal_function = "__CPROVER_pointer_equals";
constexpr int recorded_blocks = 16; // of those that are allocated under a contract

// What only reads a place: *p, p->a, a[i], x.y. Others are values.
bool is_lvalue(const Tokens& tokens) {
  bool reads_memory = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const clang::Token& token = tokens[i];
    reads_memory = reads_memory || token.isOneOf(clang::tok::arrow, clang::tok::l_square) ||
                   (token.is(clang::tok::star) && i == 0);
    const bool is_part = token.isOneOf(clang::tok::arrow, clang::tok::period, clang::tok::identifier) ||
                         token.is(clang::tok::l_square) || (token.is(clang::tok::star) && i == 0) ||
                         (token.is(clang::tok::l_paren) && i > 0 && tokens[i - 1].is(clang::tok::star));
    if (!is_part) return false;
    if (opens(token)) i = closing(tokens, i);
  }
  return reads_memory;
}

std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::size_t occurrences(const std::vector<Condition>& conditions, std::string_view word) {
  std::size_t result = 0;
  for (const Condition& condition : conditions)
    result += static_cast<std::size_t>(
        std::ranges::count_if(condition.tokens, [&](const clang::Token& token) { return is_word(token, word); }));
  return result;
}

} // namespace

Tokens joined(std::initializer_list<Tokens> parts) {
  Tokens result;
  for (const Tokens& part : parts) result.insert(result.end(), part.begin(), part.end());
  return result;
}

void ContractCode::text(const std::string& text, const clang::Token& at) { tokens(lexed(text, at)); }

// What cannot be read before is not needed: the condition then does not ask for it.
void ContractCode::keep(std::vector<Condition>& conditions, std::string_view function) {
  for (Condition& condition : conditions)
    condition.tokens = replace_calls(condition.tokens, function, [&](const Tokens& inner, const clang::Token& at) {
      const std::string name = "__tandem_kept_" + std::to_string(kept_++);
      if (is_lvalue(inner)) {
        tokens(joined({lexed("__typeof__(", at), inner, lexed(") " + name + "; if (__CPROVER_r_ok(&(", at), inner,
                       lexed("), sizeof(", at), inner, lexed("))) " + name + " = (", at), inner, lexed(");", at)}));
      } else {
        tokens(joined({lexed("__typeof__(", at), inner, lexed(") " + name + " = (", at), inner, lexed(");", at)}));
      }
      return lexed(name, at);
    });
}

void ContractCode::check(const Condition& condition, const std::string& what) {
  const std::string sentence = what + ": " + quoted(condition.text);
  tokens(joined({lexed("if (!(", condition.clause), with_fresh(condition.tokens, Mode::Assert),
                 lexed(")) __assert_fail(\"" + sentence + "\", \"\", 0, \"" + owner_ + "\");", condition.clause)}));
}

void ContractCode::assume(const Condition& condition) {
  tokens(joined({lexed("__CPROVER_assume(", condition.clause), with_fresh(condition.tokens, Mode::Assume),
                 lexed(");", condition.clause)}));
}

void ContractCode::begin_fresh(const std::vector<Condition>& conditions, const clang::Token& at) {
  fresh_ = 0;
  for (std::size_t i = 0; i < occurrences(conditions, fresh_function); ++i)
    text("const volatile void *__tandem_fresh_" + std::to_string(i) + " = 0;", at);
}

// Fresh are blocks of their own. Asserted: n bytes, not in the block of another fresh pointer.
Tokens ContractCode::with_fresh(const Tokens& tokens, Mode mode) {
  Tokens result = replace_calls(tokens, fresh_function, [&](const Tokens& inner, const clang::Token& at) {
    const std::vector<TokenRange> arguments = split_at_commas(inner, {0, inner.size()});
    if (arguments.size() != 2)
      throw InputError(source_.position(at), "expected '__CPROVER_is_fresh(pointer, number of bytes)'");
    const auto argument = [&](std::size_t i) {
      return Tokens(inner.begin() + static_cast<std::ptrdiff_t>(arguments[i].begin),
                    inner.begin() + static_cast<std::ptrdiff_t>(arguments[i].end));
    };
    const Tokens pointer = argument(0), bytes = argument(1);
    if (mode == Mode::Assume)
      return joined({lexed("((", at), pointer, lexed(") = __CPROVER_allocate((", at), bytes, lexed("), 0), 1)", at)});
    const std::string own = "__tandem_fresh_" + std::to_string(fresh_);
    Tokens made = joined({lexed("(__CPROVER_r_ok((", at), pointer, lexed("), (", at), bytes, lexed("))", at)});
    for (std::size_t i = 0; i < fresh_; ++i)
      made = joined({made, lexed("&& !__CPROVER_same_object((", at), pointer,
                     lexed("), __tandem_fresh_" + std::to_string(i) + ")", at)});
    if (fresh_is_new_) made = joined({made, lexed("&& " + prefix_ + "_is_new(", at), pointer, lexed(")", at)});
    ++fresh_;
    return joined({made, lexed("&& (" + own + " = (", at), pointer, lexed("), 1))", at)});
  });
  return replace_calls(result, equal_function, [&](const Tokens& inner, const clang::Token& at) {
    const std::vector<TokenRange> arguments = split_at_commas(inner, {0, inner.size()});
    if (arguments.size() != 2)
      throw InputError(source_.position(at), "expected '__CPROVER_pointer_equals(pointer, pointer)'");
    const auto middle = inner.begin() + static_cast<std::ptrdiff_t>(arguments[0].end);
    return joined({lexed("((", at), Tokens(inner.begin(), middle), lexed(mode == Mode::Assume ? ") = (" : ") == (", at),
                   Tokens(middle + 1, inner.end()), lexed(mode == Mode::Assume ? "), 1)" : "))", at)});
  });
}

ContractCode::Place ContractCode::place_of(const FrameTarget& target) const {
  const clang::Token& at = target.clause;
  const Tokens& place = target.place;
  const std::string_view word = word_of(place.front());
  const bool is_call = place.size() > 3 && place[1].is(clang::tok::l_paren) && closing(place, 1) + 1 == place.size();
  const Tokens inner = is_call ? Tokens(place.begin() + 2, place.end() - 1) : Tokens();
  if (is_call && (word == "__CPROVER_object_whole" || word == "__CPROVER_POINTER_OBJECT"))
    return {
        joined({lexed("((char *)(", at), inner, lexed(") - __CPROVER_POINTER_OFFSET(", at), inner, lexed("))", at)}),
        joined({lexed("__CPROVER_OBJECT_SIZE(", at), inner, lexed(")", at)})};
  if (is_call && word == "__CPROVER_object_from")
    return {joined({lexed("(", at), inner, lexed(")", at)}),
            joined({lexed("(__CPROVER_OBJECT_SIZE(", at), inner, lexed(") - __CPROVER_POINTER_OFFSET(", at), inner,
                    lexed("))", at)})};
  if (is_call && (word == "__CPROVER_object_upto" || word == "__CPROVER_object_slice")) {
    const std::vector<TokenRange> arguments = split_at_commas(inner, {0, inner.size()});
    if (arguments.size() != 2)
      throw InputError(source_.position(place.front()),
                       "expected '" + std::string(word) + "(pointer, number of bytes)'");
    const auto middle = inner.begin() + static_cast<std::ptrdiff_t>(arguments[0].end);
    return {joined({lexed("(", at), Tokens(inner.begin(), middle), lexed(")", at)}),
            joined({lexed("(", at), Tokens(middle + 1, inner.end()), lexed(")", at)})};
  }
  const Tokens& lvalue = is_call && word == "__CPROVER_typed_target" ? inner : place;
  return {joined({lexed("(&(", at), lvalue, lexed("))", at)}), joined({lexed("sizeof(", at), lvalue, lexed(")", at)})};
}

void ContractCode::begin_guard(const FrameTarget& target) {
  if (!target.condition.empty())
    tokens(joined({lexed("if (", target.clause), target.condition, lexed(") {", target.clause)}));
}

void ContractCode::end_guard(const FrameTarget& target) {
  if (!target.condition.empty()) text("}", target.clause);
}

void ContractCode::forget(const std::vector<FrameTarget>& targets) {
  for (const FrameTarget& target : targets) {
    begin_guard(target);
    const Place place = place_of(target);
    tokens(joined({lexed("__CPROVER_havoc_slice(", target.clause), place.address, lexed(",", target.clause), place.size,
                   lexed(");", target.clause)}));
    end_guard(target);
  }
}

void ContractCode::set_frame(const Clauses& clauses, const clang::Token& at) {
  const auto own = [&](const std::string& type, const std::string& name) {
    globals_ += "static " + type + " " + prefix_ + name + ";\n";
    return prefix_ + name;
  };
  std::size_t number = 0;
  for (const FrameTarget& target : clauses.assigns) {
    const bool is_name = target.place.size() == 1 && target.condition.empty();
    if (is_name) {
      text(own("int", "_local_" + std::string(word_of(target.place.front()))) + " = 1;", at);
      continue;
    }
    const std::string count = std::to_string(number++);
    const std::string pointer = own("const volatile void *", "_target_" + count);
    const std::string size = own("__typeof__(sizeof(int))", "_size_" + count);
    text(pointer + " = 0; " + size + " = 0;", at);
    begin_guard(target);
    const Place place = place_of(target);
    tokens(joined(
        {lexed(pointer + " = ", at), place.address, lexed("; " + size + " = ", at), place.size, lexed(";", at)}));
    end_guard(target);
  }
  number = 0;
  for (const FrameTarget& target : clauses.frees) {
    const std::string pointer = own("const volatile void *", "_frees_" + std::to_string(number++));
    text(pointer + " = 0;", at);
    begin_guard(target);
    tokens(joined({lexed(pointer + " = (", at), target.place, lexed(");", at)}));
    end_guard(target);
  }
  const std::string blocks = std::to_string(recorded_blocks);
  own("const volatile void *", "_new[" + blocks + "]");
  const std::string news = own("unsigned", "_news");
  own("const volatile void *", "_before[" + blocks + "]");
  own("int", "_active");
  text(news + " = " + prefix_ + "_text[0]; " + prefix_ + "_new[0] = 0; " + news + " = 0; " + prefix_ +
           "_before[0] = " + prefix_ + "_before[0];",
       at);
  globals_ += "static _Bool " + prefix_ + "_is_new(const volatile void *p) { for (unsigned i = 0; i < " + news +
              " && i < " + blocks + "; ++i) if (__CPROVER_same_object(p, " + prefix_ +
              "_new[i])) return 1; return 0; }\n";
  globals_ += "static char " + prefix_ + "_text[] = \"assigned and freed as the contract of " + owner_ + " allows\";\n";
}

void ContractCode::set_active(bool active, const clang::Token& at) {
  text(prefix_ + "_active = " + (active ? "1;" : "0;"), at);
}

} // namespace tandem::frontend::dialect

// A loop stays a loop, so that break and continue keep their meaning, but its condition is asked twice only: first the
// invariant is checked, what the loop may change is forgotten, and the invariant is assumed; the second time, behind
// one iteration, the invariant is checked again, and the path ends.

#include "frontend/dialect/contract_loops.h"

#include <algorithm>
#include <map>
#include <set>

namespace tandem::frontend::dialect {

namespace {

Tokens part(const Tokens& tokens, std::size_t begin, std::size_t end) {
  return {tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::size_t semicolon(const Tokens& tokens, std::size_t from) {
  for (std::size_t i = from; i < tokens.size(); ++i) {
    if (tokens[i].is(clang::tok::semi)) return i;
    if (opens(tokens[i])) i = closing(tokens, i);
  }
  return tokens.size();
}

bool assigns(const clang::Token& token) {
  return token.isOneOf(clang::tok::equal, clang::tok::plusequal, clang::tok::minusequal, clang::tok::starequal,
                       clang::tok::slashequal, clang::tok::percentequal, clang::tok::ampequal, clang::tok::pipeequal,
                       clang::tok::caretequal, clang::tok::lesslessequal, clang::tok::greatergreaterequal);
}

bool steps(const clang::Token& token) { return token.isOneOf(clang::tok::plusplus, clang::tok::minusminus); }

// Behind a type there is a declaration.
bool may_end_type(const clang::Token& token) {
  return token.is(clang::tok::identifier) ||
         token.isOneOf(clang::tok::kw_int, clang::tok::kw_char, clang::tok::kw_long, clang::tok::kw_short,
                       clang::tok::kw_unsigned, clang::tok::kw_signed, clang::tok::kw__Bool, clang::tok::kw_float,
                       clang::tok::kw_double, clang::tok::kw_const, clang::tok::kw_volatile);
}

bool begins_statement(const Tokens& tokens, std::size_t at) {
  if (at == 0 || tokens[at - 1].isOneOf(clang::tok::l_brace, clang::tok::r_brace, clang::tok::semi)) return true;
  return at > 1 && tokens[at - 1].is(clang::tok::l_paren) && tokens[at - 2].is(clang::tok::kw_for);
}

// What a statement that begins here declares: behind the words of a type, and behind each comma.
std::set<std::string> declared_names(const Tokens& tokens, std::size_t at) {
  std::set<std::string> result;
  std::size_t words = 0;
  const auto is_tag = [](const clang::Token& token) {
    return token.isOneOf(clang::tok::kw_struct, clang::tok::kw_union, clang::tok::kw_enum);
  };
  for (; at < tokens.size() && (may_end_type(tokens[at]) || is_tag(tokens[at])); ++at) ++words;
  const bool has_stars = at < tokens.size() && tokens[at].is(clang::tok::star);
  if (words == 0 || (words == 1 && !has_stars) || at == tokens.size()) return result;
  if (!has_stars) --at;
  // `x * y` may be a product.
  const bool may_be_product = words == 1 && tokens[at - 1].is(clang::tok::identifier);
  const auto after = std::ranges::find_if(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens.end(),
                                          [](const auto& token) { return token.isNot(clang::tok::star); });
  if (may_be_product && (tokens.end() - after < 2 || (after + 1)->isNot(clang::tok::equal))) return result;
  for (bool is_name = true; at < tokens.size() && tokens[at].isNot(clang::tok::semi); ++at) {
    if (is_name && tokens[at].is(clang::tok::identifier)) result.insert(std::string(word_of(tokens[at])));
    if (tokens[at].isNot(clang::tok::star)) is_name = tokens[at].is(clang::tok::comma);
    if (opens(tokens[at])) at = closing(tokens, at);
  }
  return result;
}

} // namespace

Tokens LoopContracts::rewritten(const Tokens& body) {
  Tokens result;
  for (std::size_t i = 0; i < body.size();) {
    const clang::Token& token = body[i];
    if (is_clause(token)) { // behind the condition of do … while
      if (is_applied_)
        throw InputError(source_.position(token), "a contract of do … while is not supported, expected for or while");
      (void)read_clauses(body, i, source_);
      continue;
    }
    const bool is_loop = token.isOneOf(clang::tok::kw_for, clang::tok::kw_while) && i + 1 < body.size() &&
                         body[i + 1].is(clang::tok::l_paren);
    const std::size_t bracket = is_loop ? closing(body, i + 1) : body.size();
    if (bracket + 1 >= body.size() || !is_clause(body[bracket + 1]) || !is_applied_) {
      result.push_back(token);
      ++i;
      continue;
    }
    Loop found;
    found.word = token;
    found.is_for = token.is(clang::tok::kw_for);
    std::size_t at = bracket + 1;
    found.clauses = read_clauses(body, at, source_);
    if (at < body.size() && body[at].is(clang::tok::semi) && !found.is_for)
      throw InputError(source_.position(body[bracket + 1]),
                       "a contract of do … while is not supported, expected for or while");
    if (at >= body.size() || body[at].isNot(clang::tok::l_brace))
      throw InputError(source_.position(token), "expected '{' behind the contract of a loop");
    std::size_t first = i + 2;
    if (found.is_for) {
      const std::size_t second = semicolon(body, first), third = semicolon(body, second + 1);
      found.first = part(body, first, second + 1);
      found.condition = part(body, second + 1, third);
      found.step = part(body, third + 1, bracket);
    } else {
      found.condition = part(body, first, bracket);
    }
    const std::size_t end = closing(body, at);
    found.source = part(body, at, end + 1);
    found.body = rewritten(found.source);
    const Tokens made = loop(std::move(found));
    result.insert(result.end(), made.begin(), made.end());
    i = end + 1;
  }
  return result;
}

Tokens LoopContracts::loop(Loop loop) {
  if (loop.clauses.invariants.empty())
    throw InputError(source_.position(loop.word), "expected __CPROVER_loop_invariant(…) in the contract of a loop");
  if (!loop.clauses.has_assigns) infer_assigns(loop);
  const bool is_framed = loop.clauses.has_assigns;
  const std::string name = "__tandem_loop_" + std::to_string(count_);
  ContractCode code(source_, "loop_" + function_ + "_" + std::to_string(count_++), function_);
  code.text("{", loop.word);
  code.tokens(loop.first);
  code.keep(loop.clauses.invariants, "__CPROVER_loop_entry");
  code.keep(loop.clauses.invariants, "__CPROVER_old");
  code.text("_Bool " + name + " = 1;", loop.word);
  for (std::size_t i = 0; i < loop.clauses.decreases.size(); ++i) {
    const Condition& value = loop.clauses.decreases[i];
    code.tokens(joined({source_.lex("__typeof__((", value.clause.getLocation()), value.tokens,
                        source_.lex(") + 0) " + name + "_" + std::to_string(i) + ";", value.clause.getLocation())}));
  }
  code.text("for (; ({", loop.word);
  head(code, loop, name);
  code.text("1; }) && (", loop.word);
  if (loop.condition.empty()) code.text("1", loop.word);
  code.tokens(loop.condition);
  code.text(");", loop.word);
  code.tokens(loop.step);
  code.text(")", loop.word);
  code.tokens(is_framed ? leaving(loop.body, code) : loop.body);
  if (is_framed) code.set_active(false, loop.word);
  code.text("}", loop.word);
  globals_ += code.globals();
  return code.take();
}

void LoopContracts::head(ContractCode& code, Loop& loop, const std::string& name) const {
  const bool is_framed = loop.clauses.has_assigns;
  const std::vector<Condition>& ranks = loop.clauses.decreases;
  code.text("if (" + name + ") {" + name + " = 0;", loop.word);
  for (const Condition& condition : loop.clauses.invariants) code.check(condition, "invariant before the loop");
  if (is_framed) code.set_frame(loop.clauses, loop.word);
  code.forget(loop.clauses.assigns);
  for (const Condition& condition : loop.clauses.invariants) code.assume(condition);
  const auto before = [&](std::size_t i) { return name + "_" + std::to_string(i); };
  for (std::size_t i = 0; i < ranks.size(); ++i)
    code.tokens(joined({source_.lex(before(i) + " = (", ranks[i].clause.getLocation()), ranks[i].tokens,
                        source_.lex(");", ranks[i].clause.getLocation())}));
  if (is_framed) code.set_active(true, loop.word);
  code.text("} else {", loop.word);
  if (is_framed) code.set_active(false, loop.word);
  for (const Condition& condition : loop.clauses.invariants) code.check(condition, "invariant behind an iteration");
  if (!ranks.empty()) { // in lexicographic order
    Tokens less;
    for (std::size_t i = ranks.size(); i-- > 0;) {
      const clang::SourceLocation at = ranks[i].clause.getLocation();
      const Tokens rest = less.empty() ? source_.lex("0", at) : less;
      less = joined({source_.lex("((", at), ranks[i].tokens, source_.lex(") < " + before(i) + " || ((", at),
                     ranks[i].tokens, source_.lex(") == " + before(i) + " && ", at), rest, source_.lex("))", at)});
    }
    const std::string sentence = "decreases: " + ranks.front().text;
    code.tokens(joined({source_.lex("if (!(", ranks.front().clause.getLocation()), less,
                        source_.lex(")) __assert_fail(\"" + sentence + "\", \"\", 0, \"" + function_ + "\");",
                                    ranks.front().clause.getLocation())}));
  }
  code.text("__CPROVER_assume(0); }", loop.word);
}

// Of what is assigned at `at`, the tokens of an expression of names, members and elements: where it begins.
std::size_t LoopContracts::begin_of_place(const Tokens& tokens, std::size_t at) {
  while (true) {
    while (tokens[at].is(clang::tok::r_square)) {
      int depth = 0;
      for (;; --at) {
        if (tokens[at].is(clang::tok::r_square)) ++depth;
        if (tokens[at].is(clang::tok::l_square) && --depth == 0) break;
        if (at == 0) return tokens.size();
      }
      if (at-- == 0) return tokens.size();
    }
    if (tokens[at].isNot(clang::tok::identifier)) return tokens.size();
    const bool is_member = at > 1 && tokens[at - 1].isOneOf(clang::tok::period, clang::tok::arrow);
    if (!is_member) return at;
    at -= 2;
  }
}

// Of an element the whole object, since the index changes; of a member of a variable the variable. Nothing if that
// does not say what is written.
std::optional<Tokens> LoopContracts::written_object(const Tokens& place) const {
  const auto bracket = std::ranges::find_if(place, [](const auto& token) { return token.is(clang::tok::l_square); });
  const Tokens front(place.begin(), bracket);
  const auto is_arrow = [](const clang::Token& token) { return token.is(clang::tok::arrow); };
  if (bracket == place.end()) return std::ranges::any_of(front, is_arrow) ? front : Tokens{front.front()};
  int depth = 0;
  for (auto token = bracket; token != place.end(); ++token) {
    if (token->is(clang::tok::l_square)) ++depth;
    if (token->is(clang::tok::r_square)) --depth;
    if (depth == 0 && is_arrow(*token)) return std::nullopt;
  }
  const clang::SourceLocation at = place.front().getLocation();
  return joined({source_.lex("__CPROVER_object_whole(", at), front, source_.lex(")", at)});
}

// The variables that the loop assigns by name, and what it assigns through pointers that it does not move. What is
// written through these, or by functions that are called, is compared with it as with a clause. For all others there
// has to be one.
void LoopContracts::infer_assigns(Loop& loop) const {
  const Tokens all = joined({loop.condition, source_.lex(";", loop.word.getLocation()), loop.step,
                             source_.lex(";", loop.word.getLocation()), loop.source});
  std::set<std::string> declared_inside, seen, written;
  std::map<std::string, clang::Token> followed;
  std::map<std::string, int> depth_of; // of declarations
  int depth = 0;
  const auto refuse = [&](const clang::Token& at) {
    throw InputError(source_.position(at), "what this changes has to be listed: expected __CPROVER_assigns(…) in the "
                                           "contract of the loop");
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].is(clang::tok::l_brace)) ++depth;
    if (all[i].is(clang::tok::r_brace)) --depth;
    if (begins_statement(all, i))
      for (const std::string& name : declared_names(all, i)) {
        declared_inside.insert(name);
        depth_of.try_emplace(name, depth);
      }
    const auto inner = depth_of.find(std::string(word_of(all[i])));
    if (inner != depth_of.end() && depth < inner->second) refuse(all[i]); // another variable of this name
    const bool is_call = all[i].is(clang::tok::identifier) && i + 1 < all.size() &&
                         all[i + 1].is(clang::tok::l_paren) && !word_of(all[i]).starts_with("__CPROVER_");
    loop.clauses.has_assigns = loop.clauses.has_assigns || is_call;
    const bool is_assigned = assigns(all[i]) || steps(all[i]);
    if (!is_assigned || i == 0) continue;
    const bool is_before = steps(all[i]) && i + 1 < all.size() && all[i + 1].is(clang::tok::identifier) &&
                           (i + 2 == all.size() || !all[i + 2].isOneOf(clang::tok::arrow, clang::tok::l_square));
    const std::size_t at = is_before ? i + 1 : i - 1;
    const std::size_t begin = is_before ? at : begin_of_place(all, at);
    if (begin == all.size()) refuse(all[i]);
    std::size_t front = begin; // in front of stars
    while (front > 0 && all[front - 1].is(clang::tok::star)) --front;
    const bool has_type = !is_before && begin == at && front > 0 && may_end_type(all[front - 1]);
    const std::string name(word_of(all[begin]));
    if (has_type) {
      declared_inside.insert(name);
      continue;
    }
    if (front != begin) refuse(all[at]);
    if (begin == at) {
      if (declared_inside.contains(name) || !seen.insert(name).second) continue;
      loop.clauses.assigns.push_back({{}, {all[at]}, loop.word});
      continue;
    }
    const std::optional<Tokens> place = written_object(part(all, begin, at + 1));
    if (!place || declared_inside.contains(name)) refuse(all[at]);
    if (place->size() == 1) {
      if (seen.insert(name).second) loop.clauses.assigns.push_back({{}, *place, loop.word});
      continue;
    }
    std::string text;
    for (const clang::Token& token : *place) text += std::string(word_of(token)) + " ";
    followed.try_emplace(name, all[at]);
    loop.clauses.has_assigns = true;
    if (written.insert(text).second) loop.clauses.assigns.push_back({{}, *place, loop.word});
  }
  for (const auto& [name, place] : followed)
    if (seen.contains(name)) refuse(place); // it leads elsewhere in other iterations
}

// What is left by return is no longer watched.
Tokens LoopContracts::leaving(const Tokens& body, const ContractCode& code) const {
  Tokens result;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i].is(clang::tok::kw_goto))
      throw InputError(source_.position(body[i]), "goto in a loop with an assigns clause is not supported");
    if (body[i].isNot(clang::tok::kw_return)) {
      result.push_back(body[i]);
      continue;
    }
    const std::size_t end = semicolon(body, i);
    const clang::SourceLocation at = body[i].getLocation();
    result = joined(
        {result, source_.lex("{" + code.prefix() + "_active = 0;", at), part(body, i, end + 1), source_.lex("}", at)});
    i = end;
  }
  return result;
}

} // namespace tandem::frontend::dialect

// Conditions are first grouped into independent choices: equations of one lvalue with different constants are the
// options of one choice, every other condition is a choice of its own. The cases are the product of the choices, each
// with its options and "none of them"; the number of cases is the product of their sizes.

#include "exchange/combine/exclusive_cases.h"

#include "program/model/expr.h"
#include "program/model/type.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

namespace tandem::exchange::combine {

namespace {

constexpr std::size_t most_cases = 4096;

// One condition, and the transitions that have it.
struct Guard {
  TextId assumption = Gia::no_text, invariant = Gia::no_text;
  std::string text;
  std::vector<std::uint32_t> transitions;
};

// At most one option of a choice holds; if none does, all texts are false.
struct Choice {
  struct Option {
    std::string text;
    std::vector<std::uint32_t> transitions;
  };
  std::vector<Option> options;
};

std::string in_parentheses(const std::string& text) { return "(" + text + ")"; }

std::vector<Guard> guards_of(const Gia& gia, const std::vector<const Gia::Transition*>& transitions) {
  std::vector<Guard> guards;
  std::map<std::pair<TextId, TextId>, std::size_t> index;
  for (std::uint32_t i = 0; i < transitions.size(); ++i) {
    TextId assumption = transitions[i]->assumption, invariant = gia.states()[transitions[i]->target].invariant;
    if (assumption == Gia::no_text) std::swap(assumption, invariant);
    if (assumption == invariant) invariant = Gia::no_text;
    const auto [found, is_new] = index.try_emplace({assumption, invariant}, guards.size());
    if (is_new) {
      std::string text = gia.text(assumption);
      if (invariant != Gia::no_text) text = in_parentheses(text) + " && " + in_parentheses(gia.text(invariant));
      guards.push_back({assumption, invariant, std::move(text), {}});
    }
    guards[found->second].transitions.push_back(i);
  }
  return guards;
}

// "lvalue == constant", of integers.
struct Equation {
  const Expr* lvalue = nullptr;
  const Expr* constant = nullptr;
};

std::optional<Equation> equation(const Expr& condition) {
  if (condition.kind() != ExprKind::Binary || condition.binary_op() != BinaryOp::Eq) return std::nullopt;
  const Expr *left = &condition.operand(0), *right = &condition.operand(1);
  if (left->kind() == ExprKind::Integer) std::swap(left, right);
  if (right->kind() != ExprKind::Integer || left->kind() == ExprKind::Integer) return std::nullopt;
  return Equation{left, right};
}

// The equation that a guard denotes. After several edges it might denote different ones.
std::optional<Equation> equation(const Guard& guard, const std::vector<const Edge*>& edges, GiaConditions& conditions) {
  if (guard.invariant != Gia::no_text || edges.size() != 1) return std::nullopt;
  const Expr* condition = conditions.find(guard.assumption, *edges[0]);
  return condition == nullptr ? std::nullopt : equation(*condition);
}

// Guards that compare one lvalue with different constants are one choice.
std::vector<Choice> choices_of(std::vector<Guard> guards, const std::vector<const Edge*>& edges,
                               GiaConditions& conditions) {
  std::vector<Choice> choices;
  std::map<std::uint32_t, std::size_t> by_lvalue;                             // Expr::id to choice
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> by_constant; // and to option
  for (Guard& guard : guards) {
    Choice::Option option{std::move(guard.text), std::move(guard.transitions)};
    const std::optional<Equation> equal = equation(guard, edges, conditions);
    if (!equal) {
      choices.push_back({{std::move(option)}});
      continue;
    }
    const auto [choice, is_new] = by_lvalue.try_emplace(equal->lvalue->id(), choices.size());
    if (is_new) choices.emplace_back();
    std::vector<Choice::Option>& options = choices[choice->second].options;
    const std::pair key(equal->lvalue->id(), equal->constant->id());
    const auto [known, is_new_constant] = by_constant.try_emplace(key, options.size());
    if (is_new_constant) {
      options.push_back(std::move(option));
    } else { // x == 8 and x == 010
      std::vector<std::uint32_t>& all = options[known->second].transitions;
      all.insert(all.end(), option.transitions.begin(), option.transitions.end());
    }
  }
  return choices;
}

} // namespace

std::vector<ExclusiveCase> exclusive_cases(const Gia& gia, const std::vector<const Gia::Transition*>& transitions,
                                           const std::vector<const Edge*>& edges, GiaConditions& conditions) {
  struct Partial {
    std::vector<std::string> parts;
    std::vector<std::uint32_t> holding;
  };
  std::vector<Partial> cases(1);
  for (const Choice& choice : choices_of(guards_of(gia, transitions), edges, conditions)) {
    std::vector<Partial> refined;
    for (const Partial& before : cases) {
      Partial none = before;
      for (const Choice::Option& option : choice.options) {
        Partial with = before;
        with.parts.push_back(in_parentheses(option.text));
        with.holding.insert(with.holding.end(), option.transitions.begin(), option.transitions.end());
        refined.push_back(std::move(with));
        none.parts.push_back("!" + in_parentheses(option.text));
      }
      refined.push_back(std::move(none));
      if (refined.size() > most_cases)
        throw InputError(
            fmt::format("too many conditions overlap after the edge {}", edges.empty() ? "*" : edges[0]->name));
    }
    cases = std::move(refined);
  }
  std::vector<ExclusiveCase> result;
  for (Partial& each : cases) {
    std::string text = fmt::format("{}", fmt::join(each.parts, " && "));
    if (each.parts.size() == 1 && text.front() == '(') text = text.substr(1, text.size() - 2);
    result.push_back({std::move(text), std::move(each.holding)});
  }
  return result;
}

} // namespace tandem::exchange::combine

// A parser for one line of a property file at a time. Properties of SV-COMP that are not supported are recognised by
// their formula, so that the error names them.

#include "program/model/property.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace tandem {

namespace {

constexpr std::string_view accepted = "accepted are CHECK( init(main()), LTL(G ! call(reach_error())) ), and the same "
                                      "with G ! overflow, G valid-free, G valid-deref, G valid-memtrack and "
                                      "G valid-memcleanup";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '@'; }

// The other properties of the competitions, so that an error can name the one that is not supported.
struct KnownFormula {
  std::string_view formula, name;
};
constexpr KnownFormula not_checked[] = {
    {"G!data-race", "no-data-race"},
    {"Fend", "termination"},
    {"Gdef-behavior", "def-behavior"},
};

// Properties that are checks of every operation.
struct CheckedFormula {
  std::string_view formula, name, text;
  CheckKind check;
};
constexpr CheckedFormula checked_formulas[] = {
    {"G!overflow", "no-overflow", "G ! overflow", CheckKind::Overflow},
    {"Gvalid-free", "valid-free", "G valid-free", CheckKind::Free},
    {"Gvalid-deref", "valid-deref", "G valid-deref", CheckKind::Memory},
    {"Gvalid-memtrack", "valid-memtrack", "G valid-memtrack", CheckKind::Leak},
    {"Gvalid-memcleanup", "valid-memcleanup", "G valid-memcleanup", CheckKind::Cleanup},
};

constexpr std::string_view memory_safety = "valid-memsafety";

// The name of two properties together.
std::string joint_name(const std::string& first, const std::string& second) {
  const auto is_part = [](const std::string& name) {
    return name == memory_safety || name == "valid-free" || name == "valid-deref" || name == "valid-memtrack";
  };
  return is_part(first) && is_part(second) ? std::string(memory_safety) : first;
}

class Line {
public:
  Line(std::string_view text, const std::string& file, std::uint32_t number)
      : text_(text), file_(file), number_(number) {}

  bool consume(std::string_view token) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    const std::size_t end = at_ + token.size();
    if (is_word(token.back()) && end < text_.size() && is_word(text_[end])) return false;
    at_ = end;
    return true;
  }

  void expect(std::string_view token) {
    if (!consume(token))
      fail("expected '" + std::string(token) + "' but found " + rest() + "; " + std::string(accepted));
  }

  void skip() { ++at_; }

  std::string word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    if (begin == at_) fail("expected a name but found " + rest());
    return std::string(text_.substr(begin, at_ - begin));
  }

  void expect_end() {
    skip_blanks();
    if (at_ != text_.size()) fail("expected the end of the line but found " + rest());
  }

  // Everything up to the parenthesis that closes the one just opened, without blanks.
  std::string peek_formula() const {
    std::string formula;
    int depth = 0;
    for (char c : text_.substr(at_)) {
      if (c == '(') ++depth;
      if (c == ')' && --depth < 0) break;
      if (std::isspace(static_cast<unsigned char>(c)) == 0) formula += c;
    }
    return formula;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError({file_, number_, static_cast<std::uint32_t>(at_ + 1)}, message);
  }

private:
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  std::string rest() const {
    if (at_ == text_.size()) return "the end of the line";
    return "'" + std::string(text_.substr(at_, 40)) + "'";
  }

  std::string_view text_;
  const std::string& file_;
  std::uint32_t number_;
  std::size_t at_ = 0;
};

Property parse_line(std::string_view text, const std::string& file, std::uint32_t number) {
  Line line(text, file, number);
  if (line.consume("COVER")) line.fail("a coverage goal is not a property to check; " + std::string(accepted));
  line.expect("CHECK");
  line.expect("(");
  line.expect("init");
  line.expect("(");
  Property property = unreach_call_property();
  property.entry = line.word();
  for (std::string_view token : {"(", ")", ")", ",", "LTL", "("}) line.expect(token);
  const std::string formula = line.peek_formula();
  for (const KnownFormula& known : not_checked)
    if (formula == known.formula)
      line.fail("property " + std::string(known.name) + " is not supported; " + std::string(accepted));
  for (const CheckedFormula& known : checked_formulas) {
    if (formula != known.formula) continue;
    while (!line.consume(")")) line.skip();
    line.expect(")");
    line.expect_end();
    return {.name = std::string(known.name),
            .entry = property.entry,
            .error_functions = {},
            .text = "CHECK( init(" + property.entry + "()), LTL(" + std::string(known.text) + ") )",
            .checks = {known.check}};
  }
  for (std::string_view token : {"G", "!"}) line.expect(token);
  for (std::string_view token : {"call", "("}) line.expect(token);
  const std::string function = line.word();
  for (std::string_view token : {"(", ")", ")", ")", ")"}) line.expect(token);
  line.expect_end();
  // Both names of the error call are equivalent; a property about another function is about that one alone.
  const std::vector<std::string>& usual = property.error_functions.names();
  if (std::find(usual.begin(), usual.end(), function) == usual.end()) property.error_functions = {function};
  property.text = "CHECK( init(" + property.entry + "()), LTL(G ! call(" + function + "())) )";
  return property;
}

} // namespace

Property default_property() {
  Property property = unreach_call_property();
  property.error_functions.add(std::string(assertion_function));
  property.text.clear();
  return property;
}

Property unreach_call_property() {
  return {.name = "unreach-call",
          .entry = "main",
          .error_functions = {"reach_error", "__VERIFIER_error"},
          .text = "CHECK( init(main()), LTL(G ! call(reach_error())) )"};
}

Property parse_property(std::string_view text, const std::string& file) {
  std::optional<Property> property;
  std::uint32_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    Property next = parse_line(line, file, number);
    if (property && next.entry != property->entry)
      throw InputError({file, number, 1},
                       "properties of one file should start in the same function, but this one starts in '" +
                           next.entry + "' and an earlier one in '" + property->entry + "'");
    if (!property) {
      property = std::move(next);
      continue;
    }
    property->name = joint_name(property->name, next.name);
    property->text += "\n" + next.text;
    property->error_functions.add(next.error_functions);
    property->checks.insert(property->checks.end(), next.checks.begin(), next.checks.end());
  }
  if (!property) throw InputError({file, 1, 1}, "no property found; " + std::string(accepted));
  return *property;
}

Property read_property_file(const std::filesystem::path& path) {
  return parse_property(read_text_file(path), path.string());
}

const CheckTarget* Property::failing_check(const Edge& call) const {
  if (check_targets == nullptr || call.op.kind != OpKind::Call || call.op.callee == nullptr) return nullptr;
  const auto found = check_targets->find(call.op.callee->name());
  return found == check_targets->end() ? nullptr : &found->second;
}

} // namespace tandem

// A hand-written scanner and recursive-descent parser with positions for all errors, and the writer.

#include "exchange/formats/condition_automaton.h"

#include "base/core/bounded_text.h"

#include <fmt/format.h>

#include <cctype>
#include <map>

namespace tandem::exchange::formats {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 27;

enum class Token : std::uint8_t { End, Word, Text, Braces, Sign };

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

class Scanner {
public:
  Scanner(std::string text, std::string name) : text_(std::move(text)), name_(std::move(name)) { advance(); }

  Token token = Token::End;
  std::string value; // of a word, sign or text (without escapes), or the contents of braces

  TextPosition position() const { return {name_, line_, column_}; }
  [[noreturn]] void fail(const std::string& message) const { throw InputError(position(), message); }
  std::string seen() const { return token == Token::End ? "the end of the file" : "'" + value.substr(0, 60) + "'"; }

  void advance() {
    skip_blanks();
    line_ = at_line_;
    column_ = static_cast<std::uint32_t>(at_ - line_start_ + 1);
    value.clear();
    if (at_ >= text_.size()) {
      token = Token::End;
    } else if (is_word_character(text_[at_])) {
      token = Token::Word;
      while (at_ < text_.size() && is_word_character(text_[at_])) value += text_[at_++];
    } else if (text_[at_] == '"') {
      token = Token::Text;
      quoted();
    } else if (text_[at_] == '{') {
      token = Token::Braces;
      braces();
    } else {
      token = Token::Sign;
      value = text_.compare(at_, 2, "->") == 0 ? "->" : std::string(1, text_[at_]);
      at_ += value.size();
    }
  }

  bool consume(std::string_view wanted) {
    if ((token != Token::Word && token != Token::Sign) || value != wanted) return false;
    advance();
    return true;
  }
  void expect(std::string_view wanted) {
    if (!consume(wanted)) fail(fmt::format("'{}' was expected but {} was found", wanted, seen()));
  }
  std::string word(std::string_view what) {
    if (token != Token::Word) fail(fmt::format("{} was expected but {} was found", what, seen()));
    std::string result = std::move(value);
    advance();
    return result;
  }

private:
  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++at_line_;
        line_start_ = ++at_;
      } else if (c == ' ' || c == '\t') {
        ++at_;
      } else if (text_.compare(at_, 2, "//") == 0) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.compare(at_, 2, "/*") == 0) {
        comment();
      } else {
        return;
      }
    }
  }

  void comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string::npos) throw InputError({name_, at_line_, 0}, "the comment has no end");
    for (; at_ < end + 2; ++at_)
      if (text_[at_] == '\n') {
        ++at_line_;
        line_start_ = at_ + 1;
      }
  }

  void quoted() {
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
      if (text_[at_] != '\\' || at_ + 1 >= text_.size()) {
        value += text_[at_];
        continue;
      }
      const char c = text_[++at_];
      value += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
    if (at_ >= text_.size() || text_[at_] != '"') fail("the text has no end on its line");
    ++at_;
  }

  void braces() {
    for (++at_; at_ < text_.size() && text_[at_] != '}'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      if (text_[at_] == '\n') {
        ++at_line_;
        line_start_ = at_ + 1;
      }
      value += text_[at_];
    }
    if (at_ >= text_.size()) fail("'{' has no '}'");
    ++at_;
  }

  std::string text_, name_;
  std::size_t at_ = 0, line_start_ = 0;
  std::uint32_t at_line_ = 1, line_ = 1, column_ = 1;
};

class Parser {
public:
  Parser(std::string text, const std::string& name) : in_(std::move(text), name) {}

  ConditionAutomaton parse() {
    if (!in_.consume("OBSERVER")) in_.consume("CONTROL");
    in_.expect("AUTOMATON");
    in_.word("the automaton's name");
    while (in_.token == Token::Word && in_.value == "LOCAL")
      in_.fail("variables (LOCAL) are not read: a counter decides there what is covered");
    in_.expect("INITIAL");
    in_.expect("STATE");
    const TextPosition initial_position = in_.position();
    const std::string initial = in_.word("the initial state");
    in_.expect(";");
    while (in_.token == Token::Word && in_.value != "END") state();
    in_.expect("END");
    in_.expect("AUTOMATON");
    if (in_.token != Token::End) in_.fail("one automaton was expected, but more follows it");
    resolve(initial, initial_position);
    return std::move(result_);
  }

private:
  void state() {
    in_.expect("STATE");
    ConditionAutomaton::State state{.position = in_.position()};
    state.first_only = in_.consume("USEFIRST");
    if (!state.first_only) in_.consume("USEALL");
    state.position = in_.position();
    state.name = in_.word("a state's name");
    in_.expect(":");
    while (in_.token == Token::Word && in_.value != "STATE" && in_.value != "END")
      state.transitions.push_back(transition());
    if (!index_.emplace(state.name, result_.states.size()).second)
      throw InputError(state.position, fmt::format("the state '{}' was there before", state.name));
    result_.states.push_back(std::move(state));
  }

  ConditionAutomaton::Transition transition() {
    ConditionAutomaton::Transition result{.position = in_.position()};
    if (in_.consume("MATCH")) {
      if (in_.token != Token::Text)
        in_.fail(fmt::format("only MATCH \"text of a statement\" is read, not MATCH {}", in_.seen()));
      result.text = std::move(in_.value);
      in_.advance();
    } else if (!in_.consume("TRUE")) {
      in_.fail(fmt::format("MATCH \"text\" or TRUE was expected but {} was found", in_.seen()));
    }
    in_.expect("->");
    if (in_.consume("ASSUME")) {
      if (in_.token != Token::Braces) in_.fail(fmt::format("'{{' was expected but {} was found", in_.seen()));
      result.assumption = std::move(in_.value);
      in_.advance();
    }
    if (in_.token == Token::Word && in_.value == "DO") in_.fail("actions (DO) are not read");
    in_.expect("GOTO");
    goals_.emplace_back(in_.word("a state"), result.position);
    in_.expect(";");
    return result;
  }

  // Resolves names to indices. If everything is open, CPAchecker names an initial state that it does not print.
  void resolve(const std::string& initial, const TextPosition& position) {
    auto found = index_.find(initial);
    if (found == index_.end()) {
      if (!initial.starts_with("ARG")) throw InputError(position, fmt::format("there is no state '{}'", initial));
      result_.dropped.push_back(
          fmt::format("{}: the initial state '{}' is not there: nothing is covered", position.text(), initial));
      found = index_.emplace(initial, result_.states.size()).first;
      result_.states.push_back({.name = initial, .first_only = true, .transitions = {}, .position = position});
    }
    result_.initial = found->second;
    std::size_t next = 0;
    for (ConditionAutomaton::State& state : result_.states)
      for (ConditionAutomaton::Transition& transition : state.transitions) {
        const auto& [goal, at] = goals_[next++];
        const auto target = index_.find(goal);
        if (target == index_.end()) throw InputError(at, fmt::format("there is no state '{}'", goal));
        transition.target = target->second;
      }
  }

  Scanner in_;
  ConditionAutomaton result_;
  std::map<std::string, std::size_t> index_;
  std::vector<std::pair<std::string, TextPosition>> goals_; // of the transitions, in their order
};

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else if (c == '\r')
      result += "\\r";
    else if (c != '`')
      result += c;
  }
  return result;
}

std::string escaped_braces(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '}' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

} // namespace

ConditionAutomaton read_condition_automaton(const std::filesystem::path& path) {
  return Parser(read_bounded_text(path, most_bytes), path.string()).parse();
}

ConditionAutomaton read_condition_automaton_text(std::string_view bytes, const std::string& name) {
  return Parser(read_bounded_text(bytes, name, most_bytes), name).parse();
}

std::string condition_automaton_text(const ConditionAutomaton& automaton) {
  std::string text = fmt::format("OBSERVER AUTOMATON AssumptionAutomaton\n\nINITIAL STATE {};\n",
                                 automaton.states[automaton.initial].name);
  for (const ConditionAutomaton::State& state : automaton.states) {
    text += fmt::format("\nSTATE {}{} :\n", state.first_only ? "USEFIRST " : "", state.name);
    for (const ConditionAutomaton::Transition& transition : state.transitions) {
      text += transition.text ? fmt::format("    MATCH \"{}\" -> ", escaped(*transition.text)) : "    TRUE -> ";
      if (transition.assumption) text += fmt::format("ASSUME {{{}}} ", escaped_braces(*transition.assumption));
      text += fmt::format("GOTO {};\n", automaton.states[transition.target].name);
    }
  }
  return text + "\nEND AUTOMATON\n";
}

} // namespace tandem::exchange::formats

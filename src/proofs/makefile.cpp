#include "proofs/makefile.h"

#include "base/core/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace tandem::proofs {

namespace fs = std::filesystem;

namespace {

constexpr unsigned deepest = 200; // expansions inside each other

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

// # begins a comment unless a backslash stands before it, which is then dropped.
std::string without_comment(const std::string& line) {
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '#') continue;
    if (line[i] == '#' && (i == 0 || line[i - 1] != '\\')) break;
    result += line[i];
  }
  return result;
}

// Where the bracket that opens at `open` closes.
std::size_t closing(std::string_view text, std::size_t open) {
  const char opens = text[open], closes = opens == '(' ? ')' : '}';
  std::size_t depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == opens) ++depth;
    if (text[i] == closes && --depth == 0) return i;
  }
  return std::string_view::npos;
}

// The first of these characters that stands in no reference.
std::size_t find_outside(std::string_view text, std::string_view characters) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$' && i + 1 < text.size() && (text[i + 1] == '(' || text[i + 1] == '{')) {
      i = closing(text, i + 1);
      if (i == std::string_view::npos) return i;
    } else if (characters.find(text[i]) != std::string_view::npos) {
      return i;
    }
  }
  return std::string_view::npos;
}

// Parts between commas outside of brackets.
std::vector<std::string> split_arguments(std::string_view text) {
  std::vector<std::string> result(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '{') ++depth;
    if (c == ')' || c == '}') --depth;
    if (c == ',' && depth == 0)
      result.emplace_back();
    else
      result.back() += c;
  }
  return result;
}

struct ShallowDepth {
  explicit ShallowDepth(unsigned& depth) : depth(depth) { ++depth; }
  ~ShallowDepth() { --depth; }
  unsigned& depth;
};

} // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

std::string joined(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "" : " ") + word;
  return result;
}

Makefile::Makefile(const fs::path& path) : folder_(fs::absolute(path).parent_path().lexically_normal()) {
  const TextPosition nowhere{path.string()};
  variables_["CURDIR"] = {{{folder_.string(), nowhere}}, true};
  variables_["MAKE"] = {{{"make", nowhere}}, true};
  read(path);
  if (!conditions_.empty()) throw InputError(TextPosition{path.string()}, "a conditional has no endif");
}

void Makefile::read(const fs::path& path) {
  constexpr std::size_t most_files = 100;
  if (files_read_.size() >= most_files) throw InputError(TextPosition{path.string()}, "is included over and over");
  files_read_.push_back(path);
  variables_["MAKEFILE_LIST"].pieces.push_back({path.string(), {path.string()}});
  variables_["MAKEFILE_LIST"].is_simple = true;
  std::istringstream text(read_text_file(path));
  std::string line;
  for (std::uint32_t number = 1; std::getline(text, line); ++number) {
    const TextPosition at{path.string(), number};
    while (!line.empty() && line.back() == '\\') {
      std::string next;
      if (!std::getline(text, next)) break;
      ++number;
      line.back() = ' ';
      line += trimmed(next);
      if (!next.empty() && next.back() == '\\' && line.back() != '\\') line += '\\';
    }
    read_line(line, at);
  }
}

void Makefile::read_line(const std::string& line, const TextPosition& at) {
  if (in_define_) {
    if (trimmed(line) == "endef") in_define_ = false;
    return;
  }
  const bool is_skipped = !conditions_.empty() && !conditions_.back().is_taken;
  if (line.starts_with('\t') && in_rule_) {
    if (!is_skipped && !rules_.empty()) rules_.back().recipe += trimmed(line) + "\n";
    return;
  }
  const std::string text = trimmed(without_comment(line));
  if (text.empty()) return;
  const std::size_t end = std::min(text.find_first_of(" \t("), text.size());
  const std::string word = text.substr(0, end), rest = trimmed(text.substr(end));
  if (read_condition(word, rest, at) || is_skipped) return;
  if (read_directive(word, rest, at) || read_assignment(text, at)) return;
  read_rule(text, at);
}

bool Makefile::read_condition(const std::string& word, const std::string& rest, const TextPosition& at) {
  const bool is_test = word == "ifeq" || word == "ifneq" || word == "ifdef" || word == "ifndef";
  if (is_test) {
    const bool enclosing = conditions_.empty() || conditions_.back().is_taken;
    const bool taken = enclosing && holds(word, rest, at);
    conditions_.push_back({taken, taken, enclosing});
    return true;
  }
  if (word != "else" && word != "endif") return false;
  if (conditions_.empty()) throw InputError(at, fmt::format("'{}' without a conditional", word));
  if (word == "endif") return conditions_.pop_back(), true;
  Condition& condition = conditions_.back();
  condition.is_taken = condition.is_enclosing_taken && !condition.was_taken;
  if (!rest.empty() && condition.is_taken) {
    const std::size_t end = std::min(rest.find_first_of(" \t("), rest.size());
    condition.is_taken = holds(rest.substr(0, end), trimmed(rest.substr(end)), at);
  }
  condition.was_taken |= condition.is_taken;
  return true;
}

bool Makefile::holds(const std::string& word, const std::string& rest, const TextPosition& at) const {
  if (word == "ifdef" || word == "ifndef") {
    const auto found = variables_.find(expand(rest, at));
    return (found != variables_.end() && !found->second.is_empty()) == (word == "ifdef");
  }
  std::vector<std::string> sides;
  if (rest.starts_with('(') && rest.ends_with(')')) {
    sides = split_arguments(std::string_view(rest).substr(1, rest.size() - 2));
  } else {
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (rest[i] != '"' && rest[i] != '\'') continue;
      const std::size_t end = rest.find(rest[i], i + 1);
      if (end == std::string::npos) break;
      sides.push_back(rest.substr(i + 1, end - i - 1));
      i = end;
    }
  }
  if (sides.size() != 2) throw InputError(at, fmt::format("expected two texts to compare, found '{}'", rest));
  return (expand(trimmed(sides[0]), at) == expand(trimmed(sides[1]), at)) == (word == "ifeq");
}

bool Makefile::read_directive(const std::string& word, const std::string& rest, const TextPosition& at) {
  if (word == "include" || word == "-include" || word == "sinclude") {
    for (const std::string& name : words_of(expand(rest, at))) {
      const fs::path path = fs::path(name).is_absolute() ? fs::path(name) : (folder_ / name).lexically_normal();
      if (fs::exists(path))
        read(path);
      else if (word == "include")
        throw InputError(at, fmt::format("the included file '{}' does not exist", path.string()));
    }
    return true;
  }
  if (word == "define") return in_define_ = true;
  if (word == "export" || word == "override") return read_assignment(rest, at), true;
  return word == "unexport" || word == "vpath" || word == "undefine";
}

bool Makefile::read_assignment(const std::string& line, const TextPosition& at) {
  const std::size_t equals = find_outside(line, "=");
  if (equals == std::string::npos || equals == 0) return false;
  const std::size_t colon = find_outside(line, ":");
  if (colon != std::string::npos && colon + 3 < equals) return false; // of a rule
  std::size_t begin = equals;
  while (begin > 0 && std::string_view("+?:!").find(line[begin - 1]) != std::string_view::npos) --begin;
  const std::string name = trimmed(line.substr(0, begin));
  if (name.empty() || name.find_first_of(" \t:") != std::string::npos) return false;
  in_rule_ = false;
  assign(expand(name, at), line.substr(begin, equals - begin), trimmed(line.substr(equals + 1)), at);
  return true;
}

void Makefile::assign(const std::string& name, const std::string& op, const std::string& text, const TextPosition& at) {
  const auto found = variables_.find(name);
  const bool is_known = found != variables_.end();
  if (op == "?" && is_known) return;
  if (op == "!") {
    variables_[name] = {{{"$(shell " + text + ")", at}}, false};
  } else if (op == "+" && is_known) {
    found->second.pieces.push_back({found->second.is_simple ? expand(text, at) : text, at});
  } else if (op == ":" || op == "::") {
    // What cannot be expanded is an error only if its value is asked for.
    try {
      variables_[name] = {{{expand(text, at), at}}, true};
    } catch (const InputError&) {
      variables_[name] = {{{text, at}}, false};
    }
  } else {
    variables_[name] = {{{text, at}}, false};
  }
}

bool Makefile::Variable::is_empty() const {
  return std::ranges::all_of(pieces, [](const Piece& piece) { return piece.text.empty(); });
}

void Makefile::read_rule(const std::string& line, const TextPosition& at) {
  const std::size_t colon = find_outside(line, ":");
  in_rule_ = colon != std::string::npos;
  if (!in_rule_) return; // $(eval …) and the like
  std::size_t begin = colon + 1;
  if (begin < line.size() && line[begin] == ':') ++begin;
  const std::size_t semicolon = find_outside(std::string_view(line).substr(begin), ";");
  rules_.push_back({trimmed(line.substr(0, colon)), trimmed(line.substr(begin, semicolon)), "", at});
}

std::string Makefile::value(std::string_view name) const { return variable(name, {}); }

std::vector<std::string> Makefile::words(std::string_view name) const { return words_of(value(name)); }

TextPosition Makefile::position(std::string_view name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? TextPosition{files_read_.front().string()} : found->second.pieces.back().position;
}

std::optional<MakeRule> Makefile::rule_for(const std::string& file) const {
  for (const MakeRule& rule : rules_) {
    std::vector<std::string> targets;
    try {
      targets = words_of(expand(rule.targets, rule.position));
    } catch (const InputError&) {
      continue; // a rule for something else
    }
    if (std::ranges::find(targets, file) == targets.end()) continue;
    MakeRule result = rule;
    result.targets = file;
    result.prerequisites = expand(rule.prerequisites, rule.position);
    const std::vector<std::string> from = words_of(result.prerequisites);
    result.recipe = expand(rule.recipe, rule.position,
                           {{"@", file}, {"<", from.empty() ? "" : from.front()}, {"^", result.prerequisites}});
    return result;
  }
  return std::nullopt;
}

std::string Makefile::expand(std::string_view text, const TextPosition& at) const { return expand(text, at, {}); }

std::string Makefile::expand(std::string_view text, const TextPosition& at, const Arguments& arguments) const {
  const ShallowDepth shallow(depth_);
  if (depth_ > deepest) throw InputError(at, "a variable is defined by itself");
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char next = text[++i];
    if (next == '$') {
      result += '$';
    } else if (next == '(' || next == '{') {
      const std::size_t end = closing(text, i);
      if (end == std::string_view::npos) throw InputError(at, "a reference to a variable is not closed");
      result += reference(std::string(text.substr(i + 1, end - i - 1)), at, arguments);
      i = end;
    } else {
      result += variable(std::string(1, next), arguments);
    }
  }
  return result;
}

std::string Makefile::reference(const std::string& inside, const TextPosition& at, const Arguments& arguments) const {
  if (const std::optional<std::string> result = function(inside, at, arguments)) return *result;
  const std::string name = expand(inside, at, arguments);
  const std::size_t colon = name.find(':'), equals = name.find('=');
  if (colon == std::string::npos || equals == std::string::npos || equals < colon) return variable(name, arguments);
  // $(NAME:.c=.o)
  std::string from = name.substr(colon + 1, equals - colon - 1), to = name.substr(equals + 1);
  if (from.find('%') == std::string::npos) from = "%" + from, to = "%" + to;
  return *make_function("patsubst", {from, to, variable(name.substr(0, colon), arguments)}, folder_);
}

std::string Makefile::variable(std::string_view name, const Arguments& arguments) const {
  if (const auto argument = arguments.find(name); argument != arguments.end()) return argument->second;
  const auto found = variables_.find(name);
  return found == variables_.end() ? std::string() : expand(found->second, arguments);
}

std::string Makefile::expand(const Variable& variable, const Arguments& arguments) const {
  std::string result;
  for (const Piece& piece : variable.pieces) {
    const std::string text = variable.is_simple ? piece.text : expand(piece.text, piece.position, arguments);
    result += (result.empty() || text.empty() ? "" : " ") + text;
  }
  return result;
}

// Those that do not evaluate all their arguments first, or know variables, are here.
std::optional<std::string> Makefile::function(const std::string& inside, const TextPosition& at,
                                              const Arguments& arguments) const {
  const std::size_t end = inside.find_first_of(" \t");
  if (end == std::string::npos) return std::nullopt;
  const std::string name = inside.substr(0, end);
  const std::string rest = inside.substr(std::min(inside.find_first_not_of(" \t", end), inside.size()));
  const std::vector<std::string> written = split_arguments(rest);
  if (name == "shell") return shell_output(expand(rest, at, arguments), folder_, at);
  if (name == "call") return call(written, at, arguments);
  if (name == "foreach") return for_each(written, at, arguments);
  if (name == "eval" || name == "info" || name == "warning" || name == "error") return "";
  if (name == "if") {
    const bool taken = !trimmed(expand(trimmed(written[0]), at, arguments)).empty();
    const std::size_t arm = taken ? 1 : 2;
    return arm < written.size() ? expand(written[arm], at, arguments) : "";
  }
  std::vector<std::string> expanded;
  for (const std::string& argument : written) expanded.push_back(expand(argument, at, arguments));
  return make_function(name, expanded, folder_);
}

std::string Makefile::call(const std::vector<std::string>& written, const TextPosition& at,
                           const Arguments& arguments) const {
  Arguments own;
  for (std::size_t i = 0; i < written.size(); ++i) own[std::to_string(i)] = expand(written[i], at, arguments);
  const auto found = variables_.find(trimmed(own["0"]));
  return found == variables_.end() ? std::string() : expand(found->second, own);
}

std::string Makefile::for_each(const std::vector<std::string>& written, const TextPosition& at,
                               const Arguments& arguments) const {
  if (written.size() != 3) throw InputError(at, "foreach needs a variable, a list and a text");
  std::vector<std::string> result;
  for (const std::string& word : words_of(expand(written[1], at, arguments))) {
    Arguments own = arguments;
    own[trimmed(written[0])] = word;
    result.push_back(expand(written[2], at, own));
  }
  return joined(result);
}

} // namespace tandem::proofs

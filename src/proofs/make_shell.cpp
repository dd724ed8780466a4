// The commands for which Makefiles of proofs start a shell: arithmetic, names of folders, and whether a program exists.

#include "proofs/makefile.h"

#include <cctype>
#include <fmt/format.h>

namespace tandem::proofs {

namespace fs = std::filesystem;

namespace {

// Integers, + - * / %, brackets, << >>; $((…)) inside is a bracket.
class Arithmetic {
public:
  explicit Arithmetic(std::string_view text) : text_(text) {}

  std::optional<long long> run() {
    const long long result = shift();
    skip();
    return failed_ || at_ != text_.size() ? std::nullopt : std::optional(result);
  }

private:
  long long shift() {
    long long result = sum();
    while (!failed_) {
      if (take("<<"))
        result = checked_shift(result, sum(), true);
      else if (take(">>"))
        result = checked_shift(result, sum(), false);
      else
        break;
    }
    return result;
  }
  long long checked_shift(long long value, long long by, bool left) {
    if (by < 0 || by > 62) return failed_ = true, 0;
    return left ? static_cast<long long>(static_cast<unsigned long long>(value) << by) : value >> by;
  }
  long long sum() {
    long long result = product();
    while (!failed_) {
      if (take("+"))
        failed_ |= __builtin_add_overflow(result, product(), &result);
      else if (take("-"))
        failed_ |= __builtin_sub_overflow(result, product(), &result);
      else
        break;
    }
    return result;
  }
  long long product() {
    long long result = factor();
    while (!failed_) {
      if (take("*"))
        failed_ |= __builtin_mul_overflow(result, factor(), &result);
      else if (take("/"))
        result = divided(result, factor(), false);
      else if (take("%"))
        result = divided(result, factor(), true);
      else
        break;
    }
    return result;
  }
  long long divided(long long value, long long by, bool rest) {
    if (by == 0 || by == -1) return failed_ = true, 0;
    return rest ? value % by : value / by;
  }
  long long factor() {
    if (failed_) return 0;
    if (take("$((")) return bracket("))");
    if (take("(")) return bracket(")");
    if (take("-")) return -factor();
    if (take("+")) return factor(); // what is left where a variable is empty: $(( + 1))
    skip();
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    const std::string number(text_.substr(begin, at_ - begin));
    char* end = nullptr;
    const long long result = std::strtoll(number.c_str(), &end, 0);
    if (number.empty() || *end != '\0') failed_ = true;
    return result;
  }
  long long bracket(std::string_view close) {
    const long long result = shift();
    if (!take(close)) failed_ = true;
    return result;
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view word) {
    skip();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

std::string unquoted(std::string text) {
  std::erase_if(text, [](char c) { return c == '"' || c == '\''; });
  return text;
}

std::optional<std::string> echoed(const std::string& text) {
  if (text.find_first_of("`|;&<>") == std::string::npos && text.find("$(") == std::string::npos) return unquoted(text);
  if (const std::optional<long long> number = Arithmetic(unquoted(text)).run()) return std::to_string(*number);
  return std::nullopt;
}

std::optional<std::string> output(const std::string& command, const fs::path& folder) {
  const std::vector<std::string> words = words_of(command);
  if (words.empty()) return "";
  const std::string& program = words[0];
  const std::string rest = command.substr(command.find(program) + program.size());
  const std::string arguments = joined(words_of(rest));
  if (program == "echo") return echoed(arguments);
  if (command == "pwd") return folder.string();
  if (program == "which") return ""; // solvers of CBMC's
  if (program == "expr") {
    std::string text = arguments;
    std::erase(text, '\\'); // \*
    const std::optional<long long> number = Arithmetic(text).run();
    return number ? std::optional(std::to_string(*number)) : std::nullopt;
  }
  if (words.size() != 2) return std::nullopt;
  std::string path = words[1];
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (program == "dirname") return fs::path(path).parent_path().empty() ? "." : fs::path(path).parent_path().string();
  if (program == "basename") return fs::path(path).filename().string();
  return std::nullopt;
}

} // namespace

std::string shell_output(const std::string& command, const fs::path& folder, const TextPosition& at) {
  if (const std::optional<std::string> result = output(joined(words_of(command)), folder)) return *result;
  throw InputError(at, fmt::format("needs a shell for '{}'; understood are echo with arithmetic, expr, pwd, dirname, "
                                   "basename; write the value, or a proof.yml for this proof",
                                   joined(words_of(command))));
}

} // namespace tandem::proofs

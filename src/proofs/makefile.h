// The variables of a Makefile, without running make or a shell.
//
// Proofs for CBMC say in a Makefile which files they consist of and how to compile them. Reading the variables needs
// what GNU make does with them: the four assignments, conditionals, includes, functions, and of the shell only what
// such files use it for: arithmetic, names of folders. A variable is expanded when its value is asked for, so that what
// does not matter (how often to unwind a loop) need not be understood. No command of a rule is ever run.
#pragma once

#include "base/core/input_error.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::proofs {

struct MakeRule {
  std::string targets, prerequisites; // not expanded
  std::string recipe;
  TextPosition position;
};

class Makefile {
public:
  // Reads the file as make does when it is started in the file's folder. Throws InputError.
  explicit Makefile(const std::filesystem::path& path);

  bool is_defined(std::string_view variable) const { return variables_.contains(variable); }
  // Empty if nothing defines it. Throws InputError at the assignment that needs more than is understood.
  std::string value(std::string_view variable) const;
  std::vector<std::string> words(std::string_view variable) const;
  TextPosition position(std::string_view variable) const;

  // The expanded recipe of the first rule for this file with its first prerequisite for $<, and all for $^.
  std::optional<MakeRule> rule_for(const std::string& file) const;

  // What other variables and functions make of a text.
  std::string expand(std::string_view text, const TextPosition& at) const;
  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<std::filesystem::path>& files_read() const { return files_read_; }

private:
  struct Piece {
    std::string text;
    TextPosition position;
  };
  struct Variable {
    std::vector<Piece> pieces; // one by each assignment
    bool is_simple = false;    // expanded when they were assigned

    bool is_empty() const;
  };
  struct Condition {
    bool is_taken, was_taken, is_enclosing_taken;
  };
  using Arguments = std::map<std::string, std::string, std::less<>>; // of $(call …) and $(foreach …)

  void read(const std::filesystem::path& path);
  void read_line(const std::string& line, const TextPosition& at);
  bool read_directive(const std::string& word, const std::string& rest, const TextPosition& at);
  bool read_condition(const std::string& word, const std::string& rest, const TextPosition& at);
  bool holds(const std::string& word, const std::string& rest, const TextPosition& at) const;
  bool read_assignment(const std::string& line, const TextPosition& at);
  void assign(const std::string& name, const std::string& op, const std::string& text, const TextPosition& at);
  void read_rule(const std::string& line, const TextPosition& at);

  std::string expand(std::string_view text, const TextPosition& at, const Arguments& arguments) const;
  std::string reference(const std::string& inside, const TextPosition& at, const Arguments& arguments) const;
  std::string variable(std::string_view name, const Arguments& arguments) const;
  std::string expand(const Variable& variable, const Arguments& arguments) const;
  std::optional<std::string> function(const std::string& inside, const TextPosition& at,
                                      const Arguments& arguments) const;
  std::string call(const std::vector<std::string>& written, const TextPosition& at, const Arguments& arguments) const;
  std::string for_each(const std::vector<std::string>& written, const TextPosition& at,
                       const Arguments& arguments) const;

  std::filesystem::path folder_;
  std::vector<std::filesystem::path> files_read_;
  std::map<std::string, Variable, std::less<>> variables_;
  std::vector<MakeRule> rules_;
  std::vector<Condition> conditions_;
  bool in_rule_ = false, in_define_ = false;
  mutable unsigned depth_ = 0;
};

// Functions of make whose arguments are expanded already; nothing if there is none of that name.
std::optional<std::string> make_function(std::string_view name, const std::vector<std::string>& arguments,
                                         const std::filesystem::path& folder);

// What a shell prints for one of the few commands that are understood. Throws InputError for others.
std::string shell_output(const std::string& command, const std::filesystem::path& folder, const TextPosition& at);

std::vector<std::string> words_of(std::string_view text);
std::string joined(const std::vector<std::string>& words);

} // namespace tandem::proofs

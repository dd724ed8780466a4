// The definition of an external tool: a YAML file says how to call it, which stubs the program needs, and what its
// output means. Nothing about any tool is compiled in. docs/tools.md describes the file.
#pragma once

#include "base/core/yaml_reader.h"
#include "program/model/type.h"
#include "task/given_input.h"
#include "task/verdict.h"

#include <map>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace tandem::tool {

// A regular expression that is matched against single lines.
struct Pattern {
  std::string text;
  std::regex regex;
};

enum class Says : std::uint8_t { True, False, Unknown, Next };

// If all given conditions hold for a run, the tool says …; at least one is given.
struct Rule {
  std::optional<int> exit;
  std::optional<Pattern> output; // some line of either stream matches
  std::string file;              // a file exists; relative to the work folder, with * and ?
  Says says = Says::Unknown;
  std::string reason; // of Unknown
};

struct CommandRule {
  std::vector<std::string> words; // with placeholders
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<Rule> rules; // the first rule that holds counts
};

// Templates for functions without a body. Empty: the tool models them itself.
struct Stubs {
  std::string prelude; // before all of them
  std::string error, assume, nondet;
  std::string pointer;                          // like nondet, for functions that return pointers
  std::string nothing;                          // for functions without a result
  std::string variable;                         // for variables that are defined nowhere
  std::string memory;                           // havocs memory
  std::map<std::string, std::string> functions; // by name: of the C library
  bool any() const {
    return !error.empty() || !assume.empty() || !nondet.empty() || !pointer.empty() || !nothing.empty() ||
           !variable.empty() || !memory.empty() || !functions.empty();
  }
};

// Where to find the inputs that lead to the error.
struct InputsRule {
  Pattern pattern; // its first group is a value
  task::Notation notation = task::Notation::Value;
  std::string files;                // one test each, relative to the work folder; empty: the output is the only test
  std::string tests;                // files with tests that reach no error, likewise; empty: none
  std::vector<std::string> command; // run for each of the files; the values are in its output. Empty: in the file.
};

enum class Kind : std::uint8_t { Verifier, Tester };
enum class Source : std::uint8_t {
  Original, // the user's own file where possible
  Written,  // always by tandem's C writer
};

struct Definition {
  std::string name, about;
  std::filesystem::path path; // of the file
  Kind kind = Kind::Verifier;
  Source source = Source::Original;
  std::vector<std::string> needs; // programs
  std::vector<std::string> version_command;
  std::optional<Pattern> version_pattern;
  std::map<DataModel, std::vector<std::string>> model_words;
  std::vector<std::string> inductive_options; // for programs after the inductive loop transformation
  std::map<std::string, std::string> files;   // created in the work folder, by name
  Stubs stubs;
  std::string parameter_name; // a placeholder; empty: the commands run once only
  std::vector<std::string> parameter_values;
  std::vector<CommandRule> commands;
  std::optional<InputsRule> inputs;
  std::string witness; // files that may be correctness witnesses, relative to the work folder; empty: none
};

// Throws InputError with file and line.
Definition read_definition(const YamlValue& yaml, const std::filesystem::path& path);
Definition read_definition(const std::filesystem::path& path);

// For tools that are run with growing unwinding bounds: none goes beyond what so many iterations of a loop need.
void limit_bounds(Definition& definition, std::uint32_t iterations);

} // namespace tandem::tool

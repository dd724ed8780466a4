#include "tool/definition.h"

#include "tool/toolbox.h"

#include <gtest/gtest.h>

namespace tandem::tool {
namespace {

const std::string good = R"(name: mine
about: says yes
kind: verifier
needs: sh
models: {LP64: [-m64]}
commands:
  - run: [sh, -c, 'echo yes']
    verdict: [{output: '^yes$', says: 'TRUE'}]
)";

std::string complaint(const std::string& text) {
  try {
    read_definition(YamlValue::read_text(text, "mine.yml"), "mine.yml");
  } catch (const InputError& error) {
    return error.position().text() + ": " + error.what();
  }
  return "none";
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = good;
  return text.replace(text.find(from), from.size(), to);
}

TEST(Definition, ErrorsHaveALine) {
  EXPECT_EQ(complaint(good), "none");
  EXPECT_EQ(complaint(with("kind: verifier", "kind: prover")),
            "mine.yml:3:7: 'prover' is not a kind of tool; accepted are verifier, tester");
  EXPECT_EQ(complaint(with("needs: sh\n", "")), "mine.yml:1:1: the key 'needs' is missing");
  EXPECT_EQ(complaint(with("says: 'TRUE'", "says: 'MAYBE'")),
            "mine.yml:8:39: 'MAYBE' is not what a tool can say; accepted are TRUE, FALSE, UNKNOWN, next");
  EXPECT_EQ(complaint(with("output: '^yes$', ", "")), "mine.yml:8:15: expected one of exit, output, file in a rule");
  EXPECT_EQ(complaint(with("'^yes$'", "'(yes'")).substr(0, 50), "mine.yml:8:24: '(yes' is not a regular expression:");
  EXPECT_EQ(complaint(good + "color: red\n").substr(0, 36), "mine.yml:9:1: unknown key 'color'; a");
  EXPECT_EQ(complaint(good + "inputs: {pattern: 'x'}\n"),
            "mine.yml:9:19: the pattern should have a group for the value");
}

TEST(Definition, AllShippedDefinitionsCanBeRead) {
  const Toolbox toolbox({TANDEM_TEST_SHARE "/tools"});
  std::vector<std::string> names;
  for (const Definition& definition : toolbox.all()) {
    names.push_back(definition.name);
    EXPECT_EQ(definition.name, definition.path.stem());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"afl", "automizer", "cbmc", "cpachecker", "crest", "esbmc", "klee",
                                             "smack", "symbiotic"}));
  EXPECT_THROW(toolbox.find("missing"), InputError);
}

TEST(Definition, BoundsGoNoFurtherThanTheIterationsThatAreAllowed) {
  Definition definition;
  definition.parameter_values = {"1", "4", "16", "64"};
  limit_bounds(definition, 10);
  EXPECT_EQ(definition.parameter_values.size(), 4u) << "the parameter is no bound";
  definition.parameter_name = "bound";
  limit_bounds(definition, 10);
  EXPECT_EQ(definition.parameter_values, (std::vector<std::string>{"1", "4", "11"}));
}

} // namespace
} // namespace tandem::tool

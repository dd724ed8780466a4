#include "base/core/yaml_reader.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

YamlValue yaml(const std::string& text) { return YamlValue::read_text(text, "x.yml"); }

template <typename Work> std::string complaint(Work work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.position().text() + ": " + error.what();
  }
  return "none";
}

TEST(YamlReader, ValuesByKeyAndKind) {
  const YamlValue value = yaml("name: cbmc\nbound: 12\nwords: [a, b]\nword: c\n");
  value.only_keys({"name", "bound", "words", "word"});
  EXPECT_EQ(value.at("name").text(), "cbmc");
  EXPECT_EQ(value.at("bound").number(), 12);
  EXPECT_EQ(value.at("words").texts(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(value.at("word").texts(), std::vector<std::string>{"c"});
  EXPECT_FALSE(value.find("other"));
  EXPECT_EQ(value.at("name").choice("a tool", {"afl", "cbmc"}), 1u);
}

TEST(YamlReader, ErrorsHaveALine) {
  EXPECT_EQ(complaint([] { yaml("a: 1\nb: 2\n").only_keys({"a"}); }), "x.yml:2:1: unknown key 'b'; accepted are a");
  EXPECT_EQ(complaint([] { yaml("a: 1\na: 2\n").only_keys({"a"}); }), "x.yml:2:1: the key 'a' was given before");
  EXPECT_EQ(complaint([] { yaml("a: 1\nb: [x]\n").at("b").text(); }), "x.yml:2:4: expected a text but found a list");
  EXPECT_EQ(complaint([] { yaml("a:\n  b: 1\n").at("a").at("c"); }), "x.yml:2:3: the key 'c' is missing");
  EXPECT_EQ(complaint([] { yaml("a: 1x\n").at("a").number(); }), "x.yml:1:4: expected a whole number but found '1x'");
  EXPECT_EQ(complaint([] { yaml("a: z\n").at("a").choice("a verdict", {"TRUE", "FALSE"}); }),
            "x.yml:1:4: 'z' is not a verdict; accepted are TRUE, FALSE");
  EXPECT_EQ(complaint([] { yaml("a: [1\nb: 2\n"); }).substr(0, 8), "x.yml:2:");
  EXPECT_EQ(complaint([] { yaml("").at("a"); }), "x.yml: expected a map with the key 'a' but found nothing");
}

} // namespace
} // namespace tandem

#include "frontend/parse.h"

#include "base/text_file.h"

#include <gtest/gtest.h>

namespace tandem::frontend {
namespace {

TEST(Parse, AcceptsOldCodeWithOneNoteOfAKind) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "old.c";
  write_text_file(file, "int *p; f(x) { p = x; return g(x) + h(x); }\n");
  const Parsed parsed = parse(std::vector<TranslationUnit>{{file, {}}}, DataModel::LP64);
  ASSERT_EQ(parsed.units.size(), 1u);
  std::vector<std::string> texts;
  for (const ParseNote& note : parsed.notes) texts.push_back(note.text);
  EXPECT_EQ(texts, (std::vector<std::string>{
                       "parameter 'x' was not declared, defaults to 'int' (accepted, 2 times in this file)",
                       "incompatible integer to pointer conversion assigning to 'int *' from 'int' (accepted)",
                       "call to undeclared function 'g' (accepted, 2 times in this file)"}));
}

} // namespace
} // namespace tandem::frontend

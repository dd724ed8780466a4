#include "exchange/gia/part_condition.h"

#include "base/core/input_error.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/run_gia.h"
#include "program/text/cfa_reader.h"

#include <gtest/gtest.h>

namespace tandem::exchange {
namespace {

// Lines are those of the names of edges.
constexpr std::string_view text = R"(
void reach_error(void)
check: void check(int good)
  check@2:3+  L0 -> L1  [good]
  check@2:3-  L0 -> L2  [!good]
  check@3:3  L1 -> exit  return
  check@4:3  L2 -> L3  reach_error()
  check@5:3  L3 -> exit  return
part: void part(int a)
  part@11:3  L0 -> L1  check(a)
  part@12:3  L1 -> exit  return
main: int main(void)
  var int x
  main@21:3  L0 -> L1  x = 1
  main@22:3  L1 -> L2  part(x)
  main@23:3  L2 -> L3  check(x)
  main@24:3  L3 -> L4  check(x)
  main@25:3  L4 -> exit  return x
)";

struct PartTest : testing::Test {
  const Program program = text::read_cfa(text, DataModel::LP64);
  const Property property = default_property();
  const std::vector<std::string> in_part{"main@21:3", "main@22:3", "part@11:3", "check@2:3-", "check@4:3"};
  // After part() returned.
  const std::vector<std::string> in_main{"main@21:3", "main@22:3", "part@11:3",  "check@2:3+", "check@3:3",
                                         "part@12:3", "main@23:3", "check@2:3-", "check@4:3"};

  PartChoice choice(const std::vector<std::string>& only, const std::vector<std::string>& skip) const {
    PartChoice result;
    for (const std::string& name : only)
      for (const ProgramPart& part : program_parts(program, name)) result.only.push_back(part);
    for (const std::string& name : skip)
      for (const ProgramPart& part : program_parts(program, name)) result.skipped.push_back(part);
    return result;
  }

  // Whether the error at the end of the path is left out; before it, nothing is.
  bool is_left_out(const PartChoice& parts, const std::vector<std::string>& names) const {
    const Gia gia = part_condition(program, property, parts, gia_header(program, property, "test"));
    RunGia run(program, gia);
    GiaPath path{{}, [](std::size_t, const Expr&) { return true; }};
    for (const std::string& name : names) {
      EXPECT_FALSE(covers(run, path).ut);
      path.edges.push_back(program.find_edge(name));
    }
    return covers(run, path).ut;
  }
};

TEST_F(PartTest, ErrorsInWhatAPartCallsBelongToIt) {
  EXPECT_TRUE(is_left_out(choice({}, {"part"}), in_part));
  EXPECT_FALSE(is_left_out(choice({}, {"part"}), in_main));
  EXPECT_FALSE(is_left_out(choice({"part"}, {}), in_part));
  EXPECT_TRUE(is_left_out(choice({"part"}, {}), in_main));
}

TEST_F(PartTest, LinesAreParts) {
  EXPECT_EQ(choice({}, {"23"}).text(), "line 23 of program.cfa");
  EXPECT_TRUE(is_left_out(choice({}, {"program.cfa:23-24"}), in_main));
  EXPECT_FALSE(is_left_out(choice({}, {"24"}), in_main));
  EXPECT_FALSE(is_left_out(choice({}, {"23"}), in_part));
  EXPECT_TRUE(is_left_out(choice({"24"}, {}), in_main));
}

TEST_F(PartTest, BothTogether) {
  EXPECT_FALSE(is_left_out(choice({"main"}, {"part"}), in_main));
  EXPECT_TRUE(is_left_out(choice({"main"}, {"part"}), in_part));
  EXPECT_TRUE(is_left_out(choice({"main"}, {"check"}), in_main));
  EXPECT_EQ(choice({"main"}, {"part"}).text(), "all but function 'main', and function 'part'");
}

TEST_F(PartTest, ConditionsOfAPartSayWhatTheyAreAbout) {
  const Property part = part_property(property, choice({}, {"part"}));
  EXPECT_NE(part.text, property.text);
  EXPECT_EQ(part.error_functions, property.error_functions);
  EXPECT_EQ(part_property(property, {}).text, property.text);
  const Gia whole = read_gia_text("tandem-gia 1\nstate a initial\nstate b ut\na -> b on main@21:3 if 1\nend\n");
  const Gia gia = about_property(whole, part);
  EXPECT_EQ(gia.header().property, part.text);
  EXPECT_EQ(gia_text(gia).substr(gia_text(gia).find("state")), gia_text(whole).substr(gia_text(whole).find("state")));
}

TEST_F(PartTest, WhatTheProgramDoesNotHaveIsRefused) {
  for (const char* name : {"nowhere", "reach_error", "0", "9-3", "other.c:3", ""})
    EXPECT_THROW(program_parts(program, name), InputError) << name;
}

} // namespace
} // namespace tandem::exchange

#include "program/text/alias_text.h"

#include "program/pointers/alias_for_test.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tandem::text {
namespace {

constexpr const char* program_text = R"(
struct pair { int a; char *b; }
call: int call(int *p)
  L0 -> exit  return *p
main: int main(int i)
  var int x
  var struct pair list[3]
  var int (*f)(int *)
  var int *q
  L0 -> L1  f = &call
  L1 -> L2  q = &x
  L2 -> L3  *q = 1
  L3 -> L4  list[i].b = (char *)0
  L4 -> L5  x = (*f)(q)
  L5 -> exit  return x
)";

TEST(AliasText, NamesRegionsObjectsAndCalls) {
  const pointers::Analysed a(program_text);
  const std::string text = alias_text(a.program, a.aliases);
  const auto expect = [&](const std::string& part) { EXPECT_NE(text.find(part), std::string::npos) << text; };
  expect(fmt::format("region {}: int\n  main::x  bytes 0 to 3\n", a.region("x")->id));
  expect("main::list  bytes 8 to 15, again every 16 (3 times)\n");
  expect(": int *, plain\n");
  expect(": call\n");
}

TEST(AliasText, JsonSaysTheSame) {
  const pointers::Analysed a(program_text);
  const auto json = nlohmann::json::parse(alias_json(a.program, a.aliases));
  EXPECT_EQ(json["regions"].size(), a.aliases.regions().size());
  EXPECT_EQ(json["objects"].size(), a.aliases.objects().size());
  const auto& region = json["regions"][a.region("x")->id];
  EXPECT_EQ(region["element"], "int");
  EXPECT_EQ(region["plain"], false);
  EXPECT_EQ(json["objects"][region["members"][0]["object"].get<std::size_t>()]["name"], "main::x");
  ASSERT_EQ(json["calls"].size(), 1u);
  EXPECT_EQ(json["calls"][0]["callees"], nlohmann::json::array({"call"}));
  EXPECT_EQ(json["calls"][0]["may_leave_program"], false);
}

TEST(AliasText, TheDrawingHasAnArrowForEachMember) {
  const pointers::Analysed a(program_text);
  const std::string dot = alias_dot(a.aliases);
  const pointers::Region& region = *a.region("x");
  const std::string arrow = fmt::format("r{} -> o{} [label=\"bytes 0 to 3\"];", region.id, region.members[0].object);
  EXPECT_NE(dot.find(arrow), std::string::npos) << dot;
}

} // namespace
} // namespace tandem::text

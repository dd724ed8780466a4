#include "region/tree.h"

#include "program/text/cfa_reader.h"
#include "region/tree_text.h"

#include <gtest/gtest.h>

namespace tandem::region {
namespace {

class Trees {
public:
  explicit Trees(std::string_view text) : program(text::read_cfa(text, DataModel::LP64)) {}

  // The innermost region of the location with this number in the text: edges are in the order of the lines.
  const Node& around(const Edge& edge) const { return *tree.innermost(*edge.from); }
  const Edge& edge(std::string_view function, std::size_t index) const {
    return *program.find_function(function)->edges().at(index);
  }

  const Program program;
  const pointers::CallGraph calls{program};
  const RegionTree tree{program, calls};
};

TEST(RegionTree, LoopsNestAndErrorsBelongToThem) {
  const Trees trees(R"(
void reach_error(void)
main: int main(void)
  var int i
  var int j
  L0 -> L1  i = 0
  L1 -> L2  [i < 2]
  L1 -> L9  [!(i < 2)]
  L2 -> L3  j = 0
  L3 -> L4  [j < 2]
  L3 -> L7  [!(j < 2)]
  L4 -> L5  [i > j]
  L4 -> L6  [!(i > j)]
  L5 -> L8  reach_error()
  L6 -> L3  j = j + 1
  L7 -> L1  i = i + 1
  L9 -> exit  return 0
)");
  const Node& root = trees.tree.root();
  ASSERT_EQ(root.children.size(), 1u);
  const Node& outer = *root.children[0];
  ASSERT_EQ(outer.children.size(), 1u);
  const Node& inner = *outer.children[0];
  for (const Edge* edge : trees.program.edges()) {
    if (edge->op.kind != OpKind::Call) continue;
    // The error call has no successor, so it is on no cycle; but only the inner loop leads to it.
    EXPECT_EQ(trees.tree.innermost(*edge->from), &inner);
    EXPECT_TRUE(outer.contains(*edge->from));
  }
  EXPECT_FALSE(outer.contains(trees.program.entry().entry()));
  EXPECT_FALSE(inner.contains(*outer.head));
  EXPECT_NE(tree_text(trees.tree, default_property()).find("    loop"), std::string::npos);
}

TEST(RegionTree, AfterTheLoopIsNotInIt) {
  const Trees trees(R"(
void reach_error(void)
main: int main(void)
  var int i
  L0 -> L1  i = 0
  L1 -> L2  [i < 2]
  L1 -> L3  [!(i < 2)]
  L2 -> L1  i = i + 1
  L3 -> L4  [i == 3]
  L3 -> L5  [!(i == 3)]
  L4 -> L6  reach_error()
  L5 -> exit  return 0
)");
  for (const Edge* edge : trees.program.edges())
    if (edge->op.kind == OpKind::Call) EXPECT_EQ(trees.tree.innermost(*edge->from), &trees.tree.root());
}

TEST(RegionTree, ALoopWithTwoEntriesIsPartOfTheEnclosingRegion) {
  const Trees trees(R"(
main: int main(void)
  var int i
  L0 -> L1  [i < 2]
  L0 -> L2  [!(i < 2)]
  L1 -> L2  i = i + 1
  L2 -> L3  [i < 3]
  L2 -> L4  [!(i < 3)]
  L3 -> L1  i = i + 2
  L4 -> exit  return 0
)");
  EXPECT_EQ(trees.tree.nodes().size(), 1u);
}

TEST(RegionTree, FunctionsAreChildrenOfTheirCalls) {
  const Trees trees(R"(
void reach_error(void)
check: void check(int c)
  L0 -> L1  [c]
  L0 -> L2  [!c]
  L1 -> exit  return
  L2 -> L3  reach_error()
again: void again(int c)
  L0 -> L1  check(c)
  L1 -> L2  again(c)
  L2 -> exit  return
lost: void lost(void)
  L0 -> exit  return
main: int main(void)
  var int i
  L0 -> L1  check(1)
  L1 -> L2  [i < 2]
  L1 -> L3  [!(i < 2)]
  L2 -> L1  again(i)
  L3 -> exit  return 0
)");
  const Node* check = trees.tree.of(*trees.program.find_function("check"));
  ASSERT_NE(check, nullptr);
  EXPECT_EQ(check->callers.size(), 2u);
  EXPECT_EQ(trees.tree.of(*trees.program.find_function("lost")), nullptr);
  const std::string text = tree_text(trees.tree, default_property());
  EXPECT_NE(text.find("  check (lines 4-7), 2 calls, see above"), std::string::npos) << text;
  EXPECT_NE(text.find("  loop"), std::string::npos) << text;
  EXPECT_NE(text.find("    again (lines 9-11), recursive"), std::string::npos) << text;
  const std::string dot = tree_dot(trees.tree, default_property());
  EXPECT_NE(dot.find("fillcolor=lightblue"), std::string::npos);
  EXPECT_NE(tree_json(trees.tree, default_property()).find("\"recursive\": true"), std::string::npos);
}

} // namespace
} // namespace tandem::region

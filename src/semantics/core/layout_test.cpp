#include "semantics/core/layout.h"

#include <gtest/gtest.h>

namespace tandem::semantics {
namespace {

class LayoutTest : public testing::Test {
protected:
  const Type& record(const std::string& tag, std::vector<Field> fields, std::uint64_t size, bool is_union = false) {
    Type& type = types.declare_record(tag, is_union);
    types.complete(type, {.fields = std::move(fields), .size = size, .align = 4});
    return type;
  }

  TypeTable types{DataModel::LP64};
  const Type& int_type = types.int_type();
  const Type& char_type = types.integer(IntegerKind::Char);
};

TEST_F(LayoutTest, RecordsHaveACellPerScalarAndBytesForPaddingAndBitFields) {
  const Type& type = record("s",
                            {{"c", &char_type, 0, {}, 0},
                             {"i", &int_type, 32, {}, 0},
                             {"b", &int_type, 64, 3, 0},
                             {"a", &types.array_of(int_type, 2), 96, {}, 0}},
                            20);
  EXPECT_EQ(cell_at(&type, 0), (Cell{0, 1}));
  EXPECT_EQ(cell_at(&type, 2), (Cell{2, 1}));
  EXPECT_EQ(cell_at(&type, 6), (Cell{4, 4}));
  EXPECT_EQ(cell_at(&type, 9), (Cell{9, 1}));
  EXPECT_EQ(cell_at(&type, 19), (Cell{16, 4}));
  EXPECT_EQ(cell_at(&type, 25), (Cell{24, 4})) << "the second element of a heap block";
}

TEST_F(LayoutTest, UnionsAreDividedLikeTheirLargestMember) {
  const Type& type =
      record("u", {{"bytes", &char_type, 0, {}, 0}, {"word", &types.integer(IntegerKind::Long), 0, {}, 0}}, 8, true);
  EXPECT_EQ(cell_at(&type, 3), (Cell{0, 8}));
}

TEST_F(LayoutTest, ALongDoubleHasTenBytesAndPadding) {
  const Type& type = types.floating(FloatKind::LongDouble);
  EXPECT_EQ(cell_at(&type, 9), (Cell{0, 10}));
  EXPECT_EQ(cell_at(&type, 10), (Cell{10, 1}));
}

TEST_F(LayoutTest, CellsOfARangeAreVisitedOnce) {
  std::vector<Cell> cells;
  for_each_cell(&types.array_of(int_type, 4), 2, 9, [&](const Cell& cell) { cells.push_back(cell); });
  EXPECT_EQ(cells, (std::vector<Cell>{{0, 4}, {4, 4}, {8, 4}}));
}

} // namespace
} // namespace tandem::semantics

#include "program/cexpr/c_records.h"

#include "program/model/compile_for_test.h"

#include <gtest/gtest.h>

namespace tandem::cexpr {
namespace {

std::string checked(const Type& record, DataModel model) {
  return c_record_definition(record, model) + c_layout_assertions(record);
}

// A program that fails unless the lowest bit of a bit-field lies where the model says.
std::string bit_probe(const Type& record, const std::string& field, std::uint64_t offset_bits) {
  return c_record_definition(record, DataModel::LP64) + "int main(void) { static struct " + record.tag() + " s; s." +
         field + " = 1; return ((unsigned char *)&s)[" + std::to_string(offset_bits / 8) +
         "] != " + std::to_string(1 << offset_bits % 8) + "; }\n";
}

TEST(CRecords, PlainLayoutsNeedNoHelp) {
  TypeTable types(DataModel::ILP32);
  Type& record = types.declare_record("s", false);
  // long long is aligned to 4 in i386 records.
  types.complete(record, {.fields = {{.name = "c", .type = &types.integer(IntegerKind::Char)},
                                     {.name = "l", .type = &types.integer(IntegerKind::LongLong), .offset_bits = 32}},
                          .size = 12,
                          .align = 4});
  EXPECT_EQ(c_record_definition(record, DataModel::ILP32), "struct s {\n  char c;\n  long long l;\n};\n");
  EXPECT_EQ(compile_errors(checked(record, DataModel::ILP32), DataModel::ILP32), "");
}

TEST(CRecords, LayoutsNoAttributeExplainsArePadded) {
  TypeTable types(DataModel::LP64);
  Type& record = types.declare_record("s", false);
  // As with #pragma pack(2), with a long at an unaligned offset.
  types.complete(record, {.fields = {{.name = "c", .type = &types.integer(IntegerKind::Char)},
                                     {.name = "l", .type = &types.integer(IntegerKind::Long), .offset_bits = 16},
                                     {.name = "i", .type = &types.int_type(), .offset_bits = 1024},
                                     {.name = "d", .type = &types.integer(IntegerKind::Char), .offset_bits = 1056}},
                          .size = 134,
                          .align = 2});
  EXPECT_EQ(compile_errors(checked(record, DataModel::LP64), DataModel::LP64), "");
}

TEST(CRecords, AttributesBitFieldsAndUnions) {
  for (DataModel model : {DataModel::ILP32, DataModel::LP64}) {
    TypeTable types(model);
    const Type &uint = types.integer(IntegerKind::UInt), &uchar = types.integer(IntegerKind::UChar);
    Type& packed = types.declare_record("packed", false);
    types.complete(packed, {.fields = {{.name = "c", .type = &uchar},
                                       {.name = "i", .type = &uint, .offset_bits = 8},
                                       {.name = "a", .type = &uchar, .offset_bits = 64, .explicit_align = 8}},
                            .size = 16,
                            .align = 8,
                            .packed = true});
    Type& aligned = types.declare_record("aligned", false);
    types.complete(aligned, {.fields = {{.name = "c", .type = &uchar}}, .size = 32, .align = 32, .explicit_align = 32});
    Type& bits = types.declare_record("bits", false);
    types.complete(bits, {.fields = {{.name = "a", .type = &uint, .bit_width = 5},
                                     {.name = "", .type = &uint, .offset_bits = 5, .bit_width = 3},
                                     {.name = "b", .type = &uint, .offset_bits = 8, .bit_width = 20},
                                     {.name = "c", .type = &uint, .offset_bits = 32, .bit_width = 7},
                                     {.name = "", .type = &uint, .offset_bits = 64, .bit_width = 0},
                                     {.name = "d", .type = &uint, .offset_bits = 64, .bit_width = 1}},
                          .size = 12,
                          .align = 4});
    Type& either = types.declare_record("either", true);
    types.complete(either, {.fields = {{.name = "c", .type = &types.array_of(uchar, 5)},
                                       {.name = "i", .type = &uint},
                                       {.name = "b", .type = &uint, .bit_width = 3}},
                            .size = 8,
                            .align = 4});
    std::string text = checked(packed, model) + checked(aligned, model) + checked(bits, model) + checked(either, model);
    EXPECT_EQ(compile_errors(text, model), "");
    EXPECT_EQ(c_record_definition(bits, model).find("packed"), std::string::npos);
    EXPECT_EQ(c_record_definition(either, model).find("packed"), std::string::npos);
  }
}

TEST(CRecords, BitFieldsCanBePaddedToAnyBit) {
  TypeTable types(DataModel::LP64);
  Type& record = types.declare_record("odd", false);
  types.complete(
      record, {.fields = {{.name = "a", .type = &types.integer(IntegerKind::UInt), .bit_width = 3},
                          {.name = "b", .type = &types.integer(IntegerKind::ULong), .offset_bits = 35, .bit_width = 40},
                          {.name = "c", .type = &types.integer(IntegerKind::UShort), .offset_bits = 80}},
               .size = 12,
               .align = 2});
  EXPECT_EQ(run_errors(bit_probe(record, "a", 0), DataModel::LP64), "");
  EXPECT_EQ(run_errors(bit_probe(record, "b", 35), DataModel::LP64), "");
  EXPECT_EQ(compile_errors(checked(record, DataModel::LP64), DataModel::LP64), "");
}

TEST(CRecords, FlexibleArraysOnlyWhereC_AllowsThem) {
  TypeTable types(DataModel::LP64);
  const Type& open = types.array_of_unknown_length(types.int_type());
  Type& usual = types.declare_record("usual", false);
  types.complete(usual,
                 {.fields = {{.name = "n", .type = &types.int_type()}, {.name = "a", .type = &open, .offset_bits = 32}},
                  .size = 4,
                  .align = 4});
  Type& lone = types.declare_record("lone", false);
  types.complete(lone, {.fields = {{.name = "a", .type = &open}}, .size = 0, .align = 4});
  EXPECT_NE(c_record_definition(usual, DataModel::LP64).find("int a[];"), std::string::npos);
  EXPECT_EQ(compile_errors(checked(usual, DataModel::LP64) + checked(lone, DataModel::LP64), DataModel::LP64), "");
}

} // namespace
} // namespace tandem::cexpr

#include "program/cwriter/c_blocks.h"

#include "program/cwriter/c_writer.h"
#include "program/model/compile_for_test.h"
#include "program/text/program_for_test.h"

#include <gtest/gtest.h>

namespace tandem::cwriter {
namespace {

// int main(void) { void *block = malloc(SIZE); [use block as a struct pair *;] return 0; }, and the line of the call.
class Blocks : public ::testing::Test {
protected:
  Blocks() {
    sketch.types().complete(pair, {.fields = {{.name = "a", .type = &sketch.int_type()},
                                              {.name = "b", .type = &sketch.int_type(), .offset_bits = 32}},
                                   .size = 8,
                                   .align = 4});
  }

  std::string call_with(const Expr& size, std::vector<const Type*> used_as) {
    const Expr& block = sketch.use(sketch.local(main, "block", pointer(sketch.types().void_type())));
    DraftLocation here = sketch.builder.entry(main);
    const auto go_on = [&](const auto& add) {
      const DraftLocation next = sketch.location(main);
      add(here, next);
      here = next;
    };
    const Function& malloc = sketch.declare(
        "malloc", sketch.function_type(pointer(sketch.types().void_type()), {&sketch.types().size_type()}));
    go_on([&](auto from, auto to) { sketch.call(from, to, &block, malloc, {&size}); });
    for (const Type* type : used_as) {
      const Expr& used = sketch.use(sketch.local(main, "p" + std::to_string(type->id()), pointer(*type)));
      go_on([&](auto from, auto to) { sketch.assign(from, to, used, sketch.context->cast(pointer(*type), block)); });
    }
    sketch.give(here, main, &sketch.number(0));
    const std::string text = write_c(sketch.builder.finish(main), {.line_directives = LineDirectives::Off}).text;
    EXPECT_EQ(compile_errors(text, DataModel::LP64), "") << text;
    const std::size_t at = text.find("block = malloc");
    return text.substr(at, text.find('\n', at) - at);
  }

  const Type& pointer(const Type& to) { return sketch.types().pointer_to(to); }
  const Expr& size(int bytes) { return sketch.context->integer(sketch.types().size_type(), bytes); }

  text::ProgramSketch sketch;
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  Type& pair = sketch.types().declare_record("pair", false);
};

TEST_F(Blocks, SizesNameTheTypeTheBlockIsUsedAs) {
  EXPECT_EQ(call_with(size(8), {&pair}), "block = malloc(sizeof(struct pair));");
}

TEST_F(Blocks, SeveralObjects) { EXPECT_EQ(call_with(size(24), {&pair}), "block = malloc(3 * sizeof(struct pair));"); }

TEST_F(Blocks, AsManyObjectsAsAVariableSays) {
  const Expr& n = sketch.use(sketch.local(main, "n", sketch.types().size_type()));
  EXPECT_EQ(call_with(sketch.context->binary(BinaryOp::Mul, n, size(8)), {&pair}),
            "block = malloc((n) * sizeof(struct pair));");
}

TEST_F(Blocks, OtherSizesStayNumbers) { EXPECT_EQ(call_with(size(20), {&pair}), "block = malloc(20);"); }

TEST_F(Blocks, TwoTypesAreNone) { EXPECT_EQ(call_with(size(8), {&pair, &sketch.int_type()}), "block = malloc(8);"); }

TEST_F(Blocks, BytesAreCounted) {
  EXPECT_EQ(call_with(size(8), {&sketch.types().integer(IntegerKind::Char)}), "block = malloc(8);");
}

} // namespace
} // namespace tandem::cwriter

#include "semantics/interpreter/run.h"

#include "semantics/core/environment_memory.h"

#include "semantics/core/small_program.h"

#include <gtest/gtest.h>

namespace tandem::semantics::interpreter {
namespace {

class RunTest : public testing::Test {
protected:
  RunResult run(const RunOptions& options = {}, std::vector<std::string> inputs = {}, ExecutableOptions how = {}) {
    if (!program) program.emplace(small.finish());
    TextInputs source(std::move(inputs), Exhaustion::Stop);
    return Executable(*program, std::move(how)).run(source, options);
  }

  const Expr& address(const Variable& variable) { return context.address_of(small.use(variable)); }
  const Expr& element(const Variable& array, int index) { return context.index(small.use(array), small.number(index)); }
  const Type& int_type() { return small.types.int_type(); }
  const Type& int_pointer() { return small.types.pointer_to(int_type()); }

  SmallProgram small;
  Context& context = *small.context;
  std::optional<Program> program;
};

TEST_F(RunTest, TheExitCodeIsTruncatedToAByte) {
  small.function("main", int_type());
  small.returns(small.number(0x1234));
  const RunResult result = run();
  EXPECT_EQ(result.end, End::Returned);
  EXPECT_EQ(result.exit_code, 0x34);
  EXPECT_EQ(result.steps, 1u);
}

TEST_F(RunTest, InputsAreTakenInOrderAndListed) {
  small.function("main", int_type());
  const Variable& c = small.variable("c", small.types.integer(IntegerKind::SChar));
  const Variable& x = small.variable("x", int_type());
  small.input(small.use(c));
  small.input(small.use(x));
  small.returns(context.binary(BinaryOp::Sub, small.use(x), context.cast(int_type(), small.use(c))));
  const RunResult result = run({}, {"-3", "0x10"});
  EXPECT_EQ(result.exit_code, 19);
  ASSERT_EQ(result.inputs.size(), 2u);
  EXPECT_EQ(result.inputs[0].bits, UInt128{0xfd});
  EXPECT_EQ(result.inputs[1].bits, UInt128{16});
  const RunResult starved = run({}, {"1"});
  EXPECT_EQ(starved.end, End::InputsExhausted);
  EXPECT_EQ(starved.last_edge->range.begin.line, 2u);
}

TEST_F(RunTest, TextsOfTheLibraryAreNoBlocksOfTheProgram) {
  const Type& text = small.types.pointer_to(small.types.integer(IntegerKind::Char));
  const Function& strerror = small.declaration("strerror", text, {&int_type()});
  const Function& free = small.declaration("free", small.types.void_type(), {&text});
  small.function("main", int_type());
  const Variable& message = small.variable("message", text);
  small.call(&small.use(message), strerror, {&small.number(1)});
  small.call(nullptr, free, {&small.use(message)});
  small.returns(small.number(0));
  const RunResult result = run();
  EXPECT_EQ(result.end, End::Fault);
  EXPECT_EQ(result.last_edge->range.begin.line, 2u);
}

TEST_F(RunTest, TheTraceHoldsTheEdgesInOrderUpToItsLimit) {
  small.function("main", int_type());
  const Variable& x = small.variable("x", int_type());
  small.assign(small.use(x), small.number(1));
  small.assign(small.use(x), small.number(2));
  small.returns(small.use(x));
  const RunResult all = run({.trace_limit = 10});
  ASSERT_EQ(all.trace.size(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(all.trace[i]->range.begin.line, i + 1);
  EXPECT_EQ(all.steps, 3u);
  const RunResult two = run({.trace_limit = 2});
  EXPECT_EQ(two.trace.size(), 2u);
  EXPECT_EQ(two.steps, 3u) << "the rest is counted";
  EXPECT_TRUE(run().trace.empty());
}

// i = 0; while (i < 1000) i = i + 1; return i;
void build_loop(SmallProgram& small) {
  Function& main = small.function("main", small.types.int_type());
  Context& context = *small.context;
  const Expr& i = small.use(small.variable("i", small.types.int_type()));
  small.assign(i, small.number(0));
  const DraftLocation head = small.here, body = small.builder.add_location(main),
                      after = small.builder.add_location(main);
  small.builder.add_branch(head, context.binary(BinaryOp::Lt, i, small.number(1000)), body, after, SmallProgram::at(2));
  small.builder.add_edge(
      body, head, {.kind = OpKind::Assign, .lvalue = &i, .value = &context.binary(BinaryOp::Add, i, small.number(1))},
      SmallProgram::at(3));
  small.here = after;
  small.returns(i);
}

TEST_F(RunTest, LoopsCountEveryEdgeAndStopAtTheLimit) {
  build_loop(small);
  const RunResult whole = run();
  EXPECT_EQ(whole.exit_code, 1000 % 256);
  EXPECT_EQ(whole.steps, 1 + 1000 * 2 + 1 + 1u);
  const RunResult limited = run({.step_limit = 500});
  EXPECT_EQ(limited.end, End::StepLimit);
  EXPECT_EQ(limited.steps, 500u);
  const RunResult traced = run({.trace_limit = 5000});
  EXPECT_EQ(traced.steps, whole.steps);
  EXPECT_EQ(traced.trace.size(), whole.steps);
}

TEST_F(RunTest, ALoopThatDoesNothingForEverEndsTheRun) {
  small.function("main", int_type());
  small.edge({.kind = OpKind::Skip});
  const DraftLocation head = small.here, other = small.builder.add_location(*small.current);
  small.builder.add_edge(head, other, {.kind = OpKind::Skip}, SmallProgram::at(7));
  small.builder.add_edge(other, head, {.kind = OpKind::Skip}, SmallProgram::at(8));
  const RunResult result = run();
  EXPECT_EQ(result.end, End::Endless);
  EXPECT_EQ(result.last_edge->range.begin.line, 7u);
}

// Pointers in environment memory are chosen when they are read, each as a whole; the rest is zero, or what is given.
TEST_F(RunTest, PointersInEnvironmentMemoryAreRequestedOnTheFirstRead) {
  const Type& pointer = small.types.pointer_to(int_type());
  const Function& find = small.declaration("find", small.types.pointer_to(pointer), {});
  small.function("main", int_type());
  const Variable& first = small.variable("first", small.types.pointer_to(pointer));
  const Variable& second = small.variable("second", pointer);
  small.call(&small.use(first), find, {});
  small.assign(small.use(second), context.deref(small.use(first)));
  small.returns(context.binary(BinaryOp::Add, context.deref(small.use(second)), small.number(40)));
  const auto pointer_to_block = [](std::uint32_t block) {
    return std::to_string(environment_pointer(DataModel::LP64, block));
  };
  const std::uint64_t start = environment_block_size(DataModel::LP64) / 4;

  TextInputs pointers({pointer_to_block(5)}, Exhaustion::Stop);
  RunOptions options{.uninitialised = Uninitialised::IsArbitrary, .arbitrary = &pointers};
  options.environment = {.is_used = true, .pieces = {{5, start, std::string("\2\0\0\0", 4)}}};
  options.environment_contents = EnvironmentContents::Pointers;
  EXPECT_EQ(run(options, {pointer_to_block(3)}).exit_code, 42);

  options.environment_contents = EnvironmentContents::Zero;
  EXPECT_EQ(run(options, {pointer_to_block(3)}).fault->kind, FaultKind::NullDereference);
  options.environment.is_used = false;
  options.environment.pieces.clear();
  EXPECT_EQ(run(options, {pointer_to_block(3)}).end, End::Fault) << "there is no such memory";
}

TEST_F(RunTest, ABrokenAssumptionEndsTheRun) {
  small.function("main", int_type());
  const Variable& x = small.variable("x", int_type());
  small.input(small.use(x));
  small.edge({.kind = OpKind::Assume, .value = &context.binary(BinaryOp::Gt, small.use(x), small.number(5))});
  small.returns(small.number(0));
  EXPECT_EQ(run({}, {"6"}).end, End::Returned);
  const RunResult result = run({}, {"5"});
  EXPECT_EQ(result.end, End::AssumeViolated);
  EXPECT_EQ(result.last_edge->range.begin.line, 2u);
}

TEST_F(RunTest, TargetsStopTheRunOrAreListed) {
  const Function& error = small.declaration("reach_error", small.types.void_type(), {});
  small.function("main", int_type());
  small.call(nullptr, error, {});
  small.returns(small.number(0));
  EXPECT_EQ(run().end, End::ErrorCall);
  const RunResult goes_on = run({.at_target = AtTarget::GoOn});
  EXPECT_EQ(goes_on.end, End::Returned);
  ASSERT_EQ(goes_on.targets_reached.size(), 1u);
  EXPECT_EQ(goes_on.targets_reached[0]->range.begin.line, 1u);
  EXPECT_EQ(run({}, {}, {.targets = {}}).end, End::Returned) << "now an unknown function without a body";
}

TEST_F(RunTest, RecursionReturnsThroughItsFrames) {
  const Variable& n = small.variable("n", int_type(), VariableKind::Parameter);
  Function& sum = small.function("sum", int_type(), {&n}); // n == 0 ? 0 : n + sum(n - 1)
  const Variable& below = small.variable("below", int_type());
  const DraftLocation stop = small.builder.add_location(sum), go = small.builder.add_location(sum);
  small.builder.add_branch(small.here, small.use(n), go, stop, SmallProgram::at(1));
  small.here = go;
  small.call(&small.use(below), sum, {&context.binary(BinaryOp::Sub, small.use(n), small.number(1))});
  small.returns(context.binary(BinaryOp::Add, small.use(n), small.use(below)));
  small.here = stop;
  small.returns(small.number(0));
  small.function("main", int_type());
  const Variable& result = small.variable("result", int_type());
  const Variable& start = small.variable("start", int_type());
  small.input(small.use(start));
  small.call(&small.use(result), sum, {&small.use(start)});
  small.returns(small.use(result));
  EXPECT_EQ(run({}, {"20"}).exit_code, 210);
  const RunResult deep = run({.call_depth_limit = 100}, {"1000"});
  EXPECT_EQ(deep.fault->kind, FaultKind::StackOverflow);
  EXPECT_EQ(deep.call_stack.size(), 99u);
}

TEST_F(RunTest, CallsThroughPointersCheckTheFunction) {
  const Variable& a = small.variable("a", small.types.integer(IntegerKind::SChar), VariableKind::Parameter);
  Function& cut = small.function("cut", int_type(), {&a});
  small.returns(context.cast(int_type(), small.use(a)));
  small.function("main", int_type());
  const Type& wide = small.types.pointer_to(small.types.function(int_type(), {&int_type()}, false, true));
  const Variable& pointer = small.variable("pointer", wide);
  const Variable& bits = small.variable("bits", small.types.integer(IntegerKind::Long));
  const Variable& result = small.variable("result", int_type());
  small.input(small.use(bits));
  // Zero stands for the function itself, so that tests can also pass other addresses.
  small.assign(small.use(pointer), context.conditional(small.use(bits), context.cast(wide, small.use(bits)),
                                                       context.cast(wide, context.function_address(cut))));
  small.edge({.kind = OpKind::Call,
              .lvalue = &small.use(result),
              .value = &small.use(pointer),
              .arguments = context.list({&small.number(0x105)})});
  small.returns(small.use(result));
  EXPECT_EQ(run({}, {"0"}).exit_code, 5) << "the argument is truncated to the parameter's type";
  EXPECT_EQ(run({}, {"12345"}).fault->kind, FaultKind::BadCall);
}

TEST_F(RunTest, UnknownFunctionsReturnInputsAndAreNamed) {
  const Function& unknown = small.declaration("unknown", int_type(), {});
  const Function& silent = small.declaration("silent", small.types.void_type(), {});
  small.function("main", int_type());
  const Variable& x = small.variable("x", int_type());
  small.call(&small.use(x), unknown, {});
  small.call(nullptr, silent, {});
  small.call(&small.use(x), unknown, {});
  small.returns(small.use(x));
  const RunResult result = run({}, {"3", "4"});
  EXPECT_EQ(result.exit_code, 4);
  ASSERT_EQ(result.inputs.size(), 2u);
  EXPECT_EQ(result.inputs[0].reason, InputReason::Undefined);
  EXPECT_EQ(result.assumptions.size(), 2u);
}

// Faults, one by one.

TEST_F(RunTest, ReadingAVariableThatHasNoValue) {
  small.function("main", int_type());
  const Variable& x = small.variable("x", int_type());
  small.declare(x);
  small.returns(small.use(x));
  const RunResult fault = run();
  ASSERT_EQ(fault.end, End::Fault);
  EXPECT_EQ(fault.fault->kind, FaultKind::UninitialisedRead);
  EXPECT_EQ(fault.last_edge->range.begin.line, 2u);
  TextInputs arbitrary({"77"}, Exhaustion::Stop);
  EXPECT_EQ(run({.uninitialised = Uninitialised::IsArbitrary, .arbitrary = &arbitrary}).exit_code, 77);
}

TEST_F(RunTest, ReadingMemoryThatHasNoValue) {
  small.function("main", int_type());
  const Variable& array = small.variable("array", small.types.array_of(int_type(), 2));
  small.declare(array);
  small.assign(element(array, 0), small.number(5));
  small.returns(element(array, 1));
  EXPECT_EQ(run().fault->kind, FaultKind::UninitialisedRead);
  TextInputs arbitrary({"9"}, Exhaustion::Zero); // byte by byte
  EXPECT_EQ(run({.uninitialised = Uninitialised::IsArbitrary, .arbitrary = &arbitrary}).exit_code, 9);
}

TEST_F(RunTest, DeclaringAgainForgetsTheValue) {
  small.function("main", int_type());
  const Variable& array = small.variable("array", small.types.array_of(int_type(), 1));
  small.assign(element(array, 0), small.number(5));
  small.declare(array);
  small.returns(element(array, 0));
  EXPECT_EQ(run().fault->kind, FaultKind::UninitialisedRead);
}

TEST_F(RunTest, LeavingAnArray) {
  small.function("main", int_type());
  const Variable& array = small.variable("array", small.types.array_of(int_type(), 4));
  const Variable& i = small.variable("i", int_type());
  small.input(small.use(i));
  small.assign(context.index(small.use(array), small.use(i)), small.number(1));
  small.returns(small.number(0));
  EXPECT_EQ(run({}, {"3"}).end, End::Returned);
  EXPECT_EQ(run({}, {"4"}).fault->kind, FaultKind::OutOfBounds);
  EXPECT_EQ(run({}, {"-1"}).fault->kind, FaultKind::OutOfBounds);
  EXPECT_EQ(run({}, {"4"}, {.checks = {Check::ArrayBounds}}).fault->kind, FaultKind::ArrayBounds);
}

TEST_F(RunTest, NullAndDanglingPointers) {
  Function& leak = small.function("leak", int_pointer());
  const Variable& local = small.variable("local", int_type());
  small.assign(small.use(local), small.number(1));
  small.returns(address(local));
  small.function("main", int_type());
  const Variable& pointer = small.variable("pointer", int_pointer());
  const Variable& choice = small.variable("choice", int_type());
  small.input(small.use(choice));
  small.call(&small.use(pointer), leak, {});
  small.returns(
      context.deref(context.conditional(small.use(choice), small.use(pointer), context.integer(int_pointer(), 0))));
  EXPECT_EQ(run({}, {"0"}).fault->kind, FaultKind::NullDereference);
  const RunResult dangling = run({}, {"1"});
  EXPECT_EQ(dangling.fault->kind, FaultKind::DeadStackObject);
  EXPECT_EQ(dangling.exit_code, 139);
}

TEST_F(RunTest, DividingByZero) {
  small.function("main", int_type());
  const Variable& x = small.variable("x", int_type());
  small.input(small.use(x));
  small.returns(context.binary(BinaryOp::Rem, small.number(7), small.use(x)));
  EXPECT_EQ(run({}, {"4"}).exit_code, 3);
  const RunResult result = run({}, {"0"});
  EXPECT_EQ(result.fault->kind, FaultKind::DivisionByZero);
  EXPECT_EQ(result.exit_code, 136);
}

TEST_F(RunTest, AFunctionThatForgetsToReturnAValue) {
  Function& forgets = small.function("forgets", int_type());
  small.edge({.kind = OpKind::Return});
  small.function("main", int_type());
  const Variable& x = small.variable("x", int_type());
  small.call(nullptr, forgets, {});
  small.call(&small.use(x), forgets, {});
  small.returns(small.use(x));
  const RunResult result = run();
  EXPECT_EQ(result.fault->kind, FaultKind::UninitialisedRead);
  EXPECT_EQ(result.call_stack.back()->range.begin.line, 3u) << "the call that uses the value";
}

// Records and bit-fields.

TEST_F(RunTest, RecordsTravelByValue) {
  Type& pair = small.types.declare_record("pair", false);
  small.types.complete(pair, {{{"a", &int_type(), 0, std::nullopt, 0}, {"b", &int_type(), 32, std::nullopt, 0}}, 8, 4});
  const Variable& given = small.variable("given", pair, VariableKind::Parameter);
  Function& swap = small.function("swap", pair, {&given});
  const Variable& result = small.variable("result", pair);
  small.assign(context.field(small.use(result), 0), context.field(small.use(given), 1));
  small.assign(context.field(small.use(result), 1), context.field(small.use(given), 0));
  small.assign(context.field(small.use(given), 0), small.number(99)); // the caller must not see this
  small.returns(small.use(result));
  small.function("main", int_type());
  const Variable& mine = small.variable("mine", pair);
  const Variable& theirs = small.variable("theirs", pair);
  small.assign(context.field(small.use(mine), 0), small.number(3));
  small.assign(context.field(small.use(mine), 1), small.number(5));
  small.call(&small.use(theirs), swap, {&small.use(mine)});
  const Expr& tens = context.binary(BinaryOp::Mul, context.field(small.use(theirs), 0), small.number(10));
  const Expr& all = context.binary(BinaryOp::Add, tens, context.field(small.use(mine), 0));
  small.returns(all);
  EXPECT_EQ(run().exit_code, 53);
}

TEST_F(RunTest, CopyingIndeterminateBytesIsFineUsingThemIsNot) {
  Type& pair = small.types.declare_record("pair", false);
  small.types.complete(pair, {{{"a", &int_type(), 0, std::nullopt, 0}, {"b", &int_type(), 32, std::nullopt, 0}}, 8, 4});
  small.function("main", int_type());
  const Variable& from = small.variable("from", pair);
  const Variable& to = small.variable("to", pair);
  const Variable& which = small.variable("which", int_type());
  small.input(small.use(which));
  small.assign(context.field(small.use(from), 0), small.number(8));
  small.assign(small.use(to), small.use(from));
  small.returns(
      context.conditional(small.use(which), context.field(small.use(to), 1), context.field(small.use(to), 0)));
  EXPECT_EQ(run({}, {"0"}).exit_code, 8);
  EXPECT_EQ(run({}, {"1"}).fault->kind, FaultKind::UninitialisedRead);
}

struct BitFieldCase {
  std::uint64_t offset;
  std::uint32_t width;
  IntegerKind kind;
};

// A field surrounded by ones, written and read, against plain bit arithmetic on 24 bytes.
class BitFieldTest : public testing::TestWithParam<BitFieldCase> {};

TEST_P(BitFieldTest, WritesItsOwnBitsAndReadsThemBack) {
  const auto [offset, width, kind] = GetParam();
  SmallProgram small;
  Context& context = *small.context;
  const Type& type = small.types.integer(kind);
  const Type& byte = small.types.integer(IntegerKind::UChar);
  const Type& bytes = small.types.array_of(byte, 24);
  Type& record = small.types.declare_record("record", false);
  small.types.complete(record,
                       {{{"field", &type, offset, width, 0}, {"bytes", &bytes, 0, std::nullopt, 0}}, 24, 1, true});
  small.function("main", small.types.int_type());
  const Variable& r = small.variable("r", record);
  const Variable& v = small.variable("v", type);
  const Expr& field = context.field(small.use(r), 0);
  const Expr& all = context.field(small.use(r), 1);
  for (int i = 0; i < 24; ++i) small.assign(context.index(all, small.number(i)), context.integer(byte, 0xa5));
  small.input(small.use(v));
  small.assign(field, small.use(v));
  // Compares each byte and the field read back with inputs.
  for (int i = 0; i < 24; ++i) {
    const Variable& wanted = small.variable("wanted" + std::to_string(i), byte);
    small.input(small.use(wanted));
    small.edge({.kind = OpKind::Assume,
                .value = &context.binary(BinaryOp::Eq, context.index(all, small.number(i)), small.use(wanted))});
  }
  const Variable& back = small.variable("back", type);
  small.input(small.use(back));
  small.edge({.kind = OpKind::Assume, .value = &context.binary(BinaryOp::Eq, field, small.use(back))});
  small.returns(small.number(0));
  const Program program = small.finish();

  for (const UInt128 value : {UInt128{0}, ~UInt128{0}, UInt128{0x123456789abcdef0}, UInt128{1} << (width - 1)}) {
    const UInt128 truncated = width == 128 ? value : value & ((UInt128{1} << width) - 1);
    std::vector<std::string> inputs{
        write_value(type.width() == 128 ? value : value & ((UInt128{1} << type.width()) - 1), type)};
    std::vector<unsigned char> image(24, 0xa5);
    for (std::uint32_t i = 0; i < width; ++i) {
      const std::uint64_t bit = offset + i;
      image[bit / 8] = static_cast<unsigned char>((image[bit / 8] & ~(1u << bit % 8)) |
                                                  static_cast<unsigned>(truncated >> i & 1) << bit % 8);
    }
    for (const unsigned char b : image) inputs.push_back(std::to_string(b));
    const UInt128 sign = type.is_signed() ? UInt128{1} << (width - 1) : 0;
    UInt128 read_back = (truncated ^ sign) - sign;
    if (type.width() < 128) read_back &= (UInt128{1} << type.width()) - 1;
    inputs.push_back(write_value(read_back, type));
    TextInputs source(inputs, Exhaustion::Stop);
    const RunResult result = Executable(program).run(source);
    EXPECT_EQ(result.end, End::Returned) << "wrong at line "
                                         << (result.last_edge ? result.last_edge->range.begin.line : 0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Layouts, BitFieldTest,
    testing::Values(BitFieldCase{0, 1, IntegerKind::Bool}, BitFieldCase{3, 1, IntegerKind::Int},
                    BitFieldCase{3, 5, IntegerKind::UInt}, BitFieldCase{4, 9, IntegerKind::Int},
                    BitFieldCase{0, 32, IntegerKind::Int}, BitFieldCase{7, 17, IntegerKind::Int},
                    BitFieldCase{13, 20, IntegerKind::UInt}, BitFieldCase{1, 63, IntegerKind::Long},
                    BitFieldCase{5, 64, IntegerKind::ULong}, BitFieldCase{30, 40, IntegerKind::Long},
                    BitFieldCase{2, 3, IntegerKind::SChar}, BitFieldCase{9, 14, IntegerKind::UShort},
                    BitFieldCase{3, 128, IntegerKind::Int128}, BitFieldCase{6, 100, IntegerKind::UInt128}));

TEST_F(RunTest, WideValuesAreParametersResultsAndGlobals) {
  const Type& wide = small.types.integer(IntegerKind::Int128);
  const Type& real = small.types.floating(FloatKind::LongDouble);
  const Variable& global = small.variable("global", wide, VariableKind::Global);
  const Variable& a = small.variable("a", wide, VariableKind::Parameter);
  const Variable& b = small.variable("b", real, VariableKind::Parameter);
  Function& twice = small.function("twice", wide, {&a, &b});
  small.assign(small.use(global), context.binary(BinaryOp::Add, small.use(a), context.cast(wide, small.use(b))));
  small.returns(context.binary(BinaryOp::Mul, small.use(global), context.integer(wide, 2)));
  small.function("main", int_type());
  const Variable& result = small.variable("result", wide);
  small.call(&small.use(result), twice, {&context.integer(wide, UInt128{5} << 100), &context.floating(real, 0x1p100L)});
  small.returns(context.cast(int_type(), context.binary(BinaryOp::Shr, small.use(result), small.number(100))));
  EXPECT_EQ(run().exit_code, 12);
}

TEST_F(RunTest, UndefinedGlobalsStartWithAnyValue) {
  Variable& outside = context.add_variable({.kind = VariableKind::Global,
                                            .name = "outside",
                                            .source_name = "outside",
                                            .type = &int_type(),
                                            .is_extern = true});
  small.builder.add_global(outside);
  small.function("main", int_type());
  small.returns(small.use(outside));
  const RunResult plain = run();
  EXPECT_EQ(plain.exit_code, 0);
  EXPECT_EQ(plain.assumptions.size(), 1u);
  TextInputs arbitrary({"23"}, Exhaustion::Stop);
  EXPECT_EQ(run({.arbitrary = &arbitrary}).exit_code, 23);
}

TEST_F(RunTest, GlobalsStartAnewInEveryRun) {
  const Variable& counter = context.add_variable({.kind = VariableKind::Global,
                                                  .name = "counter",
                                                  .source_name = "counter",
                                                  .type = &int_type(),
                                                  .initializers = {}});
  const_cast<Variable&>(counter).initializers.push_back({&small.use(counter), &small.number(40)});
  small.builder.add_global(counter);
  small.function("main", int_type());
  small.assign(small.use(counter), context.binary(BinaryOp::Add, small.use(counter), small.number(2)));
  small.returns(small.use(counter));
  program.emplace(small.finish());
  Executable executable(*program);
  TextInputs none({}, Exhaustion::Stop);
  EXPECT_EQ(executable.run(none).exit_code, 42);
  EXPECT_EQ(executable.run(none).exit_code, 42);
}

} // namespace
} // namespace tandem::semantics::interpreter

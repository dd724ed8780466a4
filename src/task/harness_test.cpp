#include "task/harness.h"

#include "task/compiled_run.h"
#include "task/task_for_test.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

namespace tandem::task {
namespace {

using End = CompiledRun::End;

const char* const declarations = "extern int __VERIFIER_nondet_int(void);\n"
                                 "extern void __VERIFIER_assume(int);\n"
                                 "extern void __VERIFIER_error() __attribute__((__noreturn__));\n"
                                 "extern void __assert_fail(const char *, const char *, unsigned int, const char *);\n"
                                 "extern void abort(void);\n";

CompiledRun run(TaskSketch& sketch, const Function& entry, const Property& property = unreach_call_property()) {
  const Program program = sketch.finish(entry);
  return run_compiled(make_harness(program, property, sketch.counterexample(program)));
}

class HarnessRun : public testing::TestWithParam<DataModel> {
protected:
  void SetUp() override {
    if (const auto obstacle = process::sandbox_obstacle()) GTEST_SKIP() << *obstacle;
  }

  TaskSketch sketch{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(DataModels, HarnessRun, testing::Values(DataModel::ILP32, DataModel::LP64),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST_P(HarnessRun, ErrorFunctionWithoutABody) {
  for (const int value : {41, 42}) {
    TaskSketch task(GetParam());
    task.file("a.c", std::string(declarations) + "int main() {\n  int x = __VERIFIER_nondet_int();\n"
                                                 "  if (x == 42) __VERIFIER_error();\n  return 3;\n}\n");
    const Function& nondet = task.declare("__VERIFIER_nondet_int", task.int_type());
    task.declare("__VERIFIER_error", task.void_type());
    const Function& main = task.define("main", task.int_type());
    task.input(nondet, static_cast<unsigned>(value));
    const CompiledRun result = run(task, main);
    EXPECT_EQ(result.end, value == 42 ? End::ErrorReached : End::Exited) << result.text() << result.errors;
    if (value != 42) EXPECT_EQ(result.code, 3);
  }
}

// Bodies that end the program themselves, do nothing, or are invisible to the linker; and a similar exit code.
TEST_P(HarnessRun, ErrorFunctionOfTheProgram) {
  for (const char* body : {"void reach_error() { __assert_fail(\"0\", \"a.c\", 3, \"reach_error\"); }",
                           "int reach_error(void) { return 0; }", "static void reach_error(void) {}",
                           "static inline __attribute__((unused)) void reach_error(void);\n"
                           "void unused() { reach_error(); }\nvoid reach_error(void) { abort(); }"}) {
    for (const bool reached : {true, false}) {
      TaskSketch task(GetParam());
      task.file("a.c",
                std::string(declarations) + body +
                    "\nint main() {\n  void (*f)(void) = (void *)reach_error;\n  if (__VERIFIER_nondet_int() == 1) "
                    "f();\n  abort();\n}\n");
      const Function& nondet = task.declare("__VERIFIER_nondet_int", task.int_type());
      task.define("reach_error", task.void_type());
      const Function& main = task.define("main", task.int_type());
      task.input(nondet, reached ? 1 : 2);
      const CompiledRun result = run(task, main);
      EXPECT_EQ(result.end, reached ? End::ErrorReached : End::Signalled) << body << result.text() << result.errors;
    }
  }
}

TEST_P(HarnessRun, SeveralFilesWithStaticFunctionsOfOneName) {
  sketch.file("a.i", "# 1 \"other.c\"\nextern int check(int);\nextern int __VERIFIER_nondet_int(void);\n"
                     "static int help(int x) { return x + 1; }\n"
                     "int main(void) { return check(help(__VERIFIER_nondet_int())); }\n");
  sketch.file("b.c", "#include <stdlib.h>\nvoid reach_error(void) { abort(); }\n"
                     "static int help(int x) { return x == 43; }\n"
                     "int check(int x) { if (help(x)) reach_error(); return 0; }\n");
  const Function& nondet = sketch.declare("__VERIFIER_nondet_int", sketch.int_type());
  sketch.define("reach_error", sketch.void_type(), 2);
  const Function& main = sketch.define("main", sketch.int_type());
  sketch.input(nondet, 42);
  EXPECT_EQ(run(sketch, main).end, End::ErrorReached);
}

TEST_P(HarnessRun, AStaticErrorFunctionBesideAnExternalOne) {
  for (const bool static_first : {true, false})
    for (const bool calls_static : {true, false}) {
      TaskSketch task(GetParam());
      const std::string hidden = "static void reach_error(void) {}\nvoid fail_statically(void) { reach_error(); }\n",
                        seen = "void reach_error(void) {}\n";
      for (const bool is_static : {static_first, !static_first}) {
        task.file(is_static ? "static.c" : "external.c", is_static ? hidden : seen);
        task.define("reach_error", task.void_type());
      }
      task.file("main.c", std::string("extern void reach_error(void), fail_statically(void);\nint main(void) { ") +
                              (calls_static ? "fail_statically" : "reach_error") + "(); return 0; }\n");
      const Function& main = task.define("main", task.int_type());
      const CompiledRun result = run(task, main);
      EXPECT_EQ(result.end, End::ErrorReached) << static_first << calls_static << result.text() << result.errors;
    }
}

TEST_P(HarnessRun, AFailingAssertIsAnErrorIfThePropertySaysSo) {
  for (const bool asserts : {true, false}) {
    TaskSketch task(GetParam());
    task.file("a.c", "#include <assert.h>\nint main() { assert(1 + 1 == 3); return 0; }\n");
    task.declare("__assert_fail", task.void_type());
    const Function& main = task.define("main", task.int_type());
    const CompiledRun result = run(task, main, asserts ? default_property() : unreach_call_property());
    EXPECT_EQ(result.end, asserts ? End::ErrorReached : End::Signalled) << result.text();
  }
}

TEST_P(HarnessRun, ValuesOfAllTypesArriveExactly) {
  const bool wide = GetParam() == DataModel::LP64;
  std::string text =
      "_Bool __VERIFIER_nondet_bool(); signed char __VERIFIER_nondet_schar();\n"
      "unsigned short __VERIFIER_nondet_ushort(); long __VERIFIER_nondet_long();\n"
      "unsigned long long __VERIFIER_nondet_ulonglong(); float __VERIFIER_nondet_float();\n"
      "double __VERIFIER_nondet_double(); long double __VERIFIER_nondet_ldouble();\n"
      "char *__VERIFIER_nondet_pchar();\nextern void reach_error(void);\nint main(void) {\n"
      "  if (__VERIFIER_nondet_bool() != 1) return 1;\n  if (__VERIFIER_nondet_schar() != -5) return 2;\n"
      "  if (__VERIFIER_nondet_ushort() != 65535) return 3;\n  if (__VERIFIER_nondet_long() != -2) return 4;\n"
      "  if (__VERIFIER_nondet_ulonglong() != 0xfedcba9876543210ull) return 5;\n"
      "  float f = __VERIFIER_nondet_float();\n  if (f != 0.1f) return 6;\n"
      "  f = __VERIFIER_nondet_float();\n  if (f == f) return 7;\n"
      "  if (__VERIFIER_nondet_double() != -1e-310) return 8;\n"
      "  if (__VERIFIER_nondet_ldouble() != 1.0l / 3) return 9;\n"
      "  if (__VERIFIER_nondet_pchar() != 0) return 10;\n";
  if (wide)
    text += "  extern __int128 __VERIFIER_nondet_int128();\n"
            "  if (__VERIFIER_nondet_int128() != (__int128)-3 << 64) return 11;\n";
  sketch.file("a.c", text + "  reach_error();\n}\n");
  const auto nondet = [&](const char* what, const Type& type) -> const Function& {
    return sketch.declare(std::string("__VERIFIER_nondet_") + what, type);
  };
  long double third = 1.0L / 3;
  UInt128 third_bits = 0;
  std::memcpy(&third_bits, &third, 10);
  sketch.declare("reach_error", sketch.void_type());
  const Function &boolean = nondet("bool", sketch.type(IntegerKind::Bool)),
                 &character = nondet("schar", sketch.type(IntegerKind::SChar)),
                 &word = nondet("ushort", sketch.type(IntegerKind::UShort)),
                 &number = nondet("long", sketch.type(IntegerKind::Long)),
                 &large = nondet("ulonglong", sketch.type(IntegerKind::ULongLong)),
                 &single = nondet("float", sketch.type(FloatKind::Float)),
                 &twice = nondet("double", sketch.type(FloatKind::Double)),
                 &extended = nondet("ldouble", sketch.type(FloatKind::LongDouble)),
                 &pointer = nondet("pchar", sketch.types().pointer_to(sketch.type(IntegerKind::Char))),
                 &largest = nondet("int128", sketch.type(IntegerKind::Int128));
  const Function& main = sketch.define("main", sketch.int_type());
  sketch.input(boolean, 1);
  sketch.input(character, 0xfb);
  sketch.input(word, 0xffff);
  sketch.input(number, wide ? ~std::uint64_t{1} : 0xfffffffe);
  sketch.input(large, 0xfedcba9876543210u);
  sketch.input(single, std::bit_cast<std::uint32_t>(0.1f));
  sketch.input(single, 0x7fc00000);
  sketch.input(twice, std::bit_cast<std::uint64_t>(-1e-310));
  sketch.input(extended, third_bits);
  sketch.input(pointer, 0);
  if (wide) sketch.input(largest, static_cast<UInt128>(Int128{-3}) << 64);
  if (!wide) {
    // The type does not exist in a 32-bit program and must not be mentioned.
    sketch.builder.set_type(const_cast<Function&>(largest),
                            sketch.types().function(sketch.int_type(), {}, false, true));
  }
  const CompiledRun result = run(sketch, main);
  EXPECT_EQ(result.end, End::ErrorReached) << result.text();
}

TEST_P(HarnessRun, WhatTheProgramDoesNotDefine) {
  sketch.file("a.c", "extern int outside(int, double); extern void quiet(char *, ...); extern int never(void);\n"
                     "extern int shared; extern struct s { int a[10]; } record; extern void __VERIFIER_error(void);\n"
                     "int dead(void) { return never() + shared; }\nint (*table[])(void) = {never};\n"
                     "int write(int a) { return 7; }\nvoid _exit(int code) { for (;;); }\n"
                     "double fabs(double x) { return 77; }\n"
                     "inline int plain(int x) { return x; }\n"
                     "int main(void) {\n  quiet(\"x\", 1, 2.0);\n  outside(1, 1);\n"
                     "  if (outside(2, 2.0) == 5 && shared == 0 && record.a[9] == 0 && fabs(-1) == 77 && plain(1))\n"
                     "    __VERIFIER_error();\n  return 0;\n}\n");
  const Function& outside = sketch.declare("outside", sketch.int_type());
  sketch.declare("quiet", sketch.void_type());
  sketch.declare("__VERIFIER_error", sketch.void_type());
  sketch.define("fabs", sketch.type(FloatKind::Double), 7);
  sketch.define("plain", sketch.int_type(), 8);
  const auto external = [&](const char* name, const Type& type) {
    sketch.builder.add_global(sketch.context->add_variable(
        {.kind = VariableKind::Global, .name = name, .source_name = name, .type = &type, .is_extern = true}));
  };
  external("shared", sketch.int_type());
  external("record", sketch.types().array_of(sketch.int_type(), 10));
  const Function& main = sketch.define("main", sketch.int_type());
  sketch.input(outside, 4);
  sketch.input(outside, 5);
  const CompiledRun result = run(sketch, main);
  EXPECT_EQ(result.end, End::ErrorReached) << result.text();
}

TEST_P(HarnessRun, EndsOfItsOwn) {
  const std::string text = std::string(declarations) + "int main() {\n  __VERIFIER_assume(__VERIFIER_nondet_int());\n"
                                                       "  return __VERIFIER_nondet_int();\n}\n";
  for (const bool holds : {true, false}) {
    TaskSketch task(GetParam());
    task.file("a.c", text);
    const Function& nondet = task.declare("__VERIFIER_nondet_int", task.int_type());
    const Function& main = task.define("main", task.int_type());
    task.input(nondet, holds ? 1 : 0);
    EXPECT_EQ(run(task, main).end, holds ? End::InputsExhausted : End::AssumptionFailed);
  }
}

TEST_P(HarnessRun, StartsInAnotherFunction) {
  sketch.file("a.c", std::string(declarations) + "int check(short a, double b) {\n"
                                                 "  if (a == -1 && b == 2.5) __VERIFIER_error();\n  return 0;\n}\n"
                                                 "int main(void) { return 5; }\n");
  sketch.declare("__VERIFIER_error", sketch.void_type());
  const Type &small = sketch.type(IntegerKind::Short), &real = sketch.type(FloatKind::Double);
  const Function& check = sketch.define("check", sketch.int_type(), 6, {&small, &real});
  sketch.input(InputKind::Nondet, small, 0xffff);
  sketch.input(InputKind::Nondet, real, std::bit_cast<std::uint64_t>(2.5));
  const CompiledRun result = run(sketch, check);
  EXPECT_EQ(result.end, End::ErrorReached) << result.text();
}

TEST_P(HarnessRun, UninitialisedVariablesCanBeZero) {
  sketch.file("a.c", std::string(declarations) + "int dirty(void) { volatile int a[100]; for (int i = 0; i < 100; i++) "
                                                 "a[i] = 7; return a[5]; }\n"
                                                 "int clean(void) { int a[100]; return a[50]; }\n"
                                                 "int main(void) { dirty(); if (clean() == 0) __VERIFIER_error(); }\n");
  sketch.declare("__VERIFIER_error", sketch.void_type());
  const Function& main = sketch.define("main", sketch.int_type());
  sketch.input(InputKind::Uninitialised, sketch.int_type(), 0);
  EXPECT_EQ(run(sketch, main).end, End::ErrorReached);
}

TEST(Harness, DescribesItsUse) {
  TaskSketch sketch(DataModel::ILP32);
  sketch.file("it's.c", "");
  const Function& nondet = sketch.declare("__VERIFIER_nondet_int", sketch.int_type());
  const Function& main = sketch.define("main", sketch.int_type());
  sketch.input(nondet, 0xfffffff9);
  const Program program = sketch.finish(main);
  const Harness harness = make_harness(program, unreach_call_property(), sketch.counterexample(program),
                                       {.file = "out/h.c", .compiler_args = {"-DX=\"a b\""}});
  const std::string path = sketch.folder.path().string() + "/it'\\''s.c";
  EXPECT_NE(harness.text.find("//   gcc -m32 -msse2 -mfpmath=sse -std=gnu17 -w -fpermissive -fwrapv -no-pie "
                              "-Wl,--unresolved-symbols=ignore-all '-DX=\"a b\"' -o counterexample '" +
                              path + "' out/h.c -lm && ./counterexample\n"),
            std::string::npos)
      << harness.text;
  EXPECT_NE(harness.text.find("{0xfffffff9, 0x0}, // 1: -7 for __VERIFIER_nondet_int, "), std::string::npos)
      << harness.text;
}

} // namespace
} // namespace tandem::task

// Property: the path formula of an execution has the execution's values as its only model. Its terms contain no free
// symbols but the inputs, and with the inputs of the run every value is what the interpreter wrote: so there is exactly
// one model, and this is it. Checked on every operator and conversion of every type, on accesses to memory of
// all kinds, and on whole csmith programs, whose globals start with inputs instead of constants.

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "base/process/process.h"
#include "frontend/load/load.h"
#include "smt/backends/backends.h"
#include "smt/term/traverse.h"
#include "trace_formula.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>
#include <regex>

namespace tandem {
namespace {

class ListedInputs : public semantics::InputSource {
public:
  explicit ListedInputs(std::vector<UInt128> values) : values_(std::move(values)) {}
  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    if (used_ == values_.size()) return std::nullopt;
    const UInt128 value = values_[used_++];
    return request.type.width() == 128 ? value : value & ((UInt128{1} << request.type.width()) - 1);
  }

private:
  std::vector<UInt128> values_;
  std::size_t used_ = 0;
};

smt::Bits to_bits(std::uint32_t width, UInt128 value) {
  const std::uint64_t words[] = {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
  return smt::Bits(width, words);
}

class PathFormula : public testing::Test {
protected:
  Program load(const std::string& text, DataModel model, std::vector<std::string> arguments = {}) {
    const auto file = folder.path() / "program.c";
    write_text_file(file, text);
    return frontend::load({.files = {file}, .data_model = model, .arguments = std::move(arguments)});
  }

  static semantics::interpreter::RunResult run(const Program& program, std::vector<UInt128> values) {
    semantics::interpreter::Executable executable(program, {.values = semantics::interpreter::ValueRecording::Record});
    ListedInputs inputs(std::move(values));
    return executable.run(inputs, {.step_limit = step_limit, .trace_limit = step_limit});
  }

  // The inputs of the run. Checks that nothing else is free in the terms.
  smt::Assignment model_of(TraceFormula& formula, const semantics::interpreter::RunResult& run,
                           std::span<const smt::Term> roots) {
    smt::Assignment model;
    EXPECT_EQ(formula.inputs().size(), run.inputs.size());
    for (std::size_t i = 0; i < run.inputs.size() && i < formula.inputs().size(); ++i) {
      const smt::Sort sort = formula.terms().sort(formula.inputs()[i].value);
      model[formula.inputs()[i].value] = formula.terms().constant(sort, to_bits(sort.width(), run.inputs[i].bits));
    }
    for (const smt::Term free : smt::variables(formula.terms(), roots)) {
      // Where objects lie does not matter to the runs compared here.
      const bool is_address = formula.terms().name(free).starts_with("address");
      if (is_address)
        model[free] = formula.terms().bv(formula.terms().width(free), 0x10000 * (model.size() + 1));
      else
        EXPECT_TRUE(model.contains(free)) << formula.terms().name(free) << " is free";
    }
    return model;
  }

  // As the interpreter represents floats; all NaNs are considered equal.
  static smt::Term float_bits(smt::Terms& terms, smt::Term value, UInt128 wanted) {
    const bool x87 = terms.sort(value).exponent() == 15;
    const smt::Term bits = x87 ? terms.fp_to_x87_bits(value) : terms.fp_to_bits(value);
    const smt::Term given = terms.bv(to_bits(terms.width(bits), wanted));
    const smt::Term as_float = x87 ? terms.fp_from_x87_bits(given) : terms.fp_from_bits(terms.sort(value), given);
    return terms.ite(terms.and_(terms.fp_is_nan(value), terms.fp_is_nan(as_float)), given, bits);
  }

  // The number of values compared.
  std::size_t follow_and_compare(TraceFormula& formula, const semantics::interpreter::RunResult& run) {
    struct Comparison {
      const Edge* edge;
      smt::Term value;
      UInt128 bits;
    };
    std::vector<Comparison> comparisons;
    formula.follow(run, [&](const Edge& edge, smt::Term value, UInt128 bits) {
      if (formula.terms().sort(value).is_float()) value = float_bits(formula.terms(), value, bits);
      comparisons.push_back({&edge, value, bits});
    });
    const smt::Term guard = formula.guard();
    std::vector<smt::Term> roots{guard};
    for (const Comparison& one : comparisons) roots.push_back(one.value);
    EXPECT_EQ(formula.imprecisions(), 0u);
    model = model_of(formula, run, roots);
    if (HasFailure()) return 0;
    smt::Evaluator evaluator(formula.terms(), model);
    EXPECT_TRUE(evaluator.is_true(guard)) << "the run's own inputs should take its path";
    for (const Comparison& one : comparisons) {
      const smt::Bits got = evaluator.bits(one.value);
      EXPECT_EQ(got, to_bits(got.width(), one.bits)) << one.edge->name;
      if (HasFailure()) break;
    }
    return comparisons.size();
  }

  static constexpr std::uint64_t step_limit = 120'000;
  TempDir folder{"laws"};
  smt::Assignment model; // of the last comparison
};

constexpr const char* accesses = R"(
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
typedef signed char i8; typedef unsigned char u8; typedef unsigned short u16; typedef long long i64;
struct inner { i8 c; short s; u8 bytes[3]; };
struct bits { unsigned a : 3; int b : 7; unsigned long long c : 41; _Bool d : 1; signed char e : 5; };
union mixed { unsigned word; u8 bytes[4]; u16 halves[2]; struct inner in; };
struct outer { struct inner in[3]; union mixed m; struct bits b; _Bool flag; i64 wide; int *to; };
static u8 small[8]; static int ints[16]; static i64 wides[40]; static unsigned big[400];
static struct outer o[2];
static int twice(int x) { return x + x; }
static int less(int x) { return x - 1; }
int main(void) {
  unsigned hash = 17, i, j, k;
  struct outer local = {0};
  struct bits b = {0};
  for (i = 0; i < 6; i++) {
    unsigned v = __VERIFIER_nondet_uint();
    i64 w = (i64)__VERIFIER_nondet_ulonglong();
    j = v & 7; k = (v >> 3) & 15;
    small[j] = (u8)(v >> 5); ints[k] += (int)v; wides[v % 40] = w; big[(v >> 2) % 400] ^= v;
    ((u8 *)ints)[(v >> 4) & 63] = (u8)w;
    *(u16 *)(small + 2 * (j & 3)) ^= (u16)w;
    o[v & 1].in[j % 3].s = (short)v; o[v & 1].in[j % 3].bytes[k % 3] = (u8)w;
    o[j & 1].m.bytes[j & 3] = (u8)(v >> 9); o[0].m.halves[v & 1]++;
    o[1].b.a = v; o[1].b.b = (int)w; o[1].b.c = (unsigned long long)w; o[1].b.d = v & 4; o[1].b.e = (signed char)v;
    b = o[v >> 31].b; b.b += 3;
    o[0].flag = v & 2; o[0].wide = w; o[0].to = v & 8 ? &ints[3] : &ints[k];
    *o[0].to = (int)(v ^ 5);
    local = o[v & 1];
    int (*f)(int) = v & 16 ? twice : less;
    hash = hash * 31 + small[(j + 1) & 7] + (unsigned)ints[(k + 1) & 15] + (unsigned)wides[(v + 1) % 40];
    hash = hash * 31 + big[v % 400] + (unsigned)local.in[k % 3].s + local.m.word + (unsigned)b.b + (unsigned)b.c;
    hash = hash * 31 + local.flag + (unsigned)f((int)hash) + local.in[0].bytes[k % 3] + b.a + (unsigned)b.e + b.d;
  }
  return (int)(hash & 63);
}
)";

TEST_F(PathFormula, AccessesToMemoryOfEveryKind) {
  std::mt19937_64 random(7);
  for (const DataModel model_of_data : {DataModel::LP64, DataModel::ILP32}) {
    const Program program = load(accesses, model_of_data);
    for (int trial = 0; trial < 20 && !HasFailure(); ++trial) {
      std::vector<UInt128> values;
      for (int i = 0; i < 12; ++i) values.push_back(UInt128{random()});
      const semantics::interpreter::RunResult result = run(program, values);
      ASSERT_EQ(result.end, semantics::interpreter::End::Returned) << result.message;
      TraceFormula formula(program);
      EXPECT_GT(follow_and_compare(formula, result), 100u);
    }
  }
}

struct Scalar {
  const char* name;
  const char* value; // an arbitrary one
  bool is_float;
};

constexpr Scalar scalars[] = {{"_Bool", "__VERIFIER_nondet_uint() & 1", false},
                              {"char", "__VERIFIER_nondet_uint()", false},
                              {"signed char", "__VERIFIER_nondet_uint()", false},
                              {"unsigned char", "__VERIFIER_nondet_uint()", false},
                              {"short", "__VERIFIER_nondet_uint()", false},
                              {"unsigned short", "__VERIFIER_nondet_uint()", false},
                              {"int", "__VERIFIER_nondet_uint()", false},
                              {"unsigned", "__VERIFIER_nondet_uint()", false},
                              {"long", "__VERIFIER_nondet_ulonglong()", false},
                              {"unsigned long", "__VERIFIER_nondet_ulonglong()", false},
                              {"long long", "__VERIFIER_nondet_ulonglong()", false},
                              {"unsigned long long", "__VERIFIER_nondet_ulonglong()", false},
                              {"float", "(float)(int)__VERIFIER_nondet_uint() / 8", true},
                              {"double", "(double)(int)__VERIFIER_nondet_uint() / 1024", true},
                              {"long double", "(long double)(int)__VERIFIER_nondet_uint() / 3", true}};

// All operators of one type, and its conversions to all others. Every result is assigned, hence compared.
std::string operators_of(const Scalar& type) {
  std::string text = fmt::format("extern unsigned __VERIFIER_nondet_uint(void);\n"
                                 "extern unsigned long long __VERIFIER_nondet_ulonglong(void);\n"
                                 "int main(void) {{\n  {0} a = {1};\n  {0} b = {1};\n  {0} r; int t;\n",
                                 type.name, type.value);
  for (const char* op : {"+", "-", "*"}) text += fmt::format("  r = a {} b;\n", op);
  text += "  if (b != 0) r = a / b;\n  r = -a; t = !a;\n";
  for (const char* op : {"==", "!=", "<", "<=", ">", ">=", "&&", "||"}) text += fmt::format("  t = a {} b;\n", op);
  text += "  r = a < b ? a : b;\n";
  if (!type.is_float) {
    text += "  if (b != 0) r = a % b;\n  r = ~a;\n";
    for (const char* op : {"&", "|", "^"}) text += fmt::format("  r = a {} b;\n", op);
    for (const char* op : {"<<", ">>"})
      text += fmt::format("  r = a {} (b & 7); r = a {} ((unsigned)b & 31);\n", op, op);
  }
  int number = 0;
  for (const Scalar& to : scalars) {
    const bool may_not_fit = type.is_float && !to.is_float;
    text += fmt::format("  {} c{} = 0;\n  {}c{} = ({})a;\n", to.name, number,
                        may_not_fit ? "if (a >= 0 && a < 128) " : "", number, to.name);
    ++number;
  }
  return text + "  return 0;\n}\n";
}

TEST_F(PathFormula, OperatorsAndConversionsOfEveryType) {
  std::mt19937_64 random(3);
  std::size_t compared = 0;
  for (const DataModel model_of_data : {DataModel::LP64, DataModel::ILP32})
    for (const Scalar& type : scalars) {
      SCOPED_TRACE(type.name);
      const Program program = load(operators_of(type), model_of_data);
      for (int trial = 0; trial < 25 && !HasFailure(); ++trial) {
        std::vector<UInt128> values;
        for (int i = 0; i < 2; ++i) values.push_back(UInt128{trial % 3 == 0 ? random() % 16 - 8 : random()});
        const semantics::interpreter::RunResult result = run(program, values);
        ASSERT_EQ(result.end, semantics::interpreter::End::Returned) << result.message;
        TraceFormula formula(program);
        compared += follow_and_compare(formula, result);
      }
    }
  EXPECT_GT(compared, 20'000u);
}

// A csmith program whose scalar globals start with inputs, and the values they should have.
struct Prepared {
  std::string text;
  std::vector<UInt128> values;
};

Prepared with_inputs(const std::string& source) {
  static const std::regex global(
      R"(\nstatic (u?)int(8|16|32|64)_t (g_\d+) = (\(?-?)(0[xX][0-9a-fA-F]+|\d+)[uUlL]*\)?;)");
  Prepared result;
  std::string reads;
  for (auto at = std::sregex_iterator(source.begin(), source.end(), global); at != std::sregex_iterator(); ++at) {
    const std::smatch& found = *at;
    const bool negative = found[4].str().find('-') != std::string::npos;
    const std::uint64_t magnitude = std::strtoull(found[5].str().c_str(), nullptr, 0);
    result.values.push_back(negative ? UInt128{0} - magnitude : UInt128{magnitude});
    reads += fmt::format("    {} = ({}int{}_t)__VERIFIER_nondet_ulonglong();\n", found[3].str(), found[1].str(),
                         found[2].str());
  }
  result.text = "extern unsigned long long __VERIFIER_nondet_ulonglong(void);\n" + source;
  const std::size_t start = result.text.find("print_hash_value = 0;", result.text.find("int main ("));
  const std::size_t after = result.text.find('\n', start) + 1;
  result.text.insert(after, reads);
  return result;
}

std::optional<std::string> csmith(std::uint64_t seed, const std::filesystem::path& folder) {
  const process::ProcessResult made = process::run_process(
      {.words = {"csmith", "--seed", std::to_string(seed), "--no-argc", "--concise", "--max-funcs", "3", "--no-float"},
       .wall_limit = std::chrono::seconds(20),
       .folder = folder});
  if (!made.succeeded()) return std::nullopt;
  return made.output;
}

TEST_F(PathFormula, WholeCsmithPrograms) {
  if (!process::find_program("csmith")) GTEST_SKIP() << "csmith is not installed";
  const char* times = std::getenv("TANDEM_FUZZ");
  const std::uint64_t seeds = 5 * (times != nullptr ? std::strtoull(times, nullptr, 10) : 1);
  std::size_t compared = 0, programs = 0, too_long = 0;
  for (std::uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("csmith --seed {}", seed));
    const auto source = csmith(seed, folder.path());
    if (!source) continue;
    const Prepared prepared = with_inputs(*source);
    const Program program = load(prepared.text, DataModel::LP64, {"-I/usr/include/csmith"});
    const semantics::interpreter::RunResult result = run(program, prepared.values);
    if (result.end == semantics::interpreter::End::StepLimit) {
      ++too_long;
      continue;
    }
    ASSERT_EQ(result.end, semantics::interpreter::End::Returned) << result.message;
    TraceFormula formula(program);
    compared += follow_and_compare(formula, result);
    ++programs;
    const auto crc = std::find_if(program.globals().begin(), program.globals().end(),
                                  [](const Variable* global) { return global->source_name == "crc32_context"; });
    ASSERT_NE(crc, program.globals().end());
    const smt::Term sum = formula.value(**crc);
    const std::uint64_t checksum = formula.terms().bits(smt::evaluate(formula.terms(), sum, model)).low() ^ 0xFFFFFFFF;
    EXPECT_EQ(result.output, fmt::format("checksum = {:X}\n", checksum));
  }
  std::cout << programs << " csmith programs, " << too_long << " too long, " << compared << " values compared\n";
  EXPECT_GT(programs, seeds / 4);
  EXPECT_GT(compared, 1000u);
}

} // namespace
} // namespace tandem

// Property: what is proved by cell morphing holds in all executions of random programs that fill, modify and check
// arrays.

#include "analysis/arrays/cell_morphing.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "frontend/load/load.h"
#include "listed_inputs.h"
#include "task/monitors.h"

#include <gtest/gtest.h>

#include <random>

namespace tandem {
namespace {

class ArrayProgram {
public:
  explicit ArrayProgram(std::uint64_t seed) : random_(seed) {
    text_ = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint a[4];\n"
            "void check(int ok) { if (!ok) reach_error(); }\n"
            "int main(void) {\n  int b[4], i, s = 0, x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n"
            "  if (x < -1 || x > 1 || y < -1 || y > 1) return 0;\n"
            "  for (i = 0; i < 4; i++) b[i] = " +
            pick({"0", "x", "i", "x + i"}) + ";\n";
    const std::uint32_t loops = 1 + number(2);
    for (std::uint32_t i = 0; i < loops; ++i) loop();
    text_ += "  for (i = 0; i < 4; i++) " + assertion() + "\n  return 0;\n}\n";
  }
  const std::string& text() const { return text_; }

private:
  std::uint32_t number(std::uint32_t below) { return static_cast<std::uint32_t>(random_() % below); }
  std::string pick(std::vector<std::string> from) { return from[number(static_cast<std::uint32_t>(from.size()))]; }
  std::string index() { return pick({"i", "i", "i", "3 - i", "(i + 1) & 3", "b[i] & 3", "2"}); }
  std::string element() { return pick({"a", "b"}) + "[" + index() + "]"; }
  std::string value() { return pick({"0", "1", "x", "y", "i", "s", element(), element(), element() + " + 1"}); }
  std::string condition() { return value() + pick({" < ", " <= ", " == ", " != "}) + value(); }

  void loop() {
    text_ += "  for (i = 0; i < 4; i++) {\n";
    const std::uint32_t statements = 1 + number(3);
    for (std::uint32_t i = 0; i < statements; ++i) {
      if (number(4) == 0) text_ += "    if (" + condition() + ") reach_error();\n";
      if (number(3) == 0) text_ += "    if (" + condition() + ")\n";
      text_ += "    " + (number(4) == 0 ? std::string("s") : element()) + " = " + value() + ";\n";
    }
    text_ += "  }\n";
  }

  std::string assertion() {
    // Mostly conditions that are likely to hold.
    const std::string claim =
        number(2) == 0
            ? "a[i] == b[i]"
            : pick({"a[i] >= 0", "a[i] <= b[i]", "b[i] == x", "a[i] == 0 || s == s", "b[i] >= s", condition()});
    return number(2) == 0 ? "check(" + claim + ");" : "if (!(" + claim + ")) reach_error();";
  }

  std::mt19937_64 random_;
  std::string text_;
};

bool some_execution_fails(const Program& program) {
  semantics::interpreter::Executable executable(program);
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y) {
      ListedInputs inputs({x, y});
      if (executable.run(inputs, {}).end == semantics::interpreter::End::ErrorCall) return true;
    }
  return false;
}

TEST(Cells, ProofsHold) {
  const TempDir folder;
  const auto file = folder.path() / "program.c";
  std::uint32_t proofs = 0, safe = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const ArrayProgram made(seed);
    write_text_file(file, made.text());
    const Program program = frontend::load({.files = {file}, .data_model = DataModel::LP64});
    const bool fails = some_execution_fails(program);
    task::SilentMonitor monitor;
    const task::Outcome outcome =
        analysis::arrays::make_cell_morphing({})->run({program, default_property(), {}}, monitor);
    EXPECT_NE(outcome.verdict, task::Verdict::False) << made.text();
    if (outcome.verdict == task::Verdict::True) EXPECT_FALSE(fails) << "seed " << seed << "\n" << made.text();
    proofs += outcome.verdict == task::Verdict::True ? 1 : 0;
    safe += fails ? 0 : 1;
  }
  EXPECT_GE(proofs, 10u) << "of " << safe << " safe programs: too few for the law to say something";
}

} // namespace
} // namespace tandem

#include "testing/export/c_tests.h"

#include "base/core/shell_words.h"
#include "base/core/text_file.h"
#include "program/cexpr/c_types.h"
#include "program/cexpr/scalar.h"
#include "testing/compiled/served_build.h"
#include "testing/module/driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tandem::testing::exported {

namespace fs = std::filesystem;
using semantics::interpreter::End;
using suite::Test;

namespace {

constexpr const char* file_name = "tests.c";

constexpr std::string_view support = R"C(
// ---- Inputs of the test under way.
extern int printf(const char *format, ...), fflush(void *stream), fork(void), waitpid(int process, int *status, int options);
extern void _exit(int code);
extern unsigned alarm(unsigned seconds);
static const struct tandem_input *tandem_list;
static unsigned long tandem_left;
struct tandem_input tandem_served(void) {
  if (tandem_left == 0) _exit(108);
  tandem_left--;
  return *tandem_list++;
}
void tandem_ended(int code) { _exit(code); }
void tandem_kind(int kind) { (void)kind; }
#define INPUTS(...) \
  static const struct tandem_input inputs[] = {__VA_ARGS__}; \
  tandem_list = inputs, tandem_left = sizeof inputs / sizeof *inputs
#define CHECK(condition) \
  if (!(condition)) printf("%s, line %d: %s does not hold\n", __func__, __LINE__, #condition), fflush(0), _exit(112)
)C";

constexpr std::string_view runner = R"C(
int __wrap_main(void) {
  int failed = 0;
  for (unsigned i = 0; i < sizeof tandem_tests / sizeof *tandem_tests; i++) {
    int status = 0, process = fork();
    if (process == 0) {
      alarm(10);
      tandem_tests[i].run();
      _exit(0);
    }
    waitpid(process, &status, 0);
    int end = (status & 127) != 0 ? 128 + (status & 127) : status >> 8 & 255;
    if (end == tandem_tests[i].end || (tandem_tests[i].end < 0 && end != 112)) continue;
    printf("%s: ended with %d instead of %d\n", tandem_tests[i].name, end, tandem_tests[i].end);
    failed++;
  }
  printf("%d of %d tests failed\n", failed, (int)(sizeof tandem_tests / sizeof *tandem_tests));
  return failed != 0;
}
)C";

// How the process of a test ends; negative: that is not known.
int expected_end(const Test& test, bool is_module) {
  switch (test.end) {
  case End::Returned: return is_module ? 0 : test.exit_code;
  case End::Exit: return test.exit_code;
  case End::Abort:
  case End::AssertFailed: return 134;
  case End::AssumeViolated: return task::assumption_failed_code;
  case End::InputsExhausted: return task::inputs_exhausted_code;
  case End::ErrorCall:
  case End::Endless:
  case End::Fault:
  case End::StepLimit:
  case End::TimeLimit:
  case End::MemoryLimit: return -1;
  }
  return -1;
}

class CTests : public suite::SuiteFormat {
public:
  CTests(const Program& program, CTestsOptions options) : program_(program), options_(std::move(options)) {
    harness_ = compiled::serving_harness(program, options_.compiler_args);
    std::erase(harness_.files, options_.driver);
    if (options_.under_test != nullptr) {
      arguments_.emplace(*options_.under_test);
      executable_.emplace(program, semantics::interpreter::ExecutableOptions{
                                       .targets = {}, .values = semantics::interpreter::ValueRecording::Record});
    }
  }

  bool is_test(const fs::path& file) const override { return file.filename() == file_name; }
  void write(const fs::path&, const Test&) override {}
  void remove(const fs::path&, const Test&) override {}
  void save(const fs::path& folder, const std::deque<Test>& tests) override {
    std::string text = title(folder, tests.size()) + harness_.text + std::string(support);
    if (arguments_)
      text += "\n// ---- What the arguments need.\n" +
              module::declarations_for(*options_.under_test, *arguments_, program_.data_model()) +
              fmt::format("void {}(void) {{}}\n", module::driver_entry);
    text += "\n// ---- Tests.\n";
    std::string table;
    for (const Test& test : tests) {
      text += function(test);
      table += fmt::format("  {{test_{0}, \"test_{0}\", {1}}},\n", test.number, expected_end(test, is_module()));
    }
    text += fmt::format("\nstatic const struct {{\n  void (*run)(void);\n  const char *name;\n  int end;\n}} "
                        "tandem_tests[] = {{\n{}}};\n",
                        table);
    write_text_file(folder / file_name, text + std::string(runner));
  }

private:
  bool is_module() const { return arguments_.has_value(); }

  // The command is one for the folder that tandem was started in, as the names of the program's files are.
  std::string title(const fs::path& folder, std::size_t count) const {
    const std::string tests = (folder / "tests").lexically_normal().string();
    std::string command = "gcc";
    for (const std::string& word : harness_.compiler_words(tests, (folder / file_name).string()))
      command += " " + shell_word(word);
    return fmt::format("// {} tests of {}, made by tandem.\n//\n//   {} && {}\n//\n// The exit code is 0 if all "
                       "tests do what they did when they were made.\n",
                       count, is_module() ? options_.under_test->source_name() : "the program", command,
                       shell_word(tests.find('/') == std::string::npos ? "./" + tests : tests));
  }

  std::string function(const Test& test) {
    std::string body;
    std::size_t used = 0;
    if (arguments_)
      for (const module::Slot& slot : arguments_->slots()) {
        const UInt128 bits = used < test.inputs.size() ? test.inputs[used].bits : 0;
        ++used;
        if (!slot.object.empty())
          body += bits == 0 ? fmt::format("  {} = {};\n", slot.place, slot.object) : "";
        else if (bits != 0)
          body += fmt::format("  {} = {};\n", slot.place, value(*slot.type, bits));
      }
    std::string rest;
    for (; used < test.inputs.size(); ++used)
      rest += fmt::format("{}{{{:#x}, {:#x}}}", rest.empty() ? "" : ", ",
                          static_cast<std::uint64_t>(test.inputs[used].bits),
                          static_cast<std::uint64_t>(test.inputs[used].bits >> 64));
    if (!rest.empty()) body += fmt::format("  INPUTS({});\n", rest);
    body += is_module() ? call(test)
                        : "  static char *arguments[] = {\"program\", 0};\n  _exit(tandem_start(1, arguments));\n";
    return fmt::format("static void test_{}(void) {{ // covers {} goals, found by {}\n{}}}\n", test.number,
                       test.covers.size(), test.by, body);
  }

  std::string call(const Test& test) {
    const Type& type = options_.under_test->result();
    if (type.is_integer() && type.width() <= 64 && test.end == End::Returned)
      if (const std::optional<UInt128> result = returned(test))
        return fmt::format("  CHECK({} == {});\n", arguments_->call(), value(type, *result));
    return fmt::format("  {};\n", arguments_->call());
  }

  std::string value(const Type& type, UInt128 bits) const {
    if (!type.is_float()) return cexpr::scalar_text(program_.context(), type, bits);
    if (type.float_kind() == FloatKind::LongDouble)
      return fmt::format("((union {{ struct tandem_input bits; long double value; }}){{{{{:#x}, {:#x}}}}}).value",
                         static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64));
    return fmt::format("((union {{ unsigned long long bits; {} value; }}){{{:#x}}}).value", cexpr::c_type(type),
                       static_cast<std::uint64_t>(bits));
  }

  // What the function under test returned, as the driver kept it.
  std::optional<UInt128> returned(const Test& test) {
    const std::vector<UInt128> values = test.values();
    if (const auto known = results_.find(values); known != results_.end()) return known->second;
    semantics::interpreter::RunOptions options;
    options.step_limit = test.steps + 10;
    options.trace_limit = test.steps + 10;
    options.output_limit = 0;
    options.uninitialised = semantics::interpreter::Uninitialised::IsArbitrary;
    suite::ListedInputs inputs(values);
    std::optional<UInt128> result;
    for (const WrittenValue& written : executable_->run(inputs, options).written) {
      const Expr* lvalue = written.edge->op.lvalue;
      if (lvalue != nullptr && lvalue->kind() == ExprKind::Variable &&
          lvalue->variable().source_name == module::driver_result)
        result = written.bits;
    }
    return results_[values] = result;
  }

  const Program& program_;
  CTestsOptions options_;
  task::Harness harness_;
  std::optional<module::Arguments> arguments_;
  std::optional<semantics::interpreter::Executable> executable_;
  std::map<std::vector<UInt128>, std::optional<UInt128>> results_;
};

} // namespace

std::unique_ptr<suite::SuiteFormat> make_c_tests_format(const Program& program, CTestsOptions options) {
  return std::make_unique<CTests>(program, std::move(options));
}

} // namespace tandem::testing::exported

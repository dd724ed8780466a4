// The texts of a test become bits when the program asks for them, since only then their type is known: the interpreter
// runs each test first. Values that it does not come to are read as numbers.

#include "testing/coverage/measure.h"

#include "base/core/text_file.h"
#include "exchange/witness/witness_gia.h"
#include "testing/suite/table_json.h"
#include "testing/suite/test_run.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tandem::testing::coverage {

namespace fs = std::filesystem;

namespace {

// Bytes in memory order, as many as the type has.
class ByteInputs : public semantics::InputSource {
public:
  explicit ByteInputs(std::string bytes) : bytes_(std::move(bytes)) {}

  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    const std::size_t size = std::min<std::size_t>(request.type.size(), sizeof(UInt128));
    if (used_ + size > bytes_.size()) return std::nullopt;
    UInt128 value = 0;
    for (std::size_t i = size; i > 0; --i) value = value << 8 | static_cast<unsigned char>(bytes_[used_ + i - 1]);
    used_ += size;
    return value;
  }

private:
  std::string bytes_;
  std::size_t used_ = 0;
};

constexpr suite::RunLimits typing_limits{.steps = 20'000'000, .trace = 0, .time = std::chrono::milliseconds(5'000)};

std::vector<UInt128> typed(const Program& program, suite::TestRunner& runner, const std::vector<std::string>& texts,
                           const std::string& name) {
  for (const std::string& text : texts)
    if (!semantics::is_value(text))
      throw InputError(TextPosition{name}, fmt::format("the input '{}' is no number and no character", text));
  semantics::TextInputs inputs(texts, semantics::Exhaustion::Stop);
  std::vector<UInt128> values = runner.run(inputs, typing_limits).values();
  const Type& widest = program.context().types().integer(IntegerKind::LongLong);
  for (std::size_t i = values.size(); i < texts.size(); ++i)
    values.push_back(semantics::read_value(texts[i], widest).value_or(0));
  return values;
}

bool is_corpus(const fs::path& path) {
  if (!fs::is_directory(path)) return false;
  bool has_files = false;
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.path().extension() == ".xml") return false;
    has_files = has_files || entry.is_regular_file();
  }
  return has_files;
}

void read_corpus(SuiteInputs& result, suite::TestRunner& runner, const fs::path& path) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path))
    if (entry.is_regular_file() && entry.path().filename() != suite::table_file) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    ByteInputs inputs(read_text_file(file));
    result.names.push_back(file.filename().string());
    result.tests.push_back(runner.run(inputs, typing_limits).values());
  }
}

CoveredGoals judged(std::vector<goals::Goal> goals, const std::vector<bool>& taken) {
  CoveredGoals result{std::move(goals), {}};
  for (const goals::Goal& goal : result.goals)
    result.covered.push_back(std::ranges::any_of(goal.edges, [&](const Edge* edge) { return taken[edge->id]; }));
  return result;
}

std::vector<std::string> remarks_of(const SuiteInputs& suite, const compiled::ServedResult& result) {
  std::vector<std::string> remarks;
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    const compiled::ServedRun& run = result.runs[i];
    using End = compiled::ServedRun::End;
    if (run.end == End::Signalled || run.end == End::TimeLimit || run.end == End::InputsExhausted)
      remarks.push_back(suite.names[i] + ": the program " + run.text());
  }
  if (!result.problem.empty()) remarks.push_back(result.problem);
  return remarks;
}

} // namespace

std::size_t CoveredGoals::count() const { return static_cast<std::size_t>(std::ranges::count(covered, true)); }

SuiteInputs read_suite(const Program& program, const std::string& function, const fs::path& path) {
  suite::TestRunner runner(program);
  SuiteInputs result;
  if (is_corpus(path)) {
    read_corpus(result, runner, path);
    return result;
  }
  const exchange::formats::TestSuite suite = exchange::formats::read_test_suite(path);
  exchange::witness::check_witness_model(program, suite.architecture, {path.string()});
  if (!suite.entry_function.empty() && suite.entry_function != function)
    throw InputError(TextPosition{path.string()},
                     fmt::format("the tests are for the function '{}', not '{}'", suite.entry_function, function));
  result.remarks = suite.dropped;
  if (!suite.program_hash.empty())
    for (std::string& remark :
         exchange::witness::check_witness_hash(program, suite.program_hash, suite.program_file, {path.string()}))
      result.remarks.push_back(std::move(remark));
  for (const exchange::formats::TestSuite::Case& test : suite.cases) {
    result.names.push_back(fs::path(test.name).filename().string());
    result.tests.push_back(typed(program, runner, test.inputs, test.name));
  }
  return result;
}

Coverage measure(const Program& program, const SuiteInputs& suite, const compiled::ServedOptions& options) {
  compiled::ServedProgram served(program, options);
  const compiled::ServedResult result = served.run(suite.tests);
  std::vector<bool> taken(program.edges().size());
  for (const compiled::ServedRun& run : result.runs)
    for (const std::uint32_t edge : run.edges)
      if (edge < taken.size()) taken[edge] = true;
  const Property none;
  using goals::Criterion;
  Coverage coverage{.branches = judged(goals::find_goals(program, none, {Criterion::Branches, {}}), taken),
                    .lines = judged(goals::find_goals(program, none, {Criterion::Statements, {}}), taken),
                    .functions = judged(goals::find_goals(program, none, {Criterion::Functions, {}}), taken),
                    .tests = suite.tests.size(),
                    .remarks = suite.remarks};
  std::ranges::move(remarks_of(suite, result), std::back_inserter(coverage.remarks));
  return coverage;
}

namespace {

void add_counts(GcovCoverage& coverage, const nlohmann::json& report, const std::string& file) {
  for (const auto& line : report.at("lines")) {
    GcovLine& sum = coverage.lines[{file, line.at("line_number").get<std::uint32_t>()}];
    sum.executed = sum.executed || line.at("count").get<std::int64_t>() > 0;
    for (const auto& branch : line.at("branches")) {
      const bool is_taken = branch.at("count").get<std::int64_t>() > 0;
      ++sum.branches, ++coverage.branches;
      sum.taken += is_taken, coverage.taken += is_taken;
    }
  }
  for (const auto& function : report.at("functions"))
    coverage.functions.push_back({function.at("name").get<std::string>(), file,
                                  function.at("start_line").get<std::uint32_t>(),
                                  function.at("end_line").get<std::uint32_t>()});
}

} // namespace

GcovCoverage measure_with_gcov(const Program& program, const SuiteInputs& suite, compiled::ServedOptions options) {
  options.instrumentation = compiled::Instrumentation::Gcov;
  compiled::ServedProgram served(program, options);
  const compiled::ServedResult result = served.run(suite.tests);
  GcovCoverage coverage;
  coverage.remarks = remarks_of(suite, result);
  for (const std::string& text : served.gcov_reports()) {
    const auto report = nlohmann::json::parse(text);
    const fs::path folder = report.value("current_working_directory", "");
    for (const auto& file : report.at("files")) {
      const fs::path name = file.at("file").get<std::string>();
      if (name.filename() != goals::driver_file)
        add_counts(coverage, file, fs::weakly_canonical(folder / name).string());
    }
  }
  return coverage;
}

} // namespace tandem::testing::coverage

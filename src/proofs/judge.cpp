#include "proofs/judge.h"

#include "base/core/text_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace tandem::proofs {

namespace fs = std::filesystem;

namespace {

constexpr int true_code = 0, false_code = 10, unknown_code = 20;

std::string result_line(const std::string& text) {
  std::istringstream lines(text);
  std::string last;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("Result: ")) last = line;
  return last;
}

std::string line_with(const std::string& text, std::string_view part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(part) != std::string::npos) return line;
  return {};
}

std::string place_text(const nlohmann::json& place) {
  if (!place.is_object()) return "";
  return fmt::format("{}:{}", fs::path(place.value("file", "")).filename().string(), place.value("line", 0));
}

// A file that is not there, or cut off by a kill, says nothing.
void read_outcome(const fs::path& file, Result& result) {
  if (!fs::exists(file)) return;
  const nlohmann::json outcome = nlohmann::json::parse(read_text_file(file), nullptr, false);
  if (!outcome.is_object()) return;
  for (const nlohmann::json& target : outcome.value("targets", nlohmann::json::array()))
    result.targets.push_back(
        {target.value("state", ""), target.value("sentence", ""), place_text(target.value("place", nlohmann::json()))});
  for (const nlohmann::json& text : outcome.value("assumptions", nlohmann::json::array()))
    result.assumptions.push_back(text);
}

} // namespace

Result judge(const std::string& proof, const ProofRun& run) {
  Result result{.proof = proof, .cpu = run.cpu, .wall = run.wall};
  const std::string line = result_line(run.output);
  if (run.end == ProofRun::End::TimedOut) {
    result.text = "did not end within its limit";
  } else if (run.end == ProofRun::End::Signalled) {
    result.text = fmt::format("tandem ended by signal {}", run.code);
  } else if (run.code == true_code && line == "Result: TRUE") {
    result.verdict = Verdict::True;
  } else if (run.code == false_code) {
    result.verdict = Verdict::False;
    result.text = line_with(run.output, "The error is reached at");
    if (result.text.empty()) result.text = line_with(run.output, "This does not hold");
  } else if (run.code == unknown_code) {
    result.text = line.substr(std::min(line.find('('), line.size()));
  } else {
    result.verdict = Verdict::Unreadable;
    result.text = line_with(run.errors, "error");
    if (result.text.empty()) result.text = fmt::format("tandem ended with exit code {}", run.code);
  }
  read_outcome(run.outcome, result);
  return result;
}

std::vector<fs::path> files_read(const ProofRun& run) {
  std::vector<fs::path> result;
  if (!fs::exists(run.files_read)) return result;
  std::istringstream lines(read_text_file(run.files_read));
  for (std::string line; std::getline(lines, line);) result.emplace_back(line);
  return result;
}

} // namespace tandem::proofs

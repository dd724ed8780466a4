#include "proofs/store.h"

#include "base/core/input_error.h"
#include "base/core/require.h"
#include "base/core/sha256.h"
#include "base/core/text_file.h"

#include <nlohmann/json.hpp>

#include <array>

namespace tandem::proofs {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 4> names{"TRUE", "FALSE", "UNKNOWN", "unreadable"};

} // namespace

std::string_view name(Verdict verdict) { return names[static_cast<std::size_t>(verdict)]; }

fs::path Store::file_of(const std::string& proof) const { return folder_ / (sha256(proof).substr(0, 16) + ".json"); }

fs::path Store::scratch(const std::string& proof) const { return folder_ / "made" / sha256(proof).substr(0, 16); }

// Empty if it cannot be read: then nothing that was made from it is valid.
std::string Store::hash(const fs::path& file) {
  const auto known = hashes_.find(file);
  if (known != hashes_.end()) return known->second;
  std::string result;
  try {
    result = sha256(read_text_file(file));
  } catch (const InputError&) {
    result.clear();
  }
  return hashes_[file] = result;
}

// A file that is damaged or of another version is no result.
std::optional<Result> Store::find(const std::string& proof, const std::string& command) {
  const fs::path file = file_of(proof);
  if (!fs::exists(file)) return std::nullopt;
  const nlohmann::json json = nlohmann::json::parse(read_text_file(file), nullptr, false);
  if (!json.is_object() || json.value("command", "") != command || !json.contains("files")) return std::nullopt;
  for (const auto& [path, digest] : json["files"].items())
    if (hash(path) != digest.get<std::string>() || digest.get<std::string>().empty()) return std::nullopt;
  const std::string verdict = json.value("verdict", "");
  const auto found = std::find(names.begin(), names.end(), verdict);
  if (found == names.end()) return std::nullopt;
  Result result{.proof = proof,
                .verdict = static_cast<Verdict>(found - names.begin()),
                .text = json.value("text", ""),
                .cpu = json.value("cpu", 0.0),
                .wall = json.value("wall", 0.0),
                .is_known = true,
                .command = json.value("shown command", "")};
  if (json.contains("assumptions")) result.assumptions = json["assumptions"];
  if (json.contains("targets"))
    for (const nlohmann::json& target : json["targets"])
      result.targets.push_back({target.at(0), target.at(1), target.at(2)});
  return result;
}

void Store::put(const Result& result, const std::string& command, const std::vector<fs::path>& files) {
  nlohmann::ordered_json json{
      {"proof", result.proof}, {"command", command},  {"verdict", name(result.verdict)},  {"text", result.text},
      {"cpu", result.cpu},     {"wall", result.wall}, {"files", nlohmann::json::object()}};
  json["shown command"] = result.command;
  json["assumptions"] = result.assumptions;
  json["targets"] = nlohmann::json::array();
  for (const ProofTarget& target : result.targets) json["targets"].push_back({target.state, target.text, target.place});
  for (const fs::path& file : files) json["files"][file.string()] = hash(file);
  fs::create_directories(folder_);
  write_text_file(file_of(result.proof),
                  json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

} // namespace tandem::proofs

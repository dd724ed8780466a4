// Results that outlive a run. A result is valid as long as nothing changed that it was made from: tandem itself, the
// options, and every file that the proof read.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::proofs {

enum class Verdict { True, False, Unknown, Unreadable };
std::string_view name(Verdict verdict);

// What has to hold in a proof, and whether it does.
struct ProofTarget {
  std::string state; // "unreachable": it holds; "reached", "open"
  std::string text, place;
};

struct Result {
  std::string proof;
  Verdict verdict = Verdict::Unknown;
  std::string text;         // the reason of UNKNOWN, the message of an unreadable proof, the place of an error
  double cpu = 0, wall = 0; // seconds
  bool is_known = false;    // from the store
  std::string command;      // that shows this proof alone
  std::vector<ProofTarget> targets;
  std::vector<std::string> assumptions; // what the verdict rests on
};

class Store {
public:
  explicit Store(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::optional<Result> find(const std::string& proof, const std::string& command);
  void put(const Result& result, const std::string& command, const std::vector<std::filesystem::path>& files);
  std::filesystem::path scratch(const std::string& proof) const;

private:
  std::filesystem::path file_of(const std::string& proof) const;
  std::string hash(const std::filesystem::path& file);

  std::filesystem::path folder_;
  std::map<std::filesystem::path, std::string> hashes_; // of this run
};

} // namespace tandem::proofs

// Cooperative test generation: partners work in turns on one table of goals until none is open or the time is up
// ("Exchanging Information in Cooperative Software Validation", SoSyM 2024, §8.2, with more than one tester and more
// than one verifier).
#pragma once

#include "testing/loop/plan.h"
#include "testing/partners/partner.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tandem::testing::loop {

struct PartnerRecord {
  std::string name;
  std::size_t slices = 0;
  std::size_t covered = 0, unreachable = 0; // goals that it decided
  double seconds = 0;                       // of CPU time, with the processes it started
  std::string remark;                       // how it went, for the user
};

struct GenerateLimits {
  std::optional<std::chrono::milliseconds> cpu, wall; // of this process and those it started
  std::optional<std::uint64_t> memory;                // bytes, of this process
};

struct GenerateOptions {
  GenerateLimits limits;
  std::function<bool()> interrupted;
  std::optional<Plan> plan;                         // nothing: all together
  std::function<void(const std::string&)> progress; // one line for the user
};

struct GenerationResult {
  std::vector<PartnerRecord> partners;
  double cpu_seconds = 0;
  std::string end;         // why it ended, for the user
  bool is_minimum = false; // no suite with fewer tests covers the same goals
};

GenerationResult generate(suite::TestGeneration& generation, std::vector<std::unique_ptr<partners::Partner>> partners,
                          const GenerateOptions& options);

} // namespace tandem::testing::loop

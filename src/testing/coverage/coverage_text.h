// Coverage for people and for other tools: text, JSON, lcov's tracefile.
#pragma once

#include "testing/coverage/measure.h"

#include <optional>
#include <string>

namespace tandem::testing::coverage {

// What a table of goals beside the suite calls unreachable (testing/suite/table_json.h): by position and text, who
// proved it.
class KnownUnreachable {
public:
  KnownUnreachable() = default;
  // Nothing if there is no table there.
  explicit KnownUnreachable(const std::filesystem::path& suite);
  // Empty: not known.
  std::string by(const Program& program, const goals::Goal& goal) const;

private:
  std::map<std::string, std::string> proofs_;
};

std::string coverage_text(const Program& program, const Coverage& coverage, const KnownUnreachable& unreachable,
                          std::size_t most_lines);
std::string coverage_json(const Program& program, const Coverage& coverage, const KnownUnreachable& unreachable,
                          const GcovCoverage* gcov);
std::string lcov_text(const Program& program, const Coverage& coverage);
// The two counts, and the lines in which they differ.
std::string gcov_comparison(const Program& program, const Coverage& coverage, const GcovCoverage& gcov);
// What one suite covers and the other does not.
std::string difference_text(const Program& program, const Coverage& a, const Coverage& b);

} // namespace tandem::testing::coverage

// The section that shows a program's files, and the numbers by which other sections refer to them.
#pragma once

#include "program/model/program.h"
#include "report/page/page.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::report::page {

// The files of a program that are shown: those the user gave, and headers that contain code. Models of the C library
// are not.
class ShownFiles {
public:
  explicit ShownFiles(const Program& program);

  // {"file": 0, "line": 12}; null where the position is not in a file that is shown.
  nlohmann::json place(SourcePoint point) const;
  const std::vector<std::uint32_t>& files() const { return files_; } // as in Program::files()

private:
  std::vector<std::uint32_t> files_;
  std::map<std::uint32_t, std::size_t> numbers_;
};

struct Mark {
  SourcePoint point;
  std::string text;
  Tone tone = Tone::Neutral;
};

using LineCounts = std::map<std::uint32_t, std::uint32_t>; // by line

// `states` by file as in Program::files(), one letter a line (assets/source.js); `hits` likewise: in how many tests
// each line was executed.
Section source_section(const Program& program, const ShownFiles& shown, const std::vector<std::string>& states,
                       const std::vector<Mark>& marks, const std::vector<LineCounts>& hits = {});

// "main.c and 2 more"
std::string program_title(const Program& program);

} // namespace tandem::report::page

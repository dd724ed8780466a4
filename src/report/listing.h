// The rows of an execution's listing, before they are fitted to a page.
#pragma once

#include "program/model/program.h"
#include "program/model/trace.h"

#include <span>
#include <string>
#include <vector>

namespace tandem::report {

struct Row {
  std::string position; // "main:12"
  std::uint32_t depth = 0;
  std::string text;   // of the source
  std::string remark; // values written, the way a condition went
  bool heads_loop = false;
};

std::vector<Row> listing(const Program& program, std::span<const Edge* const> path,
                         std::span<const WrittenValue> written);

// Rows that repeat, three times or more, are replaced by their first and last round and the number of rounds between.
// Rounds are alike if they have the same places; what was written may differ.
std::vector<Row> with_iterations_counted(std::vector<Row> rows);

// The beginning and the end, with a row between them that says how much is missing; the end is longer.
std::vector<Row> shortened(std::vector<Row> rows, std::size_t limit);

// "'a'", "-7", "NULL"
std::string value_text(Context& context, const Type& type, UInt128 bits);

} // namespace tandem::report

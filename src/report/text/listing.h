// The rows of an execution's listing, before they are fitted to a page.
#pragma once

#include "program/model/program.h"
#include "program/model/trace.h"
#include "report/text/known_values.h"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace tandem::report {

// What a row did: a value written to `name`, or, without a name, the outcome of a condition or the error itself.
struct Effect {
  std::string name;
  std::string value;
  const Variable* variable = nullptr; // that contains what was written; nullptr: memory, or nothing
};

// A parameter in the activation that a call begins.
struct Passed {
  std::uint32_t activation = 0;
  NamedValue parameter;
};

struct Row {
  std::string position; // "main:12"
  std::uint32_t depth = 0;
  std::string text; // of the source
  std::vector<Effect> effects;
  std::vector<NamedValue> reads; // by the condition, as far as the values are known
  std::vector<Passed> passed;    // to the functions that are called
  bool heads_loop = false;
  const Edge* edge = nullptr; // the first of the row; nullptr for a row that stands for what is left out
  std::uint32_t line = 0;     // where the statement begins
  std::uint32_t activation = 0;
  bool matters = false; // the error depends on it (path_slice.h)

  std::string remark() const; // the effects on one line: "n = 1, true"
};

struct Listing {
  std::vector<Row> rows;
  std::vector<bool> matters; // by index in the path: the error depends on the step
};

Listing listing(const Program& program, std::span<const Edge* const> path, std::span<const WrittenValue> written);

// Without rows on which the error does not depend.
std::vector<Row> relevant_rows(std::vector<Row> rows);

// Sequences of rows that repeat three times or more are replaced by the first and last iteration and the number of
// iterations between. Iterations are similar if their rows have the same positions and texts; the values written may
// differ.
std::vector<Row> with_iterations_counted(std::vector<Row> rows);

// The beginning and the longer end, with a row between them that says how much is omitted.
std::vector<Row> shortened(std::vector<Row> rows, std::size_t limit);

// "'a'", "-7", "NULL"; masks also in hexadecimal: "12 (0xc)".
enum class Meaning : std::uint8_t { Number, Mask };
std::string value_text(Context& context, const Type& type, UInt128 bits, Meaning meaning = Meaning::Number);

// Variables of integer type whose bits the program looks at: operands of & | ^ ~ << >>.
std::set<const Variable*> mask_variables(const Program& program);

} // namespace tandem::report

// Sections that are a table or a text: what commands can show without a script of their own.
#pragma once

#include "report/page/page.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem::report::page {

struct Column {
  std::string title;
  bool is_numeric = false; // aligned to the right
};

struct Cell {
  std::string text;
  std::optional<Tone> tone = {};     // as a badge
  std::optional<double> number = {}; // by which the column is sorted; otherwise by the text
  bool is_code = false;
  nlohmann::json place = {}; // of ShownFiles: a link to the source
  std::string link = {};     // to a section of this page ("#proofs/x") or a file beside it
};

Cell number_cell(double number);   // "12"
Cell seconds_cell(double seconds); // "1.25 s"

struct Table {
  std::string title; // where a section has several
  std::string intro;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows; // as many cells as columns
  std::vector<std::string> details;    // below the table
};

// Sorted by a click on a column's head, filtered by a word.
Section table_section(std::string id, std::string title, const Table& table);
// One below the other.
Section tables_section(std::string id, std::string title, const std::vector<Table>& tables);
Section text_section(std::string id, std::string title, const std::vector<std::string>& paragraphs,
                     const std::string& code = "");

} // namespace tandem::report::page

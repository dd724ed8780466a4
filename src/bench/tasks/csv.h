// Tables of comma-separated values (RFC 4180): quoted cells may contain commas, quotes and line breaks.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::bench {

struct CsvRow {
  std::uint32_t line = 0;                   // in the file
  std::map<std::string, std::string> cells; // by the column's name

  // Empty if there is no such column.
  std::string at(const std::string& column) const;
};

struct CsvTable {
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;
};

// InputError at the line of a row that has more cells than there are columns.
CsvTable read_csv(const std::filesystem::path& file);

// One row, with its line end.
std::string csv_row(const std::vector<std::string>& cells);

} // namespace tandem::bench

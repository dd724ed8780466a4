#include "bench/tasks/csv.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"

#include <fmt/format.h>

namespace tandem::bench {
namespace {

class Reader {
public:
  Reader(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3); // a byte order mark
  }

  bool at_end() const { return text_.empty(); }
  std::uint32_t line() const { return line_; }

  std::vector<std::string> row() {
    std::vector<std::string> cells{cell()};
    while (!text_.empty() && text_[0] == ',') {
      text_.remove_prefix(1);
      cells.push_back(cell());
    }
    if (text_.starts_with("\r\n")) text_.remove_prefix(1);
    if (!text_.empty()) text_.remove_prefix(1);
    ++line_;
    return cells;
  }

private:
  std::string cell() {
    if (text_.starts_with('"')) return quoted();
    const std::size_t end = std::min(text_.find_first_of(",\r\n"), text_.size());
    std::string value(text_.substr(0, end));
    text_.remove_prefix(end);
    return value;
  }

  std::string quoted() {
    const std::uint32_t begin = line_;
    text_.remove_prefix(1);
    std::string value;
    for (;;) {
      if (text_.empty()) throw InputError({file_, begin}, "a quoted cell has no end");
      const char c = text_[0];
      text_.remove_prefix(1);
      if (c == '"' && !text_.starts_with('"')) return value;
      if (c == '"') text_.remove_prefix(1);
      if (c == '\n') ++line_;
      value += c;
    }
  }

  std::string_view text_;
  std::string file_;
  std::uint32_t line_ = 1;
};

} // namespace

std::string CsvRow::at(const std::string& column) const {
  const auto found = cells.find(column);
  return found == cells.end() ? std::string() : found->second;
}

CsvTable read_csv(const std::filesystem::path& file) {
  const std::string text = read_text_file(file);
  Reader reader(text, file.string());
  CsvTable table;
  if (!reader.at_end()) table.columns = reader.row();
  while (!reader.at_end()) {
    CsvRow row{.line = reader.line()};
    const std::vector<std::string> cells = reader.row();
    if (cells.size() == 1 && cells[0].empty()) continue; // an empty line
    if (cells.size() > table.columns.size())
      throw InputError({file.string(), row.line},
                       fmt::format("{} cells in a table of {} columns", cells.size(), table.columns.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) row.cells[table.columns[i]] = cells[i];
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string csv_row(const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += ',';
    if (cells[i].find_first_of(",\"\r\n") == std::string::npos) {
      text += cells[i];
      continue;
    }
    text += '"';
    for (const char c : cells[i]) text += c == '"' ? "\"\"" : std::string(1, c);
    text += '"';
  }
  return text + "\n";
}

} // namespace tandem::bench

#include "report/page/table.h"

#include <fmt/format.h>

namespace tandem::report::page {

namespace {

using nlohmann::json;

json cell_json(const Cell& cell) {
  json result{{"text", cell.text}};
  if (cell.tone) result["tone"] = name(*cell.tone);
  if (cell.number) result["number"] = *cell.number;
  if (cell.is_code) result["code"] = true;
  if (!cell.place.is_null()) result["place"] = cell.place;
  if (!cell.link.empty()) result["link"] = cell.link;
  return result;
}

json table_json(const Table& table) {
  json columns = json::array(), rows = json::array();
  for (const Column& column : table.columns)
    columns.push_back({{"title", column.title}, {"numeric", column.is_numeric}});
  for (const std::vector<Cell>& row : table.rows) {
    json cells = json::array();
    for (const Cell& cell : row) cells.push_back(cell_json(cell));
    rows.push_back(std::move(cells));
  }
  json result{
      {"intro", table.intro}, {"columns", std::move(columns)}, {"rows", std::move(rows)}, {"details", table.details}};
  if (!table.title.empty()) result["title"] = table.title;
  return result;
}

} // namespace

Cell number_cell(double number) { return {.text = fmt::format("{}", number), .number = number}; }
Cell seconds_cell(double seconds) { return {.text = fmt::format("{:.2f} s", seconds), .number = seconds}; }

Section table_section(std::string id, std::string title, const Table& table) {
  return {std::move(id), std::move(title), "table", table_json(table)};
}

Section tables_section(std::string id, std::string title, const std::vector<Table>& tables) {
  json list = json::array();
  for (const Table& table : tables) list.push_back(table_json(table));
  return {std::move(id), std::move(title), "tables", {{"tables", std::move(list)}}};
}

Section text_section(std::string id, std::string title, const std::vector<std::string>& paragraphs,
                     const std::string& code) {
  json data{{"paragraphs", paragraphs}};
  if (!code.empty()) data["code"] = code;
  return {std::move(id), std::move(title), "text", std::move(data)};
}

} // namespace tandem::report::page

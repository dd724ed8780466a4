// Bodies are written first, because they determine which support functions have to be declared before them.

#include "program/cwriter/c_writer.h"

#include "program/cexpr/c_records.h"
#include "program/cexpr/c_types.h"
#include "program/cwriter/c_function.h"
#include "program/cwriter/c_globals.h"
#include "program/cwriter/c_statement.h"
#include "program/cwriter/c_support.h"
#include "program/cwriter/c_usage.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace tandem::cwriter {

namespace {

std::string records_text(const Usage& usage, DataModel model, LayoutChecks checks) {
  std::string text;
  for (const Type* record : usage.mentioned_records()) text += cexpr::c_record_name(*record) + ";\n";
  for (const Type* record : usage.defined_records()) text += cexpr::c_record_definition(*record, model);
  if (checks == LayoutChecks::On)
    for (const Type* record : usage.defined_records()) text += cexpr::c_layout_assertions(*record);
  return text;
}

std::string prototypes_text(const Program& program, const Usage& usage) {
  std::string text;
  for (const Function* function : usage.functions())
    if (!is_compiler_builtin(*function)) text += c_prototype(program, *function) + "\n";
  return text;
}

// Calls the function of that name as it is declared; nothing else may be declared by the text.
std::string error_text(const Function& function, const Usage& usage) {
  const std::string& name = function.source_name();
  const auto declared = std::ranges::find(usage.functions(), name, &Function::name);
  std::string text, arguments;
  if (declared == usage.functions().end())
    text += "extern void " + name + "(void);\n";
  else if ((*declared)->type().has_prototype())
    for (const Type* type : (*declared)->type().parameters())
      arguments += (arguments.empty() ? "(" : ", (") + cexpr::c_type(*type) + "){0}";
  return text +
         cexpr::c_function_declaration(function.type(), function.name(),
                                       cexpr::c_numbered_parameters(function.type())) +
         " { " + name + "(" + arguments + "); }\n";
}

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool has_word(const std::string& text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || !is_word_character(text[at - 1]);
    if (starts && (end == text.size() || !is_word_character(text[end]))) return true;
  }
  return false;
}

// GNU C defines these as macros. Preprocessed programs may use them as names all the same.
std::string freed_names(const std::string& text) {
  std::string result;
  for (const std::string_view name : {"linux", "unix", "i386"})
    if (has_word(text, name)) result += "#undef " + std::string(name) + "\n";
  return result;
}

} // namespace

WrittenC write_c(const Program& program, const WriteOptions& options) {
  const Usage usage(program);
  CSupport support(program, usage, options.any_memory);
  for (const MemoryQuery query : usage.queries()) support.query(query);
  CLines bodies(program.files(), options.line_directives);
  for (const Function* function : usage.functions())
    if (function->name() != function->source_name() && options.error_functions.contains(*function))
      bodies.add_block(error_text(*function, usage));
    else if (function->has_body() &&
             std::ranges::find(options.without_body, function->name()) == options.without_body.end())
      write_function(program, *function, support, bodies, options.branches);

  const std::string declarations = records_text(usage, program.data_model(), options.layout_checks) +
                                   prototypes_text(program, usage) + support.declarations() +
                                   c_globals(usage.globals());
  CLines before(program.files(), LineDirectives::Off);
  before.add_block(freed_names(declarations + bodies.text()));
  before.add_block(declarations);
  return {before.text() + bodies.text(), bodies.map_after(before.count()), support.extra()};
}

std::string map_json(const Program& program, const WrittenC& written) {
  nlohmann::ordered_json lines = nlohmann::ordered_json::array();
  for (const LineEntry& entry : written.map) {
    nlohmann::ordered_json edges = nlohmann::ordered_json::array();
    for (const Edge* edge : entry.edges)
      edges.push_back({{"name", edge->name}, {"source", program.text(edge->range.begin)}});
    lines.push_back({{"line", entry.line}, {"edges", edges}});
  }
  const nlohmann::ordered_json whole{{"version", 1}, {"lines", lines}};
  return whole.dump(1) + "\n";
}

} // namespace tandem::cwriter

// Stubs are appended to the text, behind #undef of the renaming macros. Bodies are removed from the user's own text by
// blanking them, so that line numbers stay the same; where that is not possible, the program is written by tandem's C
// writer instead.

#include "tool/program_text.h"

#include "base/core/text_file.h"
#include "program/cexpr/c_types.h"
#include "program/cwriter/c_writer.h"
#include "program/model/allocation.h"
#include "program/model/library.h"
#include "program/model/not_understood.h"
#include "tool/placeholders.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace tandem::tool {
namespace {

enum class Rename { Yes, No };

constexpr const char* any_memory = "tandem_any_memory";

bool is_simple(const Type& type) {
  if (type.is_pointer()) return is_simple(type.element());
  return type.is_void() || type.is_integer() || type.is_float();
}

bool is_simple_function(const Type& type) {
  return is_simple(type.result()) &&
         std::ranges::all_of(type.parameters(), [](const Type* p) { return is_simple(*p); });
}

// Error functions whose body is replaced by a stub.
std::vector<std::string> without_body(const Program& program, const Property& property, const Stubs& stubs) {
  std::vector<std::string> names;
  if (stubs.error.empty()) return names;
  for (const Function* function : program.functions())
    if (function->has_body() && property.error_functions.contains(*function)) names.push_back(function->name());
  return names;
}

class StubWriter {
public:
  StubWriter(const Program& program, const Property& property, const Stubs& stubs, Source source)
      : property_(property), stubs_(stubs), source_(source) {
    for (const Function* function : program.functions()) add(*function);
    for (const Variable* variable : program.globals()) add(*variable);
  }

  void add(const cwriter::SupportFunction& support) {
    if (support.name == any_memory) {
      const std::size_t size = support.declaration.find(", ") + 2, end = support.declaration.find(')');
      const std::string type = support.declaration.substr(size, end - size); // as declared in the text
      return put(support.name, stubs_.memory, fmt::format("void {}(void *p0, {} p1)", any_memory, type), "",
                 Rename::No);
    }
    if (stubs_.nondet.empty() || !support.name.starts_with("__VERIFIER_nondet_")) {
      if (support.name == "__VERIFIER_assume" && !stubs_.assume.empty())
        put(support.name, stubs_.assume, "void tandem_" + support.name + "(int p0)", "", Rename::Yes);
      return;
    }
    const std::string_view start = "extern ";
    const std::size_t name = support.declaration.find(support.name);
    const std::string result = support.declaration.substr(start.size(), name - start.size());
    const bool is_pointer = result.find('*') != std::string::npos;
    put(support.name, is_pointer ? stubs_.pointer : stubs_.nondet, result + support.name + "(void)",
        result + "tandem_value", Rename::No);
  }

  const std::string& defines() const { return defines_; }
  const std::string& undefines() const { return undefines_; }
  const std::string& bodies() const { return bodies_; }
  const std::vector<std::string>& assumptions() const { return assumptions_; }

private:
  void add(const Variable& variable) {
    if (!variable.is_extern || library_stream(variable) || source_ != Source::Written || stubs_.variable.empty())
      return;
    bodies_ +=
        fill_text(stubs_.variable, {{"declaration", {cexpr::c_declaration(*variable.type, variable.name)}}}) + "\n";
  }

  void add(const Function& function) {
    const std::string& name = function.name();
    if (property_.error_functions.contains(function)) return put(function, stubs_.error, Rename::Yes);
    if (function.has_body()) return;
    if (name == "__VERIFIER_assume") return put(function, stubs_.assume, Rename::Yes);
    // Without a prototype, a stub cannot refer to the parameters.
    if (const auto known = stubs_.functions.find(name);
        known != stubs_.functions.end() && function.type().has_prototype())
      return put(function, known->second, Rename::Yes);
    if (nondet_source(name)) {
      if (function.result().is_scalar()) put(function, any_value(function), Rename::No);
      return;
    }
    if (const auto obstacle = library_obstacle(function))
      assumptions_.push_back(*obstacle + ", and the tool knows how");
    if (is_library_function(function) || is_verifier_function(name)) return;
    if (!can_be_declared(function) || function.does_not_return()) return;
    if (function.result().is_scalar()) put(function, any_value(function), Rename::No);
    if (function.result().is_void()) put(function, stubs_.nothing, Rename::No);
  }

  const std::string& any_value(const Function& function) const {
    return function.result().is_pointer() ? stubs_.pointer : stubs_.nondet;
  }

  // Records may have different names in the user's file and in the model.
  bool can_be_declared(const Function& function) const {
    return source_ == Source::Written || is_simple_function(function.type());
  }

  void put(const Function& function, const std::string& text, Rename rename) {
    const std::string name = (rename == Rename::Yes ? "tandem_" : "") + function.name();
    const bool has_value = !function.result().is_void();
    put(function.name(), text,
        cexpr::c_function_declaration(function.type(), name, cexpr::c_numbered_parameters(function.type())),
        has_value ? cexpr::c_declaration(function.result(), "tandem_value") : "", rename);
  }

  void put(const std::string& name, const std::string& text, const std::string& declaration, const std::string& value,
           Rename rename) {
    // The program may have declared a function that the writer needs, too.
    if (text.empty() || !written_.insert(name).second) return;
    if (rename == Rename::Yes) {
      defines_ += fmt::format("#define {0} tandem_{0}\n", name);
      undefines_ += fmt::format("#undef {}\n", name);
    }
    bodies_ += fill_text(text, {{"declaration", {declaration}}, {"value", {value}}, {"function", {name}}}) + "\n";
  }

  const Property& property_;
  const Stubs& stubs_;
  Source source_;
  std::set<std::string> written_; // the functions that have a stub
  std::string defines_, undefines_, bodies_;
  std::vector<std::string> assumptions_;
};

std::size_t offset_of(std::string_view text, SourcePoint point) {
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < point.line && at != std::string_view::npos; ++line) {
    at = text.find('\n', at);
    if (at != std::string_view::npos) ++at;
  }
  return at == std::string_view::npos ? text.size() : std::min(text.size(), at + point.column - 1);
}

// The body becomes a semicolon; line breaks are kept, so that line numbers do not change.
bool remove_body(std::string& text, const Function& function) {
  const std::size_t begin = offset_of(text, function.range().begin), end = offset_of(text, function.range().end);
  const std::size_t name = text.find(function.source_name(), begin);
  const std::size_t brace = name == std::string::npos ? name : text.find('{', name);
  if (brace == std::string::npos || brace >= end || text[end - 1] != '}') return false;
  for (std::size_t i = brace; i < end; ++i)
    if (text[i] != '\n') text[i] = ' ';
  text[brace] = ';';
  return true;
}

// The user's own file, if it is the only one and the bodies of its error functions can be removed.
std::optional<std::string> original_text(const Program& program, const std::vector<std::string>& without_body) {
  const auto given = [](const SourceFile& file) { return !file.sha256.empty(); };
  if (program.files().empty() || std::ranges::count_if(program.files(), given) != 1) return std::nullopt;
  std::string text = read_text_file(program.files().front().path);
  for (const std::string& name : without_body) {
    const Function& function = *program.find_function(name);
    if (function.range().begin.file != 0 || function.name() != function.source_name()) return std::nullopt;
    if (!remove_body(text, function)) return std::nullopt;
  }
  return fmt::format("#line 1 \"{}\"\n{}\n", program.files().front().path, text);
}

} // namespace

ProgramText program_text(const Program& program, const Property& property, const Definition& definition,
                         Source source) {
  const std::vector<std::string> empty = without_body(program, property, definition.stubs);
  ProgramText result{.source = Source::Original};
  std::optional<std::string> body;
  // Only in what tandem writes is assembly that is not understood a call, and may allocations fail.
  if (source == Source::Original && program.find_function(assembly_function) == nullptr &&
      program.find_function(allocation_choice) == nullptr)
    body = original_text(program, empty);
  std::vector<cwriter::SupportFunction> support;
  if (!body) {
    cwriter::WrittenC written = cwriter::write_c(
        program, {.branches = cwriter::Branches::Joined,
                  .without_body = empty,
                  .error_functions = definition.stubs.error.empty() ? property.error_functions : ErrorFunctions{},
                  .any_memory = definition.stubs.memory.empty() ? "" : any_memory});
    support = std::move(written.support);
    body = std::move(written.text);
    result.source = Source::Written;
  }
  StubWriter stubs(program, property, definition.stubs, result.source);
  for (const cwriter::SupportFunction& function : support) stubs.add(function);
  result.lines_before = static_cast<std::uint32_t>(std::ranges::count(stubs.defines(), '\n'));
  result.text = stubs.defines() + *body + stubs.undefines();
  if (definition.stubs.any()) result.text += "#line 1 \"stubs\"\n" + definition.stubs.prelude + "\n" + stubs.bodies();
  result.assumptions = stubs.assumptions();
  return result;
}

} // namespace tandem::tool

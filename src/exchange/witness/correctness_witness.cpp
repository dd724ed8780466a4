// Writing finds a statement whose position denotes the location, and keeps a conjunct only if the reader (Binder) maps
// it back to the same location and expression. Other producers' positions are read tolerantly: columns from 0 or 1, or
// none where the line leaves no doubt.

#include "exchange/witness/correctness_witness.h"

#include "base/core/require.h"
#include "exchange/gia/conjuncts.h"
#include "exchange/witness/statement_locations.h"
#include "exchange/witness/visible_names.h"
#include "program/cexpr/c_expr.h"
#include "program/text/expr_reader.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <set>

namespace tandem::exchange::witness {

namespace {

using Kind = StatementLocations::Kind;

// The offset at which names are resolved: a loop's invariant may use those that its for statement declares.
std::size_t scope_offset(Kind kind, const source::SourceStatement& statement) {
  return kind == Kind::LoopHead && !statement.condition.empty() ? statement.condition.begin : statement.range.begin;
}

class Binder {
public:
  explicit Binder(const Program& program)
      : program_(program), sources_(program), statement_locations_(sources_), names_(program, sources_) {}

  // Throws InputError if the program has no such location or the text is not a condition there.
  LocationInvariant bind(const WitnessInvariant& invariant);

  BoundInvariants run(const Witness& witness) {
    BoundInvariants result;
    for (const WitnessInvariant& each : witness.invariants) {
      try {
        const LocationInvariant bound = bind(each);
        result.invariants.push_back(bound);
        result.origins.push_back(&each);
      } catch (const InputError& error) {
        result.refused.push_back({&each, error.what()});
      }
    }
    return result;
  }

private:
  struct Found {
    const Function* function = nullptr;
    const source::SourceStatement* statement = nullptr;
  };

  Found find(const WitnessLocation& wanted, bool is_loop) {
    const auto fits = [&](const source::SourceStatement* statement) {
      return statement != nullptr && (!is_loop || statement->is_loop());
    };
    bool is_known_line = false;
    for (const Function* function : program_.functions()) {
      if (!function->has_body() || !is_file(function->range().begin.file, wanted.file)) continue;
      if (!wanted.function.empty() && wanted.function != function->source_name()) continue;
      if (wanted.line < function->range().begin.line || wanted.line > function->range().end.line) continue;
      is_known_line = true;
      const source::SourceStatement* statement = beginning(*function, wanted, fits);
      if (statement != nullptr) return {function, statement};
    }
    if (!is_known_line)
      throw InputError(fmt::format("line {} of '{}' is in no function{}", wanted.line, wanted.file,
                                   wanted.function.empty() ? "" : " '" + wanted.function + "'"));
    throw InputError(fmt::format("no {} begins at line {}{}", is_loop ? "loop" : "statement", wanted.line,
                                 wanted.column == 0 ? "" : fmt::format(", column {}", wanted.column)));
  }

  // The program may have been moved; a single file is identified without its name.
  bool is_file(std::uint32_t index, const std::string& name) const {
    const SourceFile& file = program_.files()[index];
    const auto is_users = [](const SourceFile& each) { return !each.sha256.empty(); };
    if (is_users(file) && std::ranges::count_if(program_.files(), is_users) == 1) return true;
    return std::filesystem::path(file.path).filename() == std::filesystem::path(name).filename();
  }

  // At the column; some producers count from 0. Without a column, or for the only loop on its line: the first match.
  template <typename Fits>
  const source::SourceStatement* beginning(const Function& function, const WitnessLocation& wanted, const Fits& fits) {
    const std::uint32_t file = function.range().begin.file;
    const source::SourceText& text = sources_.text(file);
    const auto length = static_cast<std::uint32_t>(text.line(wanted.line).size());
    std::vector<const source::SourceStatement*> on_line;
    const source::SourceStatement* at_zero_based = nullptr;
    for (std::uint32_t column = 1; column <= length; ++column) {
      const std::size_t offset = text.offset({file, wanted.line, column});
      const source::SourceStatement* statement = sources_.statements(function).at(offset);
      if (!fits(statement) || statement->range.begin != offset) continue;
      if (column == wanted.column) return statement;
      if (column == wanted.column + 1) at_zero_based = statement;
      on_line.push_back(statement);
    }
    if (wanted.column == 0 || at_zero_based == nullptr) {
      const bool is_clear = wanted.column == 0 || (on_line.size() == 1 && on_line.front()->is_loop());
      return !on_line.empty() && is_clear ? on_line.front() : nullptr;
    }
    return at_zero_based;
  }

  const Program& program_;
  source::ProgramSources sources_;
  StatementLocations statement_locations_;
  VisibleNames names_;
};

LocationInvariant Binder::bind(const WitnessInvariant& invariant) {
  const bool is_loop = invariant.kind == WitnessInvariantKind::Loop;
  const Found found = find(invariant.location, is_loop);
  const Location* location = is_loop ? statement_locations_.loop_head(*found.function, *found.statement)
                                     : statement_locations_.before(*found.function, *found.statement);
  if (location == nullptr)
    throw InputError(fmt::format("the {} at line {} does not correspond to a single location of the CFA",
                                 is_loop ? "loop" : "statement", invariant.location.line));
  const Expr& condition =
      text::read_condition(text::ExprScope::at(program_, *location), invariant.value, invariant.position);
  const std::size_t offset = scope_offset(is_loop ? Kind::LoopHead : Kind::Before, *found.statement);
  for_each_variable(condition, [&](const Variable& variable) {
    if (!variable.source_name.empty() && !names_.is_visible(variable, *found.function, offset))
      throw InputError(fmt::format("'{}' is not visible there", variable.source_name));
  });
  return {location, &condition};
}

class InvariantWriter {
public:
  explicit InvariantWriter(const Program& program)
      : program_(program), sources_(program), statement_locations_(sources_), names_(program, sources_),
        binder_(program) {}

  std::vector<WitnessInvariant> run(std::span<const LocationInvariant> invariants) {
    std::set<std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>> said;
    std::vector<WitnessInvariant> result;
    for (const LocationInvariant& each : invariants) {
      const auto position = statement_locations_.find(*each.location);
      if (!position) continue;
      for (const Expr* part : conjuncts(*each.condition)) {
        const std::optional<std::string> text = text_of(*part, *each.location, *position);
        if (!text) continue;
        WitnessInvariant made{.kind = position->kind == Kind::LoopHead ? WitnessInvariantKind::Loop
                                                                       : WitnessInvariantKind::Location,
                              .location = location(*each.location->function, *position->statement),
                              .value = *text,
                              .position = {}};
        if (!reads_back(made, {each.location, part})) continue;
        const WitnessLocation& at = made.location;
        if (said.emplace(at.file, at.line, at.column, made.value).second) result.push_back(std::move(made));
      }
    }
    return result;
  }

private:
  bool reads_back(const WitnessInvariant& text, const LocationInvariant& meant) {
    try {
      return binder_.bind(text) == meant;
    } catch (const InputError&) {
      return false;
    }
  }

  WitnessLocation location(const Function& function, const source::SourceStatement& statement) {
    const SourcePoint point = sources_.text(function.range().begin.file).point(statement.range.begin);
    return {program_.files()[point.file].path, point.line, point.column, function.source_name()};
  }

  std::optional<std::string> text_of(const Expr& part, const Location& at,
                                     const StatementLocations::StatementPosition& position) {
    if (part.kind() == ExprKind::Integer) return std::nullopt; // trivial
    const std::size_t offset = scope_offset(position.kind, *position.statement);
    bool is_visible = true;
    for_each_variable(part, [&](const Variable& variable) {
      is_visible = is_visible && names_.is_visible(variable, *at.function, offset);
    });
    if (!is_visible) return std::nullopt;
    std::optional<std::string> text = condition_text(program_, at, part);
    // The exact text has the model's names, which may differ from those of the source.
    if (text && *text != cexpr::c_text(part, cexpr::ExprStyle::Readable)) {
      bool is_same = true;
      for_each_variable(part, [&](const Variable& variable) { is_same &= variable.name == variable.source_name; });
      if (!is_same) return std::nullopt;
    }
    return text;
  }

  const Program& program_;
  source::ProgramSources sources_;
  StatementLocations statement_locations_;
  VisibleNames names_;
  Binder binder_;
};

void write_invariant(YAML::Emitter& out, const WitnessInvariant& invariant) {
  const auto text = [&](const char* key, const std::string& value) {
    out << YAML::Key << key << YAML::Value << YAML::DoubleQuoted << value;
  };
  out << YAML::BeginMap << YAML::Key << "invariant" << YAML::Value << YAML::BeginMap;
  text("type", invariant.kind == WitnessInvariantKind::Loop ? "loop_invariant" : "location_invariant");
  out << YAML::Key << "location" << YAML::Value << YAML::BeginMap;
  text("file_name", invariant.location.file);
  out << YAML::Key << "line" << YAML::Value << invariant.location.line;
  if (invariant.location.column != 0) out << YAML::Key << "column" << YAML::Value << invariant.location.column;
  if (!invariant.location.function.empty()) text("function", invariant.location.function);
  out << YAML::EndMap;
  text("value", invariant.value);
  text("format", "c_expression");
  out << YAML::EndMap << YAML::EndMap;
}

// At the first location of the entry function that has a position in the source.
std::vector<WitnessInvariant> trivial_invariant(const Program& program) {
  source::ProgramSources sources(program);
  StatementLocations statement_locations(sources);
  for (const Location* location : program.entry().locations()) {
    const auto position = statement_locations.find(*location);
    if (!position || position->kind != Kind::Before) continue;
    const SourcePoint point = sources.text(program.entry().range().begin.file).point(position->statement->range.begin);
    return {{WitnessInvariantKind::Location,
             {program.files()[point.file].path, point.line, point.column, program.entry().source_name()},
             "1",
             {}}};
  }
  return {};
}

} // namespace

std::vector<WitnessInvariant> witness_invariants(const Program& program,
                                                 std::span<const LocationInvariant> invariants) {
  return InvariantWriter(program).run(invariants);
}

std::string correctness_witness(const Program& program, const Property& property,
                                std::span<const WitnessInvariant> invariants, const WitnessMetadata& metadata) {
  YAML::Emitter out;
  out << YAML::BeginSeq << YAML::BeginMap;
  out << YAML::Key << "entry_type" << YAML::Value << YAML::DoubleQuoted << "invariant_set";
  write_metadata(out, metadata, program, property);
  out << YAML::Key << "content" << YAML::Value << YAML::BeginSeq;
  if (invariants.empty())
    for (const WitnessInvariant& each : trivial_invariant(program)) write_invariant(out, each);
  for (const WitnessInvariant& each : invariants) write_invariant(out, each);
  out << YAML::EndSeq << YAML::EndMap << YAML::EndSeq;
  require(out.good(), "a witness should be well-formed YAML");
  return std::string(out.c_str()) + "\n";
}

BoundInvariants bind_invariants(const Program& program, const Witness& witness) { return Binder(program).run(witness); }

} // namespace tandem::exchange::witness

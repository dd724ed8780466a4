// On a line: the kind, the source, whom it is about and the automaton's text, separated by characters that occur in
// none of them; the same character stands for the ends of the automaton's lines.

#include "exchange/gia/fact.h"

#include "base/core/input_error.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tandem::exchange {
namespace {

constexpr char separator = '\x1e';
constexpr std::array<std::string_view, 4> names{"invariants", "candidates", "predicates", "refuted"};

std::string without_separators(std::string text) {
  std::ranges::replace_if(text, [](char c) { return c == '\n' || c == separator; }, ' ');
  return text;
}

// Up to the separator, which is dropped, too.
std::string_view take_word(std::string_view& line) {
  const std::size_t end = line.find(separator);
  if (end == std::string_view::npos) throw InputError("not a fact: a part is missing");
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end + 1);
  return word;
}

} // namespace

std::string_view name(FactKind kind) { return names[static_cast<std::size_t>(kind)]; }

Fact location_fact(FactKind kind, const Program& program, std::span<const LocationInvariant> conditions,
                   GiaHeader header) {
  return {kind, "", "", invariant_gia(program, conditions, std::move(header))};
}

std::string fact_line(const Fact& fact) {
  std::string line = fmt::format("{}{}{}{}{}{}", name(fact.kind), separator, without_separators(fact.source), separator,
                                 without_separators(fact.about), separator);
  for (const char c : gia_text(fact.gia)) line += c == '\n' ? separator : c;
  return line;
}

Fact read_fact(std::string_view line, const Program& program) {
  if (line.size() > longest_fact) throw InputError(fmt::format("a fact of {} bytes is too long", line.size()));
  const auto kind = std::ranges::find(names, take_word(line));
  if (kind == names.end()) throw InputError("not a fact: its kind is unknown");
  const std::string source(take_word(line)), about(take_word(line));
  std::string text(line);
  std::ranges::replace(text, separator, '\n');
  return {static_cast<FactKind>(kind - names.begin()), source, about,
          read_gia_text(text, &program, "fact of " + source)};
}

} // namespace tandem::exchange

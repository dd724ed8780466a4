#include "cli/common/formats.h"

#include "base/core/input_error.h"
#include "base/core/line_stream.h"
#include "base/core/require.h"
#include "cli/common/command.h"
#include "exchange/formats/zip_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

namespace tandem::cli {
namespace {

struct Known {
  std::string_view name;
  Format format;
};
constexpr std::array known{
    Known{"gia", Format::Gia},         Known{"yaml", Format::Yaml},
    Known{"graphml", Format::Graphml}, Known{"condition", Format::Condition},
    Known{"suite", Format::Suite},     Known{"dot", Format::Dot},
    Known{"svg", Format::Svg},         Known{"json", Format::Json},
};

struct Ending {
  std::string_view text;
  Format format;
};
constexpr std::array endings{
    Ending{".gia", Format::Gia},       Ending{".gia.gz", Format::Gia},      Ending{".yml", Format::Yaml},
    Ending{".yaml", Format::Yaml},     Ending{".graphml", Format::Graphml}, Ending{".txt", Format::Condition},
    Ending{".spc", Format::Condition}, Ending{".dot", Format::Dot},         Ending{".svg", Format::Svg},
    Ending{".json", Format::Json},     Ending{"/", Format::Suite},
};

bool is_zip(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 4> head{};
  file.read(head.data(), head.size());
  return exchange::formats::looks_like_zip({head.data(), static_cast<std::size_t>(file.gcount())});
}

std::optional<Format> by_line(std::string_view line) {
  const auto has = [&](std::string_view text) { return line.find(text) != std::string_view::npos; };
  if (line.starts_with("tandem-gia")) return Format::Gia;
  if (has("<graphml")) return Format::Graphml;
  if (has("<testcase") || has("<test-metadata")) return Format::Suite;
  if (has("AUTOMATON ")) return Format::Condition;
  if (has("entry_type")) return Format::Yaml;
  return std::nullopt;
}

} // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> result;
  for (const Known& each : known) result.emplace_back(each.name);
  return result;
}

Format format_named(const std::string& name) {
  const auto found = std::ranges::find(known, name, &Known::name);
  require(found != known.end(), "the parser should let only known formats pass");
  return found->format;
}

std::string_view name(Format format) { return std::ranges::find(known, format, &Known::format)->name; }

Format recognise(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path) || is_zip(path)) return Format::Suite;
  constexpr std::uint32_t most_lines = 200;
  constexpr std::size_t longest_line = std::size_t{1} << 27;
  LineStream lines(path, {.line = longest_line});
  while (lines.number() < most_lines && lines.next())
    if (const std::optional<Format> format = by_line(lines.line())) return *format;
  throw InputError(TextPosition{path.string()},
                   "this is none of the formats that are read: a GIA, a witness in YAML or "
                   "GraphML, a condition automaton, a test suite (--from says which it is)");
}

Format format_by_ending(const std::string& path) {
  for (const Ending& ending : endings)
    if (path.ends_with(ending.text)) return ending.format;
  if (std::filesystem::path(path).extension().empty()) return Format::Suite;
  std::vector<std::string_view> texts;
  for (const Ending& ending : endings) texts.push_back(ending.text);
  throw UsageError(
      fmt::format("the ending of '{}' says nothing; known are {}, a name without an ending for a folder of "
                  "tests, and --to",
                  path, fmt::join(texts, ", ")));
}

} // namespace tandem::cli

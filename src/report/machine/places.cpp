#include "report/machine/places.h"

#include <fmt/format.h>

namespace tandem::report::machine {

std::string path_uri(std::string_view path) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string result = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (plain.find(c) != std::string_view::npos)
      result += c;
    else
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

std::uint32_t character_column(source::ProgramSources& sources, SourcePoint point) {
  const std::string_view line = sources.text(point.file).line(point.line);
  std::uint32_t characters = 1;
  for (std::size_t i = 0; i + 1 < point.column; ++i) {
    const bool continues = i < line.size() && (static_cast<unsigned char>(line[i]) & 0xC0) == 0x80;
    if (!continues) ++characters;
  }
  return characters;
}

nlohmann::json place_json(const Program& program, SourcePoint point) {
  if (!point.is_known() || point.file >= program.files().size()) return nullptr;
  return {{"file", program.files()[point.file].path}, {"line", point.line}, {"column", point.column}};
}

} // namespace tandem::report::machine

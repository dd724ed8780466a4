// Headers identify a program by the SHA-256 of its files, so that an automaton is never applied to another version.

#include "exchange/gia/gia_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::exchange {

namespace {

std::vector<GiaHeader::File> by_content(std::vector<GiaHeader::File> files) {
  std::ranges::sort(files, {}, &GiaHeader::File::sha256);
  return files;
}

} // namespace

GiaHeader gia_header(const Program& program, const Property& property, std::string producer) {
  GiaHeader header{{}, std::string(name(program.data_model())), property.text, std::move(producer)};
  for (const SourceFile& file : program.files())
    if (!file.sha256.empty()) header.files.push_back({file.path, file.sha256});
  return header;
}

// Paths may differ: a program that was moved is still the same program.
void check_program(const GiaHeader& header, const Program& program, const TextPosition& position) {
  const auto wanted = by_content(header.files);
  const auto given = by_content(gia_header(program, {}, {}).files);
  for (const GiaHeader::File& file : wanted)
    if (!std::ranges::binary_search(given, file.sha256, {}, &GiaHeader::File::sha256))
      throw InputError(position,
                       fmt::format("the automaton is about another program: '{}' with SHA-256 {}, which none of "
                                   "the files given has",
                                   file.path, file.sha256));
  for (const GiaHeader::File& file : given)
    if (!std::ranges::binary_search(wanted, file.sha256, {}, &GiaHeader::File::sha256))
      throw InputError(position, fmt::format("the automaton is about another program: it has no line `program {} {}`",
                                             file.sha256, file.path));
  const std::string_view model = name(program.data_model());
  if (header.data_model != model)
    throw InputError(position, fmt::format("the automaton is about data model '{}', the program was read with {}",
                                           header.data_model, model));
}

void check_property(const GiaHeader& header, const Property& property, const TextPosition& position) {
  if (header.property == property.text) return;
  const auto shown = [](const std::string& text) { return text.empty() ? "the default property" : "'" + text + "'"; };
  throw InputError(position, fmt::format("the automaton is about {}, the task is about {}", shown(header.property),
                                         shown(property.text)));
}

} // namespace tandem::exchange

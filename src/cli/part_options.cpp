#include "cli/part_options.h"

#include "automata/combine.h"
#include "automata/gia_file.h"

#include <CLI/CLI.hpp>

namespace tandem::cli {

void add_part_options(CLI::App& app, PartOptions& options) {
  app.add_option("--only", options.only, "verify only these functions or lines, with what they call")
      ->delimiter(',')
      ->type_name("FUNCTION|[FILE:]LINE[-LINE],...");
  app.add_option("--skip", options.skip, "assume that nothing goes wrong in these functions or lines")
      ->delimiter(',')
      ->type_name("FUNCTION|[FILE:]LINE[-LINE],...");
}

automata::PartChoice chosen_parts(const PartOptions& options, const Program& program) {
  automata::PartChoice result;
  for (const auto& [names, parts] : {std::pair(&options.only, &result.only), std::pair(&options.skip, &result.skipped)})
    for (const std::string& name : *names)
      for (automata::ProgramPart& part : automata::program_parts(program, name)) parts->push_back(std::move(part));
  return result;
}

std::optional<automata::Gia> known_conditions(const std::vector<std::string>& files, const automata::PartChoice& parts,
                                              const Program& program, const Property& property) {
  const Property whole = property, part = automata::part_property(property, parts);
  std::vector<automata::Gia> known;
  std::vector<automata::CombineInput> inputs;
  known.reserve(files.size() + 1);
  for (const std::string& file : files) {
    automata::Gia read = automata::read_gia(file, &program);
    // What was verified of this very part counts as well.
    if (read.header().property != part.text) automata::check_property(read.header(), whole, Place{file});
    known.push_back(read.header().property == part.text ? std::move(read) : automata::about_property(read, part));
    inputs.push_back({&known.back(), file});
  }
  if (!parts.is_everything()) {
    automata::GiaHeader header = automata::gia_header(program, part, "tandem");
    known.push_back(automata::part_condition(program, property, parts, std::move(header)));
    inputs.push_back({&known.back(), "--only and --skip"});
  }
  if (known.empty()) return std::nullopt;
  if (known.size() == 1) return std::move(known.front());
  return automata::combined(inputs);
}

} // namespace tandem::cli

#include "cli/common/part_options.h"

#include "exchange/combine/combine.h"
#include "exchange/gia/gia_file.h"

#include <CLI/CLI.hpp>

namespace tandem::cli {

void add_part_options(CLI::App& app, PartOptions& options) {
  app.add_option("--only", options.only, "verify only these functions or lines, with what they call")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all()
      ->type_name("FUNCTION|[FILE:]LINE[-LINE],...");
  app.add_option("--skip", options.skip, "assume that nothing goes wrong in these functions or lines")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all()
      ->type_name("FUNCTION|[FILE:]LINE[-LINE],...");
}

exchange::PartChoice chosen_parts(const PartOptions& options, const Program& program) {
  exchange::PartChoice result;
  for (const auto& [names, parts] : {std::pair(&options.only, &result.only), std::pair(&options.skip, &result.skipped)})
    for (const std::string& name : *names)
      for (exchange::ProgramPart& part : exchange::program_parts(program, name)) parts->push_back(std::move(part));
  return result;
}

std::optional<exchange::Gia> known_conditions(const std::vector<std::string>& files, const exchange::PartChoice& parts,
                                              const Program& program, const Property& property) {
  const Property whole = property, part = exchange::part_property(property, parts);
  std::vector<exchange::Gia> known;
  std::vector<exchange::combine::CombineInput> inputs;
  known.reserve(files.size() + 1);
  for (const std::string& file : files) {
    exchange::Gia read = exchange::read_gia(file, &program);
    // What was verified of this very part counts as well.
    if (read.header().property != part.text) exchange::check_property(read.header(), whole, TextPosition{file});
    known.push_back(read.header().property == part.text ? std::move(read) : exchange::about_property(read, part));
    inputs.push_back({&known.back(), file});
  }
  if (!parts.is_everything()) {
    exchange::GiaHeader header = exchange::gia_header(program, part, "tandem");
    known.push_back(exchange::part_condition(program, property, parts, std::move(header)));
    inputs.push_back({&known.back(), "--only and --skip"});
  }
  if (known.empty()) return std::nullopt;
  if (known.size() > 1) return exchange::combine::combined(inputs, &program);
  exchange::combine::refuse_contradictions(inputs, &program);
  return std::move(known.front());
}

} // namespace tandem::cli

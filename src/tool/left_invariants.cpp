#include "tool/left_invariants.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "exchange/witness/correctness_witness.h"
#include "exchange/witness/graphml_invariants.h"
#include "tool/reading.h"

#include <algorithm>

namespace tandem::tool {
namespace {

using exchange::witness::Witness;

constexpr std::uint64_t largest_witness = 64'000'000;

Witness read(const std::filesystem::path& file) {
  const std::string text = read_text_file(file, largest_witness);
  if (!text.starts_with("<")) return exchange::witness::read_witness_text(text, file.string());
  return exchange::witness::invariants_of(exchange::witness::read_graphml_text(text, file.string()));
}

} // namespace

std::vector<exchange::LocationInvariant> left_invariants(const Program& program, const std::filesystem::path& folder,
                                                         const std::string& files, std::uint32_t lines_before) {
  std::vector<exchange::LocationInvariant> result;
  for (const std::filesystem::path& file : matching_files(folder, files)) {
    try {
      Witness witness = read(file);
      if (witness.kind != Witness::Kind::Correctness) continue;
      for (exchange::witness::WitnessInvariant& each : witness.invariants) {
        each.location.file = program.files().front().path; // the tool knows it by another name
        each.location.line -= std::min(lines_before, each.location.line);
      }
      for (const exchange::LocationInvariant& each : bind_invariants(program, witness).invariants)
        if (std::ranges::find(result, each) == result.end()) result.push_back(each);
    } catch (const InputError&) { // a file that is cut off, or of another kind
    }
  }
  return result;
}

} // namespace tandem::tool

#include "cli/commands/verify_witness.h"

#include "base/core/require.h"
#include "exchange/witness/correctness_witness.h"
#include "exchange/witness/graphml_invariants.h"
#include "exchange/witness/graphml_violation.h"
#include "exchange/witness/violation_witness.h"

namespace tandem::cli::commands {

namespace {

constexpr const char* producer = "tandem " TANDEM_VERSION;

exchange::witness::WitnessMetadata metadata(const std::string& format) {
  exchange::witness::WitnessMetadata result = exchange::witness::new_witness_metadata(TANDEM_VERSION);
  result.format = format;
  return result;
}

} // namespace

std::string violation_witness_text(const Program& program, const Property& property, const task::Counterexample& found,
                                   const std::string& format) {
  const exchange::witness::Execution execution{.path = found.path, .written = found.written, .target = found.target};
  if (format != graphml_format)
    return exchange::witness::violation_witness(program, property, execution, metadata(format));
  return exchange::witness::graphml_text(exchange::witness::graphml_of_execution(program, property, execution, producer,
                                                                                 std::chrono::system_clock::now()));
}

std::string correctness_witness_text(const Program& program, const Property& property,
                                     const std::vector<exchange::LocationInvariant>& invariants,
                                     const std::string& format) {
  const std::vector<exchange::witness::WitnessInvariant> known =
      exchange::witness::witness_invariants(program, invariants);
  if (format == graphml_format)
    return exchange::witness::graphml_text(
        exchange::witness::graphml_of_invariants(program, property, known, producer, std::chrono::system_clock::now())
            .witness);
  const std::string text = exchange::witness::correctness_witness(program, property, known, metadata(format));
  const exchange::witness::Witness read = exchange::witness::read_witness_text(text, "witness");
  require(exchange::witness::bind_invariants(program, read).refused.empty(),
          "a witness should fit the program it is about");
  return text;
}

} // namespace tandem::cli::commands

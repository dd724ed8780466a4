// Arbitrary bytes are a witness in GraphML or are rejected. What was read can be written and read again without a
// change.
#include "base/core/require.h"
#include "exchange/witness/graphml.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const exchange::witness::GraphmlWitness witness = exchange::witness::read_graphml_text(bytes, "fuzzed");
    const std::string text = exchange::witness::graphml_text(witness);
    require(exchange::witness::graphml_text(exchange::witness::read_graphml_text(text, "written")) == text,
            "what was written should be read again");
  } catch (const InputError&) {
  }
  return 0;
}

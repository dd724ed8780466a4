// Any bytes are a witness in GraphML or are refused. What was read can be written and read again, and says the same.
#include "automata/graphml.h"
#include "base/require.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  using namespace tandem::automata;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const GraphmlWitness witness = read_graphml_text(bytes, "fuzzed");
    const std::string text = graphml_text(witness);
    require(graphml_text(read_graphml_text(text, "written")) == text, "what was written should be read again");
  } catch (const InputError&) {
  }
  return 0;
}

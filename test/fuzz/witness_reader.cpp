// Any bytes are a witness in YAML or are refused.
#include "automata/bounded_text.h"
#include "automata/witness_file.h"
#include "base/require.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  using namespace tandem::automata;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const Witness witness = read_witness_text(read_bounded_text(bytes, "fuzzed", 1 << 20), "fuzzed");
    require(witness.kind == Witness::Kind::Correctness || !witness.segments.empty(),
            "a violation should have a target");
  } catch (const InputError&) {
  }
  return 0;
}

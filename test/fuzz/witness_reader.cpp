// Arbitrary bytes are a witness in YAML or are rejected.
#include "base/core/bounded_text.h"
#include "base/core/require.h"
#include "exchange/witness/witness_file.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const exchange::witness::Witness witness =
        exchange::witness::read_witness_text(read_bounded_text(bytes, "fuzzed", 1 << 20), "fuzzed");
    require(witness.kind == exchange::witness::Witness::Kind::Correctness || !witness.segments.empty(),
            "a violation should have a target");
  } catch (const InputError&) {
  }
  return 0;
}

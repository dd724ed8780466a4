// Arbitrary bytes are an automaton or are rejected. What was read can be written, read again, minimised, counted and
// combined with itself.
#include "base/core/require.h"
#include "exchange/combine/combine.h"
#include "exchange/combine/minimise.h"
#include "exchange/formats/gia_statistics.h"
#include "exchange/gia/gia_file.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const exchange::Gia gia = exchange::read_gia_text(bytes, nullptr, "fuzzed", {.text = 1 << 20, .line = 1 << 16});
    const std::string text = exchange::gia_text(gia);
    require(exchange::gia_text(exchange::read_gia_text(text)) == text, "what was written should be read again");
    exchange::formats::statistics(gia);
    const exchange::Gia less = exchange::combine::minimised(gia);
    require(less.states().size() <= gia.states().size(), "minimising should not add states");
    if (gia.states().size() > 200 || gia.transitions().size() > 400) return 0;
    const std::array inputs{exchange::combine::CombineInput{&gia, "a"}, exchange::combine::CombineInput{&less, "b"}};
    exchange::combine::combined(inputs);
  } catch (const InputError&) {
  }
  return 0;
}

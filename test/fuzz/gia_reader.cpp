// Any bytes are an automaton or are refused. What was read can be written, read again, minimised, counted and combined
// with itself.
#include "automata/combine.h"
#include "automata/gia_file.h"
#include "automata/gia_statistics.h"
#include "automata/minimise.h"
#include "base/require.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  using namespace tandem::automata;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const Gia gia = read_gia_text(bytes, nullptr, "fuzzed", {.text = 1 << 20, .line = 1 << 16});
    const std::string text = gia_text(gia);
    require(gia_text(read_gia_text(text)) == text, "what was written should be read again");
    statistics(gia);
    const Gia less = minimised(gia);
    require(less.states().size() <= gia.states().size(), "minimising should not add states");
    if (gia.states().size() > 200 || gia.transitions().size() > 400) return 0;
    const std::array inputs{CombineInput{&gia, "a"}, CombineInput{&less, "b"}};
    combined(inputs);
  } catch (const InputError&) {
  }
  return 0;
}

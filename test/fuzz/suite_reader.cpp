// Any bytes are a file of a test suite, or a zip archive of such files, or are refused.
#include "automata/test_suite.h"
#include "automata/zip_file.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  using namespace tandem::automata;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    if (looks_like_zip(bytes)) {
      read_zip(bytes, "fuzzed", {.content = 1 << 24, .entries = 100});
      read_zipped_suite(bytes, "fuzzed");
    } else {
      TestSuite suite;
      add_suite_file(suite, std::string(bytes), "fuzzed");
    }
  } catch (const InputError&) {
  }
  return 0;
}

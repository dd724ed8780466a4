// Arbitrary bytes are a file of a test suite, or a zip archive of such files, or are rejected.
#include "exchange/formats/test_suite.h"
#include "exchange/formats/zip_file.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    if (exchange::formats::looks_like_zip(bytes)) {
      exchange::formats::read_zip(bytes, "fuzzed", {.content = 1 << 24, .entries = 100});
      exchange::formats::read_zipped_suite(bytes, "fuzzed");
    } else {
      exchange::formats::TestSuite suite;
      exchange::formats::add_suite_file(suite, std::string(bytes), "fuzzed");
    }
  } catch (const InputError&) {
  }
  return 0;
}

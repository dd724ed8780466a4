// The C library, written once as C: share/clib has the models, one file per header, and an index of what they define.
// The front end links the model of every library function that a program calls and does not define, so that all
// engines, reducers and residual programs see the same body. A replay calls the real function.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tandem::clib {

// Which models are linked: all, or only those that need no choice. A program that is run, or written as C to be
// compiled, must not depend on choices that only a verifier makes. Where accesses to memory are checked, also those
// that engines have built in without checks.
enum class Linked : std::uint8_t { All, Exact, Checked };

class Models {
public:
  // Without a folder there are no models. Throws InputError for an index that is not one.
  explicit Models(const std::vector<std::filesystem::path>& folders = {}, Linked linked = Linked::All);

  // The file that defines the function; nothing if there is no model of it, or if engines have the function built in.
  std::optional<std::filesystem::path> file_of(std::string_view function) const;

  // Whether a model may call the function and mean the library's, which a definition in the program does not replace;
  // allocation is what programs may replace.
  bool may_call(std::string_view function) const;

private:
  std::unordered_map<std::string, std::filesystem::path> files_; // by function
  Linked linked_;
};

} // namespace tandem::clib

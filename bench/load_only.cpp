// Loads C files and does nothing else: what bench/load_speed.py compares with a compiler's syntax check.

#include "base/core/input_error.h"
#include "frontend/load/load.h"

#include <fmt/core.h>

#include <string_view>

int main(int argc, char** argv) {
  using namespace tandem;
  frontend::LoadRequest request{.data_model = DataModel::LP64};
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "-m32")
      request.data_model = DataModel::ILP32;
    else if (word == "-m64")
      request.data_model = DataModel::LP64;
    else
      request.files.emplace_back(word);
  }
  try {
    const Program program = frontend::load(request);
    fmt::print("{} edges, {} expressions\n", program.edges().size(), program.context().expr_count());
    return 0;
  } catch (const InputError& error) {
    fmt::print(stderr, "{}: error: {}\n", error.position().text(), error.what());
    return 65;
  }
}

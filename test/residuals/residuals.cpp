// For test/residuals/benchmarks_test.py and scripts/residual_study.py: writes the residual programs of a C file by
// every method.
//
// usage: residuals ILP32|LP64 FILE FOLDER STATES|CONDITION.gia
//
// The condition is a file, or a random tree of paths through the program with this many states. FOLDER gets a C file
// for each method; standard output one line for each: the method, the locations of the whole program, of what its entry
// can call and of the residual, the milliseconds it took. A method whose product is too large has no file and no line.
// Exit codes as tandem's own: 65 for a file that is refused, 70 for a bug.
#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "exchange/combine/path_tree_for_test.h"
#include "exchange/gia/gia_file.h"
#include "frontend/load/load.h"
#include "program/cwriter/c_writer.h"
#include "transform/reduce/product.h"
#include "transform/reduce/reduce.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>

using namespace tandem;

namespace {

struct Method {
  std::string_view name;
  transform::reduce::ReduceOptions options;
};

const std::vector<Method> methods{
    {"identity", {.method = transform::reduce::ReduceMethod::Identity}},
    {"unfold", {.method = transform::reduce::ReduceMethod::Unfold}},
    {"fold-loops-3", {.method = transform::reduce::ReduceMethod::Fold, .fold_iterations = 3}},
    {"fold-loops", {.method = transform::reduce::ReduceMethod::Fold}},
    {"fold-all", {.method = transform::reduce::ReduceMethod::Fold, .fold_at = transform::reduce::FoldAt::Everywhere}},
    {"monitor", {.method = transform::reduce::ReduceMethod::Monitor}},
    {"auto", {}},
    {"verified", {.method = transform::reduce::ReduceMethod::Fold, .keep = transform::reduce::Keep::Verified}},
};

exchange::Gia condition(const Program& program, const std::string& word) {
  if (word.find_first_not_of("0123456789") == std::string::npos)
    return exchange::combine::PathTree(program, 1).grow(std::stoul(word));
  return exchange::read_gia(word, &program);
}

void write_all(DataModel model, const std::filesystem::path& file, const std::filesystem::path& folder,
               const std::string& word) {
  const Program program = frontend::load({.files = {file}, .data_model = model});
  const exchange::Gia gia = condition(program, word);
  for (const Method& method : methods) {
    try {
      const auto start = std::chrono::steady_clock::now();
      const transform::reduce::Residual residual = transform::reduce::reduce(program, gia, method.options);
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
      write_text_file(folder / fmt::format("{}.c", method.name),
                      cwriter::write_c(residual.program, {.branches = cwriter::Branches::Joined}).text);
      fmt::print("{} {} {} {} {:.1f}\n", method.name, program.locations().size(), residual.statistics.locations_before,
                 residual.statistics.locations, took.count());
      std::fflush(stdout); // results so far count even if the next method takes too long
    } catch (const transform::reduce::ProductTooLarge& error) {
      fmt::print(stderr, "{}: more than {} locations\n", method.name, error.limit());
    }
  }
}

} // namespace

int main(int count, char** words) {
  if (count != 5) return 64;
  try {
    write_all(std::string(words[1]) == "ILP32" ? DataModel::ILP32 : DataModel::LP64, words[2], words[3], words[4]);
    return 0;
  } catch (const InputError& error) {
    fmt::print(stderr, "{}: {}\n", error.position().text(), error.what());
    return 65;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 70;
  }
}

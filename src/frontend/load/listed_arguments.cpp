#include "frontend/load/listed_arguments.h"

#include "frontend/parse/compile_commands.h"

#include <algorithm>

namespace tandem::frontend {

std::vector<std::string> listed_arguments(const std::filesystem::path& database,
                                          const std::vector<std::filesystem::path>& files, DataModel data_model) {
  const parse::CompileCommands commands = parse::read_compile_commands(database, data_model);
  std::vector<std::vector<std::string>> lists;
  const auto add = [&](const std::vector<std::string>& arguments) {
    if (std::ranges::find(lists, arguments) == lists.end()) lists.push_back(arguments);
  };
  for (const std::filesystem::path& file : files)
    if (const parse::TranslationUnit* known = commands.find(file)) add(known->arguments);
  if (files.empty())
    for (const parse::TranslationUnit& unit : commands.units) add(unit.arguments);
  std::vector<std::string> result;
  for (const std::vector<std::string>& list : lists) result.insert(result.end(), list.begin(), list.end());
  return result;
}

} // namespace tandem::frontend

// Finds tool definitions, and which of the tools are installed.
#pragma once

#include "tool/definition.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tandem::tool {

class Toolbox {
public:
  // Folders with *.yml files; a tool that is defined in several is taken from the first.
  explicit Toolbox(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

  // By name, or by the path of a definition. Otherwise throws an InputError that lists the names.
  Definition find(const std::string& name) const;
  std::vector<Definition> all() const; // by name
  std::vector<std::string> names() const;

private:
  std::vector<std::filesystem::path> folders_;
};

// The first required program that is not installed.
std::optional<std::string> missing_program(const Definition& definition);
// The version that the tool prints; empty if it prints none.
std::string version(const Definition& definition);

} // namespace tandem::tool

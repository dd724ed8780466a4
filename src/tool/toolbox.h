// Where tool definitions are found, and what of them this machine has.
#pragma once

#include "tool/definition.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tandem::tool {

class Toolbox {
public:
  // Folders with *.yml; a tool that several have is taken from the first.
  explicit Toolbox(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

  // A name, or the path of a definition. InputError lists the names if it is neither.
  Definition find(const std::string& name) const;
  std::vector<Definition> all() const; // by name
  std::vector<std::string> names() const;

private:
  std::vector<std::filesystem::path> files() const;
  std::vector<std::filesystem::path> folders_;
};

// The first needed program that is not there.
std::optional<std::string> missing_program(const Definition& definition);
// What the tool says its version is; empty if it does not.
std::string version(const Definition& definition);

} // namespace tandem::tool

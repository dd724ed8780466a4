// YAML files that people write for tandem: every value is accessed by name and kind, and a missing, unknown or wrongly
// typed one is an InputError at its line.
#pragma once

#include "base/core/input_error.h"

#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

class YamlValue {
public:
  // Throws InputError for files that cannot be read or are not YAML.
  static YamlValue read_file(const std::filesystem::path& path);
  static YamlValue read_text(const std::string& text, const std::string& file);

  YamlValue(const YamlValue&);
  YamlValue(YamlValue&&) noexcept;
  YamlValue& operator=(const YamlValue&);
  YamlValue& operator=(YamlValue&&) noexcept;
  ~YamlValue();

  // A map with no other keys than these, none of them twice.
  void only_keys(std::initializer_list<std::string_view> allowed) const;
  YamlValue at(std::string_view key) const;
  std::optional<YamlValue> find(std::string_view key) const;
  // The entries of a map, in the order of the file.
  std::vector<std::pair<std::string, YamlValue>> entries() const;

  std::vector<YamlValue> list() const;
  std::string text() const;
  long long number() const;
  // A text, or a list of them.
  std::vector<std::string> texts() const;
  // One of the names; `what` says what they are ("a verdict").
  std::size_t choice(std::string_view what, std::initializer_list<std::string_view> names) const;

  bool is_map() const;
  bool is_list() const;
  bool is_text() const;

  TextPosition position() const;
  [[noreturn]] void fail(const std::string& message) const;

private:
  struct Node;
  explicit YamlValue(std::unique_ptr<Node> node);
  YamlValue inner(const Node& node) const;
  std::string kind() const;

  std::unique_ptr<Node> node_;
};

// The *.yml of all folders, by name; one that several have is taken from the first.
std::vector<std::filesystem::path> yaml_files(const std::vector<std::filesystem::path>& folders);

} // namespace tandem

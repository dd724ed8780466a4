// yaml-cpp keeps a mark at every node, which becomes the position of an error. Its types stay in this file: a
// YamlValue owns a node that is incomplete in the header.

#include "base/core/yaml_reader.h"

#include "base/core/text_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace tandem {

struct YamlValue::Node {
  YAML::Node yaml;
  std::shared_ptr<const std::string> file;
};

namespace {

// Large enough for every definition a person writes; aliases cannot expand exponentially, because nodes are shared.
constexpr std::uint64_t largest_file = 1 << 20;

TextPosition position_of(const YAML::Mark& mark, const std::string& file) {
  if (mark.is_null()) return {file};
  return {file, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
}

} // namespace

YamlValue YamlValue::read_file(const std::filesystem::path& path) {
  return read_text(read_text_file(path, largest_file), path.string());
}

YamlValue YamlValue::read_text(const std::string& text, const std::string& file) {
  try {
    return YamlValue(std::make_unique<Node>(Node{YAML::Load(text), std::make_shared<const std::string>(file)}));
  } catch (const YAML::Exception& error) {
    throw InputError(position_of(error.mark, file), "not YAML: " + error.msg);
  }
}

YamlValue::YamlValue(std::unique_ptr<Node> node) : node_(std::move(node)) {}
YamlValue::YamlValue(const YamlValue& other) : node_(std::make_unique<Node>(*other.node_)) {}
YamlValue::YamlValue(YamlValue&&) noexcept = default;
YamlValue& YamlValue::operator=(const YamlValue& other) {
  node_ = std::make_unique<Node>(*other.node_);
  return *this;
}
YamlValue& YamlValue::operator=(YamlValue&&) noexcept = default;
YamlValue::~YamlValue() = default;

YamlValue YamlValue::inner(const Node& node) const { return YamlValue(std::make_unique<Node>(node)); }

TextPosition YamlValue::position() const { return position_of(node_->yaml.Mark(), *node_->file); }
void YamlValue::fail(const std::string& message) const { throw InputError(position(), message); }

bool YamlValue::is_map() const { return node_->yaml.IsMap(); }
bool YamlValue::is_list() const { return node_->yaml.IsSequence(); }
bool YamlValue::is_text() const { return node_->yaml.IsScalar(); }

std::string YamlValue::kind() const {
  if (is_map()) return "a map";
  if (is_list()) return "a list";
  return is_text() ? fmt::format("'{}'", node_->yaml.Scalar()) : "nothing";
}

std::vector<std::pair<std::string, YamlValue>> YamlValue::entries() const {
  if (!is_map()) fail("expected a map of names to values but found " + kind());
  std::vector<std::pair<std::string, YamlValue>> result;
  for (const auto& entry : node_->yaml)
    result.emplace_back(inner({entry.first, node_->file}).text(), inner({entry.second, node_->file}));
  return result;
}

void YamlValue::only_keys(std::initializer_list<std::string_view> allowed) const {
  if (!is_map()) fail(fmt::format("expected a map with {} but found {}", fmt::join(allowed, ", "), kind()));
  std::set<std::string> seen;
  for (const auto& entry : node_->yaml) {
    const YamlValue key = inner({entry.first, node_->file});
    const std::string name = key.text();
    if (std::ranges::find(allowed, name) == allowed.end())
      key.fail(fmt::format("unknown key '{}'; accepted are {}", name, fmt::join(allowed, ", ")));
    if (!seen.insert(name).second) key.fail(fmt::format("the key '{}' was given before", name));
  }
}

std::optional<YamlValue> YamlValue::find(std::string_view key) const {
  if (!is_map()) return std::nullopt;
  for (const auto& entry : node_->yaml)
    if (entry.first.IsScalar() && entry.first.Scalar() == key) return inner({entry.second, node_->file});
  return std::nullopt;
}

YamlValue YamlValue::at(std::string_view key) const {
  if (!is_map()) fail(fmt::format("expected a map with the key '{}' but found {}", key, kind()));
  if (auto value = find(key)) return *value;
  fail(fmt::format("the key '{}' is missing", key));
}

std::vector<YamlValue> YamlValue::list() const {
  if (!is_list()) fail("expected a list but found " + kind());
  std::vector<YamlValue> result;
  for (const auto& element : node_->yaml) result.push_back(inner({element, node_->file}));
  return result;
}

std::string YamlValue::text() const {
  if (!is_text()) fail("expected a text but found " + kind());
  return node_->yaml.Scalar();
}

long long YamlValue::number() const {
  const std::string digits = text();
  long long result = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result);
  if (error != std::errc() || end != digits.data() + digits.size()) fail("expected a whole number but found " + kind());
  return result;
}

std::vector<std::string> YamlValue::texts() const {
  if (is_text()) return {text()};
  std::vector<std::string> result;
  for (const YamlValue& element : list()) result.push_back(element.text());
  return result;
}

std::size_t YamlValue::choice(std::string_view what, std::initializer_list<std::string_view> names) const {
  const std::string name = text();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) fail(fmt::format("'{}' is not {}; accepted are {}", name, what, fmt::join(names, ", ")));
  return static_cast<std::size_t>(found - names.begin());
}

std::vector<std::filesystem::path> yaml_files(const std::vector<std::filesystem::path>& folders) {
  std::map<std::string, std::filesystem::path> by_name;
  for (const std::filesystem::path& folder : folders) {
    std::error_code missing;
    for (std::filesystem::directory_iterator file(folder, missing), end; file != end; ++file)
      if (file->path().extension() == ".yml") by_name.emplace(file->path().stem(), file->path());
  }
  std::vector<std::filesystem::path> result;
  for (const auto& [name, path] : by_name) result.push_back(path);
  return result;
}

} // namespace tandem

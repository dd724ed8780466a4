// XML that other tools write, treated as untrusted: nothing is fetched, no entity is expanded, and documents that
// define entities are refused; size and number of elements are bounded. Every error is an InputError at its line.
#pragma once

#include "base/core/input_error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pugi {
struct xml_node_struct;
}

namespace tandem {

struct XmlBounds {
  std::uint64_t text = std::uint64_t{1} << 26; // bytes
  std::uint64_t tags = 4'000'000;
};

class XmlElement {
public:
  // The root element. The text must be UTF-8; `file` names it in messages.
  static XmlElement read_text(std::string text, const std::string& file, XmlBounds bounds = {});

  std::string name() const; // without the prefix of a namespace
  std::string text() const; // of the element itself, trimmed
  std::optional<std::string> attribute(std::string_view name) const;
  // The elements inside, in their order; those of one name only, if one is given.
  std::vector<XmlElement> children(std::string_view name = "") const;

  TextPosition position() const;
  [[noreturn]] void fail(const std::string& message) const;

private:
  struct Document;
  XmlElement(std::shared_ptr<const Document> document, pugi::xml_node_struct* node)
      : document_(std::move(document)), node_(node) {}

  std::shared_ptr<const Document> document_;
  pugi::xml_node_struct* node_;
};

} // namespace tandem

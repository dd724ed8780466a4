// pugixml parses without recursion and does not interpret document types: an entity other than XML's own five stays as
// it was written. It accepts bytes that are not valid text, so they are checked for beforehand.

#include "base/core/xml_reader.h"

#include "base/core/utf8.h"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <cstddef>

namespace tandem {

struct XmlElement::Document {
  std::string file;
  std::vector<std::size_t> lines; // where they begin
  std::vector<char> buffer;       // the parser works in it
  pugi::xml_document xml;

  TextPosition position(std::ptrdiff_t offset) const {
    if (offset < 0) return {file};
    const auto next = std::ranges::upper_bound(lines, static_cast<std::size_t>(offset));
    const auto line = static_cast<std::uint32_t>(next - lines.begin());
    const std::size_t start = line == 0 ? 0 : *std::prev(next);
    return {file, line, static_cast<std::uint32_t>(static_cast<std::size_t>(offset) - start + 1)};
  }
};

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string_view local_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> result{0};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') result.push_back(i + 1);
  return result;
}

} // namespace

XmlElement XmlElement::read_text(std::string text, const std::string& file, XmlBounds bounds) {
  if (text.size() > bounds.text)
    throw InputError(TextPosition{file}, fmt::format("the text is too large; at most {} bytes are read", bounds.text));
  auto document = std::make_shared<Document>();
  document->file = file;
  document->lines = line_starts(text);
  const auto is_control = [](char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r'; };
  if (const auto bad = std::ranges::find_if(text, is_control); bad != text.end())
    throw InputError(document->position(bad - text.begin()), "control characters are not allowed in text");
  if (const std::size_t bad = first_bad_byte(text); bad != std::string_view::npos)
    throw InputError(document->position(static_cast<std::ptrdiff_t>(bad)), "this is not UTF-8");
  if (static_cast<std::uint64_t>(std::ranges::count(text, '<')) > bounds.tags)
    throw InputError(TextPosition{file}, fmt::format("too many elements; at most {} tags are read", bounds.tags));
  document->buffer.assign(text.begin(), text.end());
  text = {};
  const pugi::xml_parse_result parsed = document->xml.load_buffer_inplace(
      document->buffer.data(), document->buffer.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (!parsed) throw InputError(document->position(parsed.offset), fmt::format("not XML: {}", parsed.description()));
  for (const pugi::xml_node node : document->xml.children())
    if (node.type() == pugi::node_doctype && std::string_view(node.value()).find('[') != std::string_view::npos)
      throw InputError(document->position(node.offset_debug()),
                       "the document type defines something of its own (entities?), which is not read");
  const pugi::xml_node root = document->xml.document_element();
  if (!root) throw InputError(document->position(0), "no element was found");
  return {std::move(document), root.internal_object()};
}

std::string XmlElement::name() const { return std::string(local_name(pugi::xml_node(node_).name())); }

std::string XmlElement::text() const {
  std::string result;
  for (const pugi::xml_node node : pugi::xml_node(node_).children())
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) result += node.value();
  return std::string(trimmed(result));
}

std::optional<std::string> XmlElement::attribute(std::string_view name) const {
  for (const pugi::xml_attribute attribute : pugi::xml_node(node_).attributes())
    if (local_name(attribute.name()) == name) return attribute.value();
  return std::nullopt;
}

std::vector<XmlElement> XmlElement::children(std::string_view name) const {
  std::vector<XmlElement> result;
  for (const pugi::xml_node node : pugi::xml_node(node_).children())
    if (node.type() == pugi::node_element && (name.empty() || local_name(node.name()) == name))
      result.push_back(XmlElement(document_, node.internal_object()));
  return result;
}

TextPosition XmlElement::position() const { return document_->position(pugi::xml_node(node_).offset_debug()); }
void XmlElement::fail(const std::string& message) const { throw InputError(position(), message); }

} // namespace tandem

#include "base/core/xml_reader.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

// "file:line:column: message"
std::string refusal(std::string text, XmlBounds bounds = {}) {
  try {
    XmlElement::read_text(std::move(text), "f.xml", bounds);
  } catch (const InputError& error) {
    return error.position().text() + ": " + error.what();
  }
  return "accepted";
}

TEST(XmlReader, ElementsAttributesAndPositions) {
  const XmlElement root = XmlElement::read_text("<?xml version=\"1.0\"?>\n<g:root a='1' n:b='x &lt; y'>\n"
                                                "  <one> text &amp; more </one><two/>\n  <one><![CDATA[a<b]]></one>\n"
                                                "</g:root>\n",
                                                "f.xml");
  EXPECT_EQ(root.name(), "root");
  EXPECT_EQ(root.attribute("a"), "1");
  EXPECT_EQ(root.attribute("b"), "x < y");
  EXPECT_EQ(root.attribute("c"), std::nullopt);
  ASSERT_EQ(root.children("one").size(), 2u);
  EXPECT_EQ(root.children().size(), 3u);
  EXPECT_EQ(root.children("one")[0].text(), "text & more");
  EXPECT_EQ(root.children("one")[1].text(), "a<b");
  EXPECT_EQ(root.children("one")[1].position().line, 4u);
}

TEST(XmlReader, RefusesInvalidXml) {
  EXPECT_EQ(refusal("").substr(0, 13), "f.xml:1:1: no");
  EXPECT_NE(refusal("<a>\n<b>\n</a>").find("f.xml:3:"), std::string::npos);
  EXPECT_NE(refusal("<a>\n<b attr=></b></a>").find("f.xml:2:"), std::string::npos);
  EXPECT_EQ(refusal("<a>\n\xff</a>"), "f.xml:2:1: this is not UTF-8");
  EXPECT_EQ(refusal(std::string("<a>\0</a>", 8)), "f.xml:1:4: control characters are not allowed in text");
}

TEST(XmlReader, EntitiesAreNotDefined) {
  const std::string laughs = "<!DOCTYPE a [\n<!ENTITY x \"ha\">\n<!ENTITY y \"&x;&x;&x;\">\n]>\n<a>&y;</a>";
  EXPECT_NE(refusal(laughs).find("defines something of its own"), std::string::npos);
  const std::string outside = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<a>&x;</a>";
  EXPECT_NE(refusal(outside).find("defines something of its own"), std::string::npos);
}

TEST(XmlReader, DocumentTypesAreSkippedAndUnknownEntitiesAreKept) {
  const XmlElement root = XmlElement::read_text(
      "<!DOCTYPE a PUBLIC \"-//X//EN\" \"https://example.org/a.dtd\">\n<a>&unknown;</a>", "f.xml");
  EXPECT_EQ(root.text(), "&unknown;");
}

TEST(XmlReader, Bounds) {
  EXPECT_NE(refusal("<a>" + std::string(100, 'x') + "</a>", {.text = 50}).find("too large"), std::string::npos);
  EXPECT_NE(refusal("<a><b/><b/></a>", {.tags = 3}).find("too many elements"), std::string::npos);
}

TEST(XmlReader, DeepNestingNeedsNoStack) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "<a>";
  for (int i = 0; i < 200'000; ++i) text += "</a>";
  EXPECT_EQ(XmlElement::read_text(std::move(text), "f.xml").name(), "a");
}

} // namespace
} // namespace tandem

// Folders, archives and single files go through the same function for each XML file; sizes are bounded.

#include "exchange/formats/test_suite.h"

#include "base/core/text_file.h"
#include "base/core/xml_reader.h"
#include "exchange/formats/zip_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::exchange::formats {

namespace {

constexpr XmlBounds bounds{.text = std::uint64_t{1} << 24, .tags = 1'000'000};
constexpr std::uint64_t largest_archive = std::uint64_t{1} << 28;

void read_metadata(TestSuite& suite, const XmlElement& root) {
  const auto text = [&](std::string_view name) {
    const std::vector<XmlElement> found = root.children(name);
    return found.empty() ? std::string() : found.front().text();
  };
  if (!suite.program_hash.empty()) root.fail("the suite has metadata twice");
  suite.producer = text("producer");
  suite.specification = text("specification");
  suite.program_file = text("programfile");
  suite.program_hash = text("programhash");
  suite.entry_function = text("entryfunction");
  suite.architecture = text("architecture");
  if (const std::string language = text("sourcecodelang"); !language.empty() && language != "C")
    root.fail(fmt::format("the tests are for a program in '{}'; C is read", language));
}

void finish(TestSuite& suite, const std::string& name) {
  std::ranges::sort(suite.cases, {}, &TestSuite::Case::name);
  if (suite.producer.empty() && suite.program_hash.empty())
    suite.dropped.push_back(name + ": there is no metadata.xml; nothing says which program the tests are for");
}

} // namespace

void add_suite_file(TestSuite& suite, std::string text, const std::string& name) {
  const XmlElement root = XmlElement::read_text(std::move(text), name, bounds);
  if (root.name() == "test-metadata") return read_metadata(suite, root);
  if (root.name() != "testcase")
    root.fail(fmt::format("a <testcase> or <test-metadata> element was expected, not <{}>", root.name()));
  TestSuite::Case test{name, {}};
  for (const XmlElement& input : root.children("input")) test.inputs.push_back(input.text());
  suite.cases.push_back(std::move(test));
}

TestSuite read_zipped_suite(std::string_view bytes, const std::string& name) {
  TestSuite suite;
  for (ZipEntry& entry : read_zip(bytes, name)) {
    const std::string inner = name + "/" + entry.name;
    if (entry.name.ends_with(".xml"))
      add_suite_file(suite, std::move(entry.content), inner);
    else if (entry.name != goal_table_file)
      suite.dropped.push_back(inner + ": no XML, so no test");
  }
  finish(suite, name);
  return suite;
}

TestSuite read_test_suite(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) {
    std::string bytes = read_text_file(path, largest_archive);
    if (looks_like_zip(bytes)) return read_zipped_suite(bytes, path.string());
    TestSuite suite;
    add_suite_file(suite, std::move(bytes), path.string());
    finish(suite, path.string());
    return suite;
  }
  TestSuite suite;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(path))
    if (entry.is_regular_file() && entry.path().extension() == ".xml") files.push_back(entry.path());
  std::ranges::sort(files);
  for (const std::filesystem::path& file : files)
    add_suite_file(suite, read_text_file(file, bounds.text), file.string());
  finish(suite, path.string());
  return suite;
}

std::string read_goal_table(const std::filesystem::path& suite) {
  if (std::filesystem::is_directory(suite))
    return std::filesystem::exists(suite / goal_table_file) ? read_text_file(suite / goal_table_file) : "";
  const std::string bytes = read_text_file(suite, largest_archive);
  if (!looks_like_zip(bytes)) return "";
  for (ZipEntry& entry : read_zip(bytes, suite.string()))
    if (entry.name == goal_table_file) return std::move(entry.content);
  return "";
}

} // namespace tandem::exchange::formats

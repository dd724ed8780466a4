#include "exchange/formats/test_suite.h"

#include "exchange/formats/zip_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tandem::exchange::formats {
namespace {

std::string number(std::uint32_t value, std::size_t size) {
  std::string result;
  for (std::size_t i = 0; i < size; ++i) result += static_cast<char>(value >> (8 * i) & 0xff);
  return result;
}

struct Archived {
  std::string name, content;
  std::uint32_t method = 0, flags = 0;
};

// Checksums are zero: the reader ignores them.
std::string zip_of(const std::vector<Archived>& files) {
  std::string bytes, directory;
  for (const Archived& file : files) {
    const std::string sizes = number(static_cast<std::uint32_t>(file.content.size()), 4);
    const std::string common = number(20, 2) + number(file.flags, 2) + number(file.method, 2) + number(0, 8) + sizes +
                               sizes + number(static_cast<std::uint32_t>(file.name.size()), 2) + number(0, 2);
    directory += "PK\x01\x02" + number(20, 2) + common + number(0, 10) +
                 number(static_cast<std::uint32_t>(bytes.size()), 4) + file.name;
    bytes += "PK\x03\x04" + common + file.name + file.content;
  }
  const auto start = static_cast<std::uint32_t>(bytes.size());
  const auto count = static_cast<std::uint32_t>(files.size());
  return bytes + directory + "PK\x05\x06" + number(0, 4) + number(count, 2) + number(count, 2) +
         number(static_cast<std::uint32_t>(directory.size()), 4) + number(start, 4) + number(0, 2);
}

template <typename Read> std::string refusal(const Read& read) {
  try {
    read();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ZipFile, FilesWithoutFolders) {
  const std::vector<ZipEntry> entries = read_zip(zip_of({{"a/", ""}, {"a/b.xml", "one"}, {"c", ""}}), "z");
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].name, "a/b.xml");
  EXPECT_EQ(entries[0].content, "one");
  EXPECT_EQ(entries[1].content, "");
}

TEST(ZipFile, RefusesWhatItDoesNotUnderstand) {
  const auto read = [](const std::string& bytes, ZipBounds bounds = {}) {
    return refusal([&] { read_zip(bytes, "z", bounds); });
  };
  const std::string good = zip_of({{"a", "0123456789"}});
  EXPECT_EQ(read(good), "accepted");
  EXPECT_EQ(read("PK"), "no zip archive: it is too short");
  EXPECT_EQ(read(good.substr(0, good.size() - 1)), "no zip archive, or it is truncated: its directory is missing");
  EXPECT_EQ(read(zip_of({{"a", "x", 0, 1}})), "'a' is encrypted");
  EXPECT_EQ(read(zip_of({{"a", "x", 12}})), "'a' is packed by method 12");
  EXPECT_EQ(read(zip_of({{"a", "x", 8}})), "'a' is damaged");
  EXPECT_EQ(read(good, {.content = 9}), "the archive is too large; at most 9 bytes are read");
  EXPECT_EQ(read(good, {.entries = 0}), "the archive has 1 entries; at most 0 are read");
  for (std::size_t size = 0; size < good.size(); ++size) EXPECT_NE(read(good.substr(0, size)), "accepted") << size;
}

const std::string metadata = "<test-metadata><producer>P</producer><programhash>ab</programhash></test-metadata>";

TEST(ZipFile, WhatIsWrittenCanBeRead) {
  const std::vector<ZipEntry> entries{{"a.xml", "text"}, {"empty", ""}, {"bytes", std::string("\0\xff\n", 3)}};
  const std::vector<ZipEntry> read = read_zip(write_zip(entries), "archive");
  ASSERT_EQ(read.size(), entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(read[i].name, entries[i].name);
    EXPECT_EQ(read[i].content, entries[i].content);
  }
}

TEST(TestSuite, FromAnArchive) {
  const TestSuite suite =
      read_zipped_suite(zip_of({{"s/t2.xml", "<testcase><input type='int'> 7 </input><input>'a'</input></testcase>"},
                                {"s/metadata.xml", metadata},
                                {"s/t1.xml", "<testcase coversError='true'/>"},
                                {"s/readme", "x"},
                                {"goals.json", "{}"}}),
                        "z");
  EXPECT_EQ(suite.producer, "P");
  EXPECT_EQ(suite.program_hash, "ab");
  ASSERT_EQ(suite.cases.size(), 2u);
  EXPECT_EQ(suite.cases[0].name, "z/s/t1.xml");
  EXPECT_EQ(suite.cases[1].inputs, (std::vector<std::string>{"7", "'a'"}));
  EXPECT_EQ(suite.dropped, std::vector<std::string>{"z/s/readme: no XML, so no test"});
}

TEST(TestSuite, RefusesWhatIsNoTest) {
  const auto read = [](std::string text) {
    return refusal([&] {
      TestSuite suite;
      add_suite_file(suite, std::move(text), "t.xml");
    });
  };
  EXPECT_EQ(read(metadata), "accepted");
  EXPECT_EQ(read("<html/>"), "a <testcase> or <test-metadata> element was expected, not <html>");
  EXPECT_EQ(read("<test-metadata><sourcecodelang>Java</sourcecodelang></test-metadata>"),
            "the tests are for a program in 'Java'; C is read");
  EXPECT_EQ(refusal([] { read_zipped_suite(zip_of({{"a.xml", metadata}, {"b.xml", metadata}}), "z"); }),
            "the suite has metadata twice");
}

TEST(TestSuite, MissingMetadataIsSaid) {
  const TestSuite suite = read_zipped_suite(zip_of({{"t.xml", "<testcase/>"}}), "z");
  ASSERT_EQ(suite.dropped.size(), 1u);
  EXPECT_NE(suite.dropped[0].find("no metadata.xml"), std::string::npos);
}

} // namespace
} // namespace tandem::exchange::formats

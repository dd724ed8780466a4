// A result as a self-contained HTML page. Commands fill a Page with sections; what a section of some kind looks like is
// decided in the browser (assets/), which gets its data as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace tandem::report::page {

struct Section {
  std::string id;    // for links: "source"
  std::string title; // of its tab
  std::string kind;  // the function in assets/ that shows it
  nlohmann::json data;
};

enum class Tone : std::uint8_t { Neutral, Good, Bad, Open };
std::string_view name(Tone tone); // "good"

struct Page {
  std::string title;    // what it is about: "queue.c"
  std::string headline; // the result: "FALSE"
  Tone tone = Tone::Neutral;
  std::string sentence; // the result in words
  std::string producer; // "tandem 0.1.0"
  std::vector<Section> sections;
};

// Large sections are compressed and unpacked by the browser when they are looked at.
std::string html(const Page& page);

} // namespace tandem::report::page

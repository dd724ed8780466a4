// The page is a frame with the style, the data of each section and one script. Data never becomes markup: it stands in
// script elements that are not executed, where "<" is written as an escape, so that no text of the program can end the
// element. The policy names the script by its hash; anything else that looked like a script would not run.

#include "report/page/page.h"

#include "base/core/sha256.h"
#include "report/page/assets.h"
#include "report/page/encoding.h"

#include <fmt/format.h>

namespace tandem::report::page {

namespace {

constexpr std::size_t largest_plain = 64 * 1024;

std::string json_text(const nlohmann::json& data) {
  // Bytes that are not UTF-8, as old sources have them, are shown as the replacement character.
  const std::string text = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  }
  return result;
}

std::string data_element(const std::string& id, const nlohmann::json& data) {
  const std::string text = json_text(data);
  if (text.size() <= largest_plain)
    return fmt::format("<script type=\"application/json\" id=\"data-{}\">{}</script>\n", escaped_html(id), text);
  return fmt::format("<script type=\"application/gzip\" id=\"data-{}\">{}</script>\n", escaped_html(id),
                     base64(gzip(text)));
}

nlohmann::json page_json(const Page& page) {
  nlohmann::json sections = nlohmann::json::array();
  for (const Section& section : page.sections)
    sections.push_back({{"id", section.id}, {"title", section.title}, {"kind", section.kind}});
  return {{"title", page.title},       {"headline", page.headline}, {"tone", name(page.tone)},
          {"sentence", page.sentence}, {"producer", page.producer}, {"sections", std::move(sections)}};
}

std::string policy() {
  return fmt::format("default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{}'; "
                     "base-uri 'none'; form-action 'none'",
                     base64(bytes_of_hexadecimal(sha256(assets::script))));
}

} // namespace

std::string_view name(Tone tone) {
  switch (tone) {
  case Tone::Neutral: return "neutral";
  case Tone::Good: return "good";
  case Tone::Bad: return "bad";
  case Tone::Open: return "open";
  }
  return "";
}

std::string html(const Page& page) {
  std::string text = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"generator\" content=\"{}\">\n<title>{}: {}</title>\n<style>\n{}</style>\n</head>\n<body>\n",
      policy(), escaped_html(page.producer), escaped_html(page.title), escaped_html(page.headline), assets::style);
  // What shows before the script has run, and where there is none.
  text += fmt::format("<div id=\"app\"><h1>{}: {}</h1><p>{}</p>\n<noscript><p>The rest of this page needs "
                      "JavaScript.</p></noscript></div>\n",
                      escaped_html(page.title), escaped_html(page.headline), escaped_html(page.sentence));
  text += data_element("page", page_json(page));
  for (const Section& section : page.sections) text += data_element(section.id, section.data);
  return text + "<script>" + std::string(assets::script) + "</script>\n</body>\n</html>\n";
}

} // namespace tandem::report::page

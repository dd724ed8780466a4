// Each entry is one line of JSON, written by one call to a file that is open for appending: lines of several processes
// do not mix. The clock is that of the machine, so that all processes count from the same beginning.

#include "exchange/journal/journal.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <optional>
#include <sstream>
#include <unistd.h>

namespace tandem::exchange {
namespace {

using nlohmann::json;

constexpr std::array event_names{"got", "sent", "decided"};

struct Entry {
  PartnerRun run;
  std::string group;
  bool is_group = false, has_ended = false;
};

void add_line(const json& line, std::map<std::string, Entry>& entries, std::vector<std::string>& order) {
  const std::string id = line.at("run"), event = line.at("event");
  const double at = line.at("at");
  Entry& entry = entries[id];
  if (event == "start") {
    order.push_back(id);
    entry.run.partner = line.at("partner");
    entry.run.part = line.at("part");
    entry.run.start_seconds = at;
    entry.group = line.at("group");
    entry.is_group = entry.run.partner.empty();
  } else if (event == "end") {
    entry.has_ended = true;
    entry.run.end_seconds = at;
    entry.run.verdict = line.at("verdict");
    entry.run.what = line.at("what");
    entry.run.cpu_seconds = line.at("cpu");
  } else if (const auto kind = std::ranges::find(event_names, event); kind != event_names.end()) {
    entry.run.events.push_back({.kind = static_cast<JournalEventKind>(kind - event_names.begin()),
                                .at_seconds = at,
                                .what = line.at("what"),
                                .from = line.value("from", ""),
                                .state = line.value("state", "")});
  }
}

} // namespace

std::string_view name(JournalEventKind kind) { return event_names[static_cast<std::size_t>(kind)]; }

Journal::Journal(std::filesystem::path file) : path_(std::move(file)), begin_(std::chrono::steady_clock::now()) {
  Descriptor opened(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666));
  if (!opened.is_open()) throw InputError({path_.string()}, fmt::format("cannot be written: {}", std::strerror(errno)));
  file_ = std::make_shared<const Descriptor>(std::move(opened));
}

double Journal::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

Journal::Run Journal::new_run() const {
  static unsigned count = 0;
  Run run;
  if (!file_) return run;
  run.journal_ = std::make_shared<const Journal>(*this);
  run.id_ = fmt::format("{}-{}", ::getpid(), ++count); // forked processes go on counting
  return run;
}

Journal Journal::about_part(std::string part) const {
  Journal result = *this;
  result.part_ = std::move(part);
  return result;
}

Journal Journal::Run::inside() const {
  if (!journal_) return {};
  Journal result = *journal_;
  result.group_ = id_;
  return result;
}

void Journal::Run::write(std::string_view event, json fields) const {
  fields["event"] = event;
  fields["run"] = id_;
  fields["at"] = journal_->seconds();
  const std::string line = fields.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  // In one piece; a disk that is full costs a line of the journal, no more.
  if (::write(journal_->file_->number(), line.data(), line.size()) < 0) return;
}

void Journal::Run::start(std::string_view partner) const {
  if (!journal_) return;
  write("start", {{"partner", partner}, {"part", journal_->part_}, {"group", journal_->group_}});
}

void Journal::Run::got(std::string_view what, std::string_view from) const {
  if (journal_) write("got", {{"what", what}, {"from", from}});
}

void Journal::Run::sent(std::string_view what) const {
  if (journal_) write("sent", {{"what", what}});
}

void Journal::Run::decided(std::string_view target, std::string_view state) const {
  if (journal_) write("decided", {{"what", target}, {"state", state}});
}

void Journal::Run::end(std::string_view verdict, std::string_view what, double cpu_seconds) const {
  if (journal_) write("end", {{"verdict", verdict}, {"what", what}, {"cpu", cpu_seconds}});
}

std::vector<PartnerRun> Journal::runs() const {
  if (!file_) return {};
  std::map<std::string, Entry> entries;
  std::vector<std::string> order;
  std::istringstream lines(read_text_file(path_));
  for (std::string line; std::getline(lines, line);) {
    try {
      add_line(json::parse(line), entries, order);
    } catch (const json::exception&) { // of a process that was killed, or a disk that is full
    }
  }
  std::vector<PartnerRun> result;
  for (const std::string& id : order) {
    Entry& entry = entries[id];
    if (entry.is_group) continue;
    if (!entry.has_ended) {
      std::optional<double> end;
      for (auto group = entries.find(entry.group); group != entries.end() && !end;
           group = entries.find(group->second.group))
        if (group->second.has_ended) end = group->second.run.end_seconds;
      entry.run.end_seconds = end.value_or(seconds());
    }
    result.push_back(std::move(entry.run));
  }
  std::ranges::sort(result, {}, &PartnerRun::start_seconds);
  return result;
}

} // namespace tandem::exchange

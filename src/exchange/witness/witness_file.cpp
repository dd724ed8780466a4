// A bounded YAML tree, walked by key; every value knows its line and column.

#include "exchange/witness/witness_file.h"

#include "base/core/bounded_text.h"
#include "base/core/yaml_reader.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

namespace tandem::exchange::witness {

namespace {

// A tree of YAML values is many times larger than its text.
constexpr std::uint64_t largest_file = std::uint64_t{4} << 20;

std::string optional_text(const YamlValue& map, std::string_view key) {
  const std::optional<YamlValue> value = map.find(key);
  return value ? value->text() : "";
}

std::uint32_t read_count(const YamlValue& value, long long least) {
  const long long number = value.number();
  if (number < least || number > std::numeric_limits<std::uint32_t>::max())
    value.fail(fmt::format("expected a number from {} on but found {}", least, number));
  return static_cast<std::uint32_t>(number);
}

class WitnessReader {
public:
  explicit WitnessReader(std::string file) { result_.file = std::move(file); }

  Witness run(const YamlValue& whole) {
    if (!whole.is_list()) whole.fail("expected a list of entries, each with entry_type, metadata and content");
    for (const YamlValue& entry : whole.list()) read_entry(entry);
    if (!kind_)
      throw InputError(TextPosition{result_.file}, "found neither an invariant_set (a correctness witness) nor a "
                                                   "violation_sequence (a violation witness)");
    if (*kind_ == Witness::Kind::Violation) check_target();
    result_.kind = *kind_;
    return std::move(result_);
  }

private:
  void skip(const YamlValue& value, std::string what) {
    result_.skipped.push_back({value.position(), std::move(what)});
  }

  void read_entry(const YamlValue& entry) {
    const std::string type = entry.at("entry_type").text();
    if (type == "invariant_set") {
      begin(entry, Witness::Kind::Correctness);
      for (const YamlValue& each : contents(entry)) read_invariant(each);
    } else if (type == "violation_sequence") {
      if (kind_) entry.fail("a violation_sequence beside another entry; expected it alone");
      begin(entry, Witness::Kind::Violation);
      for (const YamlValue& each : contents(entry)) read_segment(each);
    } else {
      skip(entry, fmt::format("an entry of type '{}'", type));
    }
  }

  void begin(const YamlValue& entry, Witness::Kind kind) {
    if (kind_ && *kind_ != kind) entry.fail("a witness is either of correctness or of a violation, not of both");
    read_metadata(entry.at("metadata"));
    kind_ = kind;
  }

  // An empty list may be written as an empty value.
  static std::vector<YamlValue> contents(const YamlValue& entry) {
    const YamlValue content = entry.at("content");
    if (!content.is_list() && !content.is_map() && !content.is_text()) return {};
    return content.list();
  }

  void read_metadata(const YamlValue& metadata) {
    const YamlValue version = metadata.at("format_version");
    if (!version.text().starts_with("2."))
      version.fail(fmt::format("format version '{}'; 2.0 and its successors are accepted", version.text()));
    result_.version = version.text();
    const std::optional<YamlValue> task = metadata.find("task");
    if (!task || kind_) return; // further entries are about the same task
    result_.task.specification = optional_text(*task, "specification");
    result_.task.data_model = optional_text(*task, "data_model");
    if (const auto hashes = task->find("input_file_hashes"); hashes && hashes->is_map())
      for (const auto& [path, hash] : hashes->entries()) result_.task.files.push_back({path, hash.text()});
  }

  static WitnessLocation read_location(const YamlValue& value) {
    WitnessLocation result;
    result.file = optional_text(value, "file_name");
    result.line = read_count(value.at("line"), 1);
    if (const auto column = value.find("column")) result.column = read_count(*column, 0);
    result.function = optional_text(value, "function");
    return result;
  }

  void read_invariant(const YamlValue& element) {
    const std::optional<YamlValue> invariant = element.find("invariant");
    if (!invariant) return skip(element, "an element that is no invariant");
    const std::string type = invariant->at("type").text();
    const bool is_loop = type == "loop_invariant";
    if (!is_loop && type != "location_invariant")
      return skip(*invariant, fmt::format("an invariant of type '{}'", type));
    const std::string format = optional_text(*invariant, "format");
    if (!format.empty() && format != "c_expression" && format != "C")
      return skip(*invariant, fmt::format("an invariant in the format '{}'", format));
    const YamlValue value = invariant->at("value");
    result_.invariants.push_back({.kind = is_loop ? WitnessInvariantKind::Loop : WitnessInvariantKind::Location,
                                  .location = read_location(invariant->at("location")),
                                  .value = value.text(),
                                  .position = value.position()});
  }

  void read_segment(const YamlValue& element) {
    const YamlValue segment = element.at("segment");
    std::vector<WitnessWaypoint> waypoints;
    for (const YamlValue& each : segment.list()) {
      if (!waypoints.empty() && waypoints.back().action == WaypointAction::Follow)
        each.fail("a waypoint after the one to follow; expected that one to be the last of its segment");
      waypoints.push_back(read_waypoint(each.at("waypoint")));
    }
    if (waypoints.empty() || waypoints.back().action != WaypointAction::Follow)
      segment.fail("a segment without a waypoint to follow; expected one, the last of the segment");
    // A sequence without one of its waypoints, or without one to avoid, describes more executions.
    const bool is_known = !waypoints.back().type.empty();
    std::erase_if(waypoints, [](const WitnessWaypoint& waypoint) { return waypoint.type.empty(); });
    if (is_known) result_.segments.push_back(std::move(waypoints));
  }

  static bool is_waypoint_type(std::string_view type) {
    return type == "assumption" || type == "branching" || type == "function_enter" || type == "function_return" ||
           type == "target";
  }

  // Without a type if the type is newer than this reader.
  WitnessWaypoint read_waypoint(const YamlValue& value) {
    WitnessWaypoint result;
    result.position = value.position();
    result.action = static_cast<WaypointAction>(value.at("action").choice("an action", {"follow", "avoid"}));
    const YamlValue type = value.at("type");
    if (!is_waypoint_type(type.text())) {
      skip(type, fmt::format("a waypoint of type '{}'", type.text()));
      return result;
    }
    result.type = type.text();
    result.location = read_location(value.at("location"));
    if (const auto constraint = value.find("constraint")) result.constraint = constraint->at("value").text();
    if ((result.type == "assumption" || result.type == "branching") && result.constraint.empty())
      value.fail(fmt::format("a waypoint of type {} without a constraint", result.type));
    return result;
  }

  void check_target() const {
    for (std::size_t i = 0; i < result_.segments.size(); ++i)
      for (const WitnessWaypoint& waypoint : result_.segments[i]) {
        const bool is_last = i + 1 == result_.segments.size() && waypoint.action == WaypointAction::Follow;
        if (is_last != (waypoint.type == "target"))
          throw InputError(waypoint.position, "expected one target, the waypoint to follow in the last segment");
      }
    if (result_.segments.empty()) throw InputError(TextPosition{result_.file}, "a violation_sequence without a target");
  }

  Witness result_;
  std::optional<Witness::Kind> kind_;
};

} // namespace

Witness read_witness(const std::filesystem::path& path) {
  return read_witness_text(read_bounded_text(path, largest_file), path.string());
}

Witness read_witness_text(const std::string& text, const std::string& file) {
  return WitnessReader(file).run(YamlValue::read_text(text, file));
}

} // namespace tandem::exchange::witness

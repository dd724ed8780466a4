// Writes the waypoints of an execution as YAML.

#include "exchange/witness/violation_witness.h"

#include "base/core/require.h"

#include <yaml-cpp/yaml.h>

namespace tandem::exchange::witness {

namespace {

const char* type_name(WaypointKind kind) {
  switch (kind) {
  case WaypointKind::Assumption: return "assumption";
  case WaypointKind::Branching: return "branching";
  case WaypointKind::Target: return "target";
  }
  unreachable();
}

void write_location(YAML::Emitter& out, const Program& program, const Waypoint& waypoint) {
  out << YAML::Key << "location" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "file_name" << YAML::Value << YAML::DoubleQuoted << program.files()[waypoint.location.file].path;
  out << YAML::Key << "line" << YAML::Value << waypoint.location.line;
  out << YAML::Key << "column" << YAML::Value << waypoint.location.column;
  out << YAML::Key << "function" << YAML::Value << YAML::DoubleQuoted << waypoint.function->source_name();
  out << YAML::EndMap;
}

void write_segment(YAML::Emitter& out, const Program& program, const Waypoint& waypoint) {
  out << YAML::BeginMap << YAML::Key << "segment" << YAML::Value << YAML::BeginSeq;
  out << YAML::BeginMap << YAML::Key << "waypoint" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "type" << YAML::Value << YAML::DoubleQuoted << type_name(waypoint.kind);
  out << YAML::Key << "action" << YAML::Value << YAML::DoubleQuoted << "follow";
  write_location(out, program, waypoint);
  if (waypoint.kind != WaypointKind::Target) {
    out << YAML::Key << "constraint" << YAML::Value << YAML::BeginMap;
    out << YAML::Key << "value" << YAML::Value << YAML::DoubleQuoted << waypoint.constraint;
    if (waypoint.kind == WaypointKind::Assumption)
      out << YAML::Key << "format" << YAML::Value << YAML::DoubleQuoted << "c_expression";
    out << YAML::EndMap;
  }
  out << YAML::EndMap << YAML::EndMap << YAML::EndSeq << YAML::EndMap;
}

} // namespace

std::string violation_witness(const Program& program, const Property& property, const Execution& execution,
                              const WitnessMetadata& metadata) {
  YAML::Emitter out;
  out << YAML::BeginSeq << YAML::BeginMap;
  out << YAML::Key << "entry_type" << YAML::Value << YAML::DoubleQuoted << "violation_sequence";
  write_metadata(out, metadata, program, property);
  out << YAML::Key << "content" << YAML::Value << YAML::BeginSeq;
  for (const Waypoint& waypoint : find_waypoints(program, execution)) write_segment(out, program, waypoint);
  out << YAML::EndSeq << YAML::EndMap << YAML::EndSeq;
  require(out.good(), "a witness should be well-formed YAML");
  return std::string(out.c_str()) + "\n";
}

} // namespace tandem::exchange::witness

// Writes the `metadata` map that all entries of that format begin with.

#include "exchange/witness/witness_metadata.h"

#include "base/core/timestamp.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <random>

namespace tandem::exchange::witness {

namespace {

// RFC 4122, version 4.
std::string random_uuid() {
  std::random_device random;
  const auto bits = [&](std::uint32_t mask) { return static_cast<std::uint32_t>(random()) & mask; };
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:x}{:03x}-{:04x}{:08x}", bits(0xffffffff), bits(0xffff), bits(0xfff),
                     8 + bits(3), bits(0xfff), bits(0xffff), bits(0xffffffff));
}

void write(YAML::Emitter& out, const char* key, const std::string& value) {
  out << YAML::Key << key << YAML::Value << YAML::DoubleQuoted << value;
}

} // namespace

WitnessMetadata new_witness_metadata(std::string version) {
  return {.version = std::move(version), .uuid = random_uuid(), .time = std::chrono::system_clock::now()};
}

void write_metadata(YAML::Emitter& out, const WitnessMetadata& metadata, const Program& program,
                    const Property& property) {
  out << YAML::Key << "metadata" << YAML::Value << YAML::BeginMap;
  write(out, "format_version", metadata.format);
  write(out, "uuid", metadata.uuid);
  write(out, "creation_time", timestamp(metadata.time));
  out << YAML::Key << "producer" << YAML::Value << YAML::BeginMap;
  write(out, "name", metadata.producer);
  write(out, "version", metadata.version);
  out << YAML::EndMap;
  out << YAML::Key << "task" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "input_files" << YAML::Value << YAML::BeginSeq;
  for (const SourceFile& file : program.files())
    if (!file.sha256.empty()) out << YAML::DoubleQuoted << file.path;
  out << YAML::EndSeq << YAML::Key << "input_file_hashes" << YAML::Value << YAML::BeginMap;
  for (const SourceFile& file : program.files())
    if (!file.sha256.empty())
      out << YAML::Key << YAML::DoubleQuoted << file.path << YAML::Value << YAML::DoubleQuoted << file.sha256;
  out << YAML::EndMap;
  // The property that tandem checks by default has no standard notation; this is the closest one.
  write(out, "specification", property.text.empty() ? unreach_call_property().text : property.text);
  write(out, "data_model", std::string(name(program.data_model())));
  write(out, "language", "C");
  out << YAML::EndMap << YAML::EndMap;
}

} // namespace tandem::exchange::witness

// The metadata of a witness in the YAML formats 2.0 and 2.1: about itself and its task.
#pragma once

#include "program/model/property.h"

#include <chrono>
#include <string>

namespace YAML {
class Emitter;
}

namespace tandem::exchange::witness {

struct WitnessMetadata {
  std::string producer = "tandem";
  std::string version;
  std::string uuid;
  std::chrono::system_clock::time_point time;
  std::string format = "2.0"; // what we write is the same in 2.1
};

// With a new random identifier and the current time.
WitnessMetadata new_witness_metadata(std::string version);

// "metadata: …" inside an entry.
void write_metadata(YAML::Emitter& out, const WitnessMetadata& metadata, const Program& program,
                    const Property& property);

} // namespace tandem::exchange::witness

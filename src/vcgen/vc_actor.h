// Experiments as an actor, so that they run isolated, with limits that hold. Its results travel as lines of progress,
// one JSON object each: what is there when a limit strikes is not lost.
#pragma once

#include "task/actor.h"
#include "vcgen/experiment.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tandem::vcgen {

struct VcRequest {
  BoundedOptions bounded;
  std::vector<Experiment> experiments;
  // The experiment to make with the method that choose_method() picks; none: auto was not asked for.
  std::optional<Experiment> automatic;
};

// The program after unwinding.
struct UnwoundReport {
  std::size_t blocks = 0, statements = 0, asserts = 0;
  double seconds = 0;
  std::vector<std::string> assumptions;
  std::vector<std::string> unsupported; // what is not modelled, with its place
  std::uint64_t imprecisions = 0;
};

struct ChoiceReport {
  std::string series, reason;
};

struct Refusal {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string message;
};

using VcMessage = std::variant<std::monostate, UnwoundReport, ChoiceReport, Measurement, Refusal>;

std::unique_ptr<task::Actor> make_vc_actor(VcRequest request);
// What a line of progress of that actor says; monostate if it is none of its results.
VcMessage read_message(std::string_view line);

// Measurements as they travel, and as `tandem vc --json` has them.
nlohmann::json to_json(const Measurement& measurement);
nlohmann::json to_json(const UnwoundReport& report);

} // namespace tandem::vcgen

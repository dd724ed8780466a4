// Experiments as an actor, so that they run in an isolated process under resource limits. Results are sent as progress
// lines, one JSON object each, so that those obtained before a limit is reached are not lost.
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
  // The experiment to run with the method that choose_method() picks, if requested (`--method auto`).
  std::optional<Experiment> automatic;
};

// The program after unwinding.
struct UnwoundReport {
  std::size_t blocks = 0, statements = 0, asserts = 0;
  double seconds = 0;
  std::vector<std::string> assumptions;
  std::vector<std::string> unsupported; // constructs with their positions
  std::uint64_t imprecisions = 0;
  bool every_path_is_cut = false; // by the bound
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
// Decodes a progress line of that actor; monostate if it is not a result.
VcMessage read_message(std::string_view line);

// The format of progress lines and of `tandem vc --json`.
nlohmann::json to_json(const Measurement& measurement);
nlohmann::json to_json(const UnwoundReport& report);

} // namespace tandem::vcgen

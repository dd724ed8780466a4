// A tool's FALSE passes the same test as an engine's: its inputs are replayed on the user's program. For programs that
// tandem made itself (regions, path programs) there is no user's program to replay on, and the tool's word is passed
// on.

#include "engines/external_tool.h"

#include "analysis/confirm/replay.h"
#include "base/core/share_folders.h"
#include "engines/confirmation.h"
#include "engines/reducers.h"
#include "engines/told_facts.h"
#include "tool/tool_actor.h"
#include "tool/toolbox.h"

namespace tandem::engines {
namespace {

task::Replay replay_of(const EngineOptions& options) {
  analysis::confirm::ConfirmOptions given = confirm_options(options);
  if (options.alarms == Alarms::Report) given.compiled_check = analysis::confirm::CompiledCheck::Skip;
  return
      [given, alarms = options.alarms](const Program& program, const transform::reduce::Residual* slice,
                                       const std::vector<task::GivenInput>& inputs, std::chrono::milliseconds limit) {
        analysis::confirm::ConfirmOptions within = given;
        within.replay_limit = limit;
        task::Counterexample found = analysis::confirm::replay(program, slice, inputs, within);
        if (alarms == Alarms::Report && found.confirmed == task::Confirmation::None) {
          // The tool's word is enough, but which target it means is unknown.
          found.target = nullptr;
          found.confirmed = task::Confirmation::Interpreter;
        }
        return found;
      };
}

} // namespace

std::unique_ptr<task::Actor> make_external_tool(tool::Definition definition, const EngineOptions& options) {
  if (options.limits.loop_iterations) tool::limit_bounds(definition, *options.limits.loop_iterations);
  tool::ToolOptions settings;
  settings.replay = replay_of(options);
  settings.prove = proved_again;
  settings.source = options.source;
  settings.artifacts = options.artifacts;
  settings.tests = options.tests;
  choose_reducer(options.reduce, settings);
  if (!options.compiler_args.empty()) settings.source = tool::Source::Written;
  return tool::make_tool(std::move(definition), std::move(settings));
}

std::unique_ptr<task::Actor> make_external_tool(const std::string& name, const EngineOptions& options) {
  return make_external_tool(tool::Toolbox(share_folders("tools")).find(name), options);
}

} // namespace tandem::engines

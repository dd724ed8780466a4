#include "engines/confirmation.h"

namespace tandem::engines {

analysis::confirm::ConfirmOptions confirm_options(const EngineOptions& options) {
  analysis::confirm::ConfirmOptions settings;
  settings.property = options.property;
  settings.compiler_args = options.compiler_args;
  settings.compiled_check = options.compiled_check;
  return settings;
}

analysis::confirm::Confirm confirmation(const EngineOptions& options, analysis::confirm::ConfirmOptions settings) {
  if (options.confirm) return options.confirm;
  if (options.alarms == Alarms::Report) return nullptr;
  return [settings = std::move(settings)](const Program& program, task::Counterexample found) {
    return analysis::confirm::confirm(program, std::move(found), settings);
  };
}

analysis::confirm::Confirm confirmation(const EngineOptions& options) {
  return confirmation(options, confirm_options(options));
}

} // namespace tandem::engines

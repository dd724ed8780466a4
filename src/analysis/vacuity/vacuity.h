// Vacuity: a proof about a program in which nothing reaches the assertions says nothing about them.
#pragma once

#include "task/actor.h"

#include <memory>

namespace tandem::analysis::vacuity {

// The actor's answer; of TRUE also what makes it say less than it seems (Outcome::vacuous).
std::unique_ptr<task::Actor> make_with_vacuity(std::shared_ptr<task::Actor> actor);

// In the order of the source: assumptions first, then assertions, then lines. Ends early, with less to say, when
// `should_stop` says so.
std::vector<std::string> find_vacuity(const Program& program, const Property& property,
                                      const std::function<bool()>& should_stop);

} // namespace tandem::analysis::vacuity

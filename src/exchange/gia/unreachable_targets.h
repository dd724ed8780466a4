// Targets that a partner has shown to be unreachable. Told as an invariant, 0 at the call, which no execution reaches;
// partners that start later work on the program without them.
#pragma once

#include "exchange/gia/fact.h"
#include "program/model/property.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::exchange {

// In Fact::about, and nowhere else: only strategies say it, of what partners have decided.
inline constexpr std::string_view about_targets = "targets";

// `targets`: calls of error functions; `by`: who has decided them.
Fact unreachable_fact(const Program& program, const Property& property, std::span<const Edge* const> targets,
                      const std::string& by);

// The calls that the fact is about; none if it is about something else.
std::vector<const Edge*> unreachable_targets(const Program& program, const Property& property, const Fact& fact);

} // namespace tandem::exchange

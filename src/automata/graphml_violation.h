// An execution that reaches an error as a violation witness in GraphML 1.0: one way of inputs and decisions.
#pragma once

#include "automata/graphml.h"
#include "automata/waypoints.h"
#include "program/property.h"

#include <chrono>

namespace tandem::automata {

GraphmlWitness graphml_of_execution(const Program& program, const Property& property, const Execution& execution,
                                    std::string producer, std::chrono::system_clock::time_point time);

} // namespace tandem::automata

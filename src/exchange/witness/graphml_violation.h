// An execution that reaches an error as a violation witness in GraphML 1.0: one chain of inputs and decisions.
#pragma once

#include "exchange/witness/graphml.h"
#include "exchange/witness/waypoints.h"
#include "program/model/property.h"

#include <chrono>

namespace tandem::exchange::witness {

GraphmlWitness graphml_of_execution(const Program& program, const Property& property, const Execution& execution,
                                    std::string producer, std::chrono::system_clock::time_point time);

} // namespace tandem::exchange::witness

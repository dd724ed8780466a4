// What cheap analyses of the whole program find out before its regions are gambled on.
#pragma once

#include "program/model/property.h"
#include "region/gamble.h"

namespace tandem::engines {

// Ranges of variables at loop heads, and the assertions that they already prove.
region::MakeFacts make_interval_facts(const Property& property);
// Relations between variables, found by induction.
region::MakeFacts make_relation_facts(const Property& property);

} // namespace tandem::engines

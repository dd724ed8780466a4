// The partner `random`: zeros, then constants of the program, boundary values and random values, and changes to the
// inputs of tests that covered something. Milliseconds for most of what is easy.
#pragma once

#include "testing/partners/partner.h"

#include <memory>

namespace tandem::testing::partners {

std::unique_ptr<Partner> make_random_inputs(const Program& program, std::uint64_t seed);

} // namespace tandem::testing::partners

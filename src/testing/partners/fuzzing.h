// The partner `fuzzing`: grey-box fuzzing of the compiled program. Inputs are changed by chance, or so that a
// comparison comes out the other way; what takes a new branch, or comes closer to one, is the parent of further ones.
//
// What a compiled run shows is only a reason to run the same inputs in the interpreter.
#pragma once

#include "testing/partners/partner.h"

#include <memory>

namespace tandem::testing::partners {

std::unique_ptr<Partner> make_fuzzing(const Program& program, std::vector<std::string> compiler_args,
                                      std::uint64_t seed);

} // namespace tandem::testing::partners

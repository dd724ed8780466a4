// The choice of a method for a program (`--method auto`): a rule over simple features of its single-assignment form,
// derived from the measurements in docs/studies/vc-methods.md.
#pragma once

#include "vcgen/generate.h"

#include <cstdint>
#include <string>

namespace tandem::vcgen {

struct Features {
  std::size_t blocks = 0;
  std::size_t statements = 0;
  std::size_t asserts = 0;
  std::size_t after = 0;        // statements that follow the last assert
  std::size_t late_assumes = 0; // assumes, and unwinding assertions, that some path reaches after an assert
};

Features features(const symex::SingleAssignment& program);

struct Choice {
  Method method = Method::PSCondNF;
  Lemmas lemmas = Lemmas::Off;
  std::string reason; // for the user
};

Choice choose_method(const Features& features);

} // namespace tandem::vcgen
